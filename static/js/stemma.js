/* Small conveniences; every page works without this file. */
(function () {
  "use strict";
  var root = document.documentElement;

  function applyTheme(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }
  applyTheme(localStorage.getItem("stemma-theme"));

  document.addEventListener("click", function (event) {
    var toggle = event.target.closest("[data-theme-toggle]");
    if (toggle) {
      var dark = root.dataset.theme
        ? root.dataset.theme === "dark"
        : window.matchMedia("(prefers-color-scheme: dark)").matches;
      var next = dark ? "light" : "dark";
      localStorage.setItem("stemma-theme", next);
      applyTheme(next);
    }
    var fit = event.target.closest("[data-dag-fit]");
    if (fit) {
      var drawing = document.getElementById(fit.getAttribute("aria-controls"));
      var fitted = drawing.classList.toggle("fit");
      fit.setAttribute("aria-pressed", String(fitted));
    }
  });

  /* A node of the drawing is a link; with htmx its panel is swapped in and focus moves to its heading. */
  document.addEventListener("click", function (event) {
    var link = event.target.closest(".dag a, #node-panel a[href*='node='], #nodes a[href*='node='], a[data-opens-node]");
    if (!link || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
    var href = link.getAttribute("href") || link.getAttributeNS("http://www.w3.org/1999/xlink", "href");
    if (!href || href.charAt(0) === "#") return;
    var number = new URL(href, window.location.href).searchParams.get("node");
    if (!number) return; /* a link to another page */
    event.preventDefault();
    href = href.split("#")[0];
    document.querySelectorAll(".dag .is-selected").forEach(function (node) { node.classList.remove("is-selected"); });
    document.querySelectorAll(".dag .node a").forEach(function (anchor) {
      var target = anchor.getAttributeNS("http://www.w3.org/1999/xlink", "href") || anchor.getAttribute("href");
      if (new URL(target, window.location.href).searchParams.get("node") === number) anchor.closest(".node").classList.add("is-selected");
    });
    window.htmx.ajax("GET", href, { target: "#node-panel", swap: "outerHTML" }).then(function () {
      var heading = document.querySelector("#node-panel h2");
      if (heading) heading.focus();
    });
  });

  /* The cutoff of a timeline moves with its slider: records after it fade, the line follows. */
  document.addEventListener("input", function (event) {
    var slider = event.target.closest("[data-cutoff-slider]");
    if (!slider) return;
    var rows = document.querySelectorAll("#timeline > li[data-position]");
    var line = document.querySelector("#timeline > .cutoff-line");
    var at = Number(slider.value);
    var label = slider.dataset.none;
    rows.forEach(function (row) {
      var after = Number(row.dataset.position) > at;
      row.classList.toggle("is-after", after);
      if (!after) label = row.querySelector("time").textContent.trim();
    });
    slider.setAttribute("aria-valuetext", label);
    var output = document.querySelector("[data-cutoff-output]");
    if (output) output.textContent = label;
    if (line && rows.length) {
      line.querySelector("span").textContent = slider.dataset.line.replace("{time}", label);
      var anchor = Array.prototype.filter.call(rows, function (row) { return Number(row.dataset.position) <= at; }).pop();
      if (anchor) anchor.after(line);
      else rows[0].before(line);
    }
  });

  /* 409 and 422 carry a fragment for the error slot. */
  document.addEventListener("htmx:beforeSwap", function (event) {
    var status = event.detail.xhr.status;
    if (status === 409 || status === 422) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      var slot = document.getElementById("error-slot");
      if (slot) event.detail.target = slot;
    }
  });
})();
