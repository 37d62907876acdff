/* The playground evaluates while one types; without this file its form works by its button. */
(function () {
  "use strict";
  var form = document.getElementById("playground");
  var result = document.getElementById("playground-result");
  if (!form || !result) return;
  var status = document.getElementById("playground-status");
  var steps = form.querySelector("[data-cutoff-steps]");
  var slider = steps.querySelector("input");
  var moments = [];
  var timer = 0;

  function evaluate(witness) {
    clearTimeout(timer);
    if (!window.htmx) return false;
    window.htmx.ajax("POST", form.action, {
      source: form, target: "#playground-result", swap: "innerHTML", values: witness ? { witness: witness } : {}
    });
    return true;
  }

  form.addEventListener("submit", function (event) {
    var sender = event.submitter;
    if (sender && sender.name === "do" && sender.value !== "evaluate") return; // files go the plain way
    if (evaluate(sender && sender.name === "witness" ? sender.value : "")) event.preventDefault();
  });
  form.addEventListener("input", function (event) {
    if (event.target === slider) step();
    else if (event.target.type === "file") return;
    clearTimeout(timer);
    timer = setTimeout(evaluate, event.target === slider ? 150 : 700);
    gutters();
  });
  form.addEventListener("keydown", function (event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      evaluate();
    }
  });

  /* Line numbers, with marks for faults and for the records of the marked witness. */
  function gutters() {
    var marks = { id_program: {}, id_history: {} };
    result.querySelectorAll(".fault[data-line]").forEach(function (fault) {
      var of = marks["id_" + fault.dataset.file];
      if (of) of[fault.dataset.line] = ["has-fault", "✗"];
    });
    result.querySelectorAll("[data-lines] .is-marked").forEach(function (line) {
      marks.id_history[line.dataset.line] = ["is-marked", "●"];
    });
    form.querySelectorAll("[data-gutter]").forEach(function (gutter) {
      var text = document.getElementById(gutter.dataset.gutter);
      var rows = document.createDocumentFragment();
      text.value.split("\n").forEach(function (_, index) {
        var row = document.createElement("span");
        var mark = marks[text.id][index + 1];
        if (mark) row.className = mark[0];
        row.textContent = (mark ? mark[1] + " " : "") + (index + 1) + "\n";
        rows.appendChild(row);
      });
      gutter.replaceChildren(rows);
      gutter.scrollTop = text.scrollTop;
    });
  }
  form.querySelectorAll("[data-gutter]").forEach(function (gutter) {
    var text = document.getElementById(gutter.dataset.gutter);
    text.addEventListener("scroll", function () { gutter.scrollTop = text.scrollTop; });
  });

  /* The cutoff moves from event to event by its slider. */
  function step() {
    var at = Number(slider.value);
    var cutoff = moments[at - 1] || "";
    if (!at && moments.length) cutoff = before(moments[0]);
    document.getElementById("id_cutoff").value = cutoff;
    said(at);
  }
  function before(moment) {
    return new Date(new Date(moment).getTime() - 1000).toISOString().replace(".000Z", "Z");
  }
  function said(at) {
    var words = at ? steps.dataset.after.replace("{n}", at).replace("{all}", moments.length) : steps.dataset.before;
    steps.querySelector("output").textContent = words;
    slider.setAttribute("aria-valuetext", words);
  }
  function timeline() {
    var found = document.getElementById("playground-moments");
    if (!found) return; // faults: the last times stay
    moments = JSON.parse(found.textContent);
    steps.hidden = moments.length < 2;
    slider.max = String(moments.length);
    if (document.activeElement !== slider) {
      var shown = result.querySelector("time");
      var cutoff = new Date(shown.getAttribute("datetime")).getTime();
      slider.value = String(moments.filter(function (t) { return new Date(t).getTime() <= cutoff; }).length);
    }
    said(Number(slider.value));
  }

  /* A fault leads to its place in the text; a node of the drawing to its row. */
  result.addEventListener("click", function (event) {
    var link = event.target.closest("[data-goto]");
    if (link) {
      var fault = link.closest(".fault").dataset;
      var text = document.getElementById("id_" + fault.file);
      var begin = text.value.split("\n").slice(0, Number(fault.line) - 1).join("\n").length;
      begin += Number(fault.line) > 1 ? 1 : 0;
      begin += Math.max(Number(fault.column) - 1, 0);
      event.preventDefault();
      text.focus();
      text.setSelectionRange(begin, begin + Number(fault.length));
      if (text.rows) text.scrollTop = (Number(fault.line) - 4) * parseFloat(getComputedStyle(text).lineHeight);
      return;
    }
    var node = event.target.closest(".dag a, a[href='#nodes']");
    if (node) {
      var table = document.getElementById("nodes");
      if (table) table.open = true;
    }
    var copy = event.target.closest("[data-copy]");
    if (copy) {
      navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value).then(function () {
        copy.textContent = form.dataset.copied;
      });
    }
  });

  function arrived() {
    result.removeAttribute("aria-busy");
    var told = result.querySelector("[data-status]");
    status.textContent = told ? told.dataset.status : "";
    if (navigator.clipboard) result.querySelectorAll("[data-copy]").forEach(function (button) { button.hidden = false; });
    gutters();
    timeline();
  }
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.detail.target === result) result.setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:beforeSwap", function (event) {
    var code = event.detail.xhr.status;
    if (event.detail.target === result && (code === 400 || code === 503)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.target !== result || event.detail.successful) return;
    result.removeAttribute("aria-busy");
    if (!event.detail.xhr.status && !event.detail.xhr.aborted) status.textContent = form.dataset.unreachable;
  });
  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target === result) arrived();
  });

  form.querySelector("[data-shortcut]").hidden = false;
  arrived();
})();
