/* Keys of the pages on which disputes are decided. Everything works without this file. */
(function () {
  "use strict";

  /* As the working page remembers it: one switch for all pages of reviewing. */
  var KEYS = "stemma-review-keys";

  var toggle = document.querySelector("[data-lead-toggle]");
  function turn() {
    toggle.hidden = false;
    toggle.textContent = off() ? toggle.dataset.off : toggle.dataset.on;
    toggle.setAttribute("aria-pressed", String(!off()));
  }
  if (toggle) {
    toggle.addEventListener("click", function () {
      try { localStorage.setItem(KEYS, String(off())); } catch (error) { return; }
      turn();
    });
    turn();
  }

  function typing(target) {
    return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
      (target.tagName === "INPUT" && !/^(radio|checkbox|button|submit)$/.test(target.type));
  }

  function off() {
    try { return localStorage.getItem(KEYS) === "false"; } catch (error) { return false; }
  }

  /* A digit goes to its field; pressed again it goes through the answers of that field. */
  function choose(number) {
    var group = document.querySelectorAll("[data-lead-group]")[number - 1];
    if (!group) return false;
    var radios = Array.prototype.slice.call(group.querySelectorAll("input[type=radio]"));
    var at = radios.findIndex(function (radio) { return radio.checked; });
    var here = group.contains(document.activeElement);
    var next = here || at < 0 ? (at + 1) % radios.length : at;
    radios[next].checked = true;
    radios[next].focus();
    radios[next].dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  /* In the list, j and k move among the rows. */
  function walk(step) {
    var links = Array.prototype.slice.call(document.querySelectorAll("[data-lead-rows] tbody th a"));
    if (!links.length) return false;
    var at = links.indexOf(document.activeElement);
    var next = links[Math.max(0, Math.min(links.length - 1, at < 0 ? 0 : at + step))];
    next.focus();
    return true;
  }

  document.addEventListener("keydown", function (event) {
    var form = document.querySelector("[data-lead-form]");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && form) {
      var button = form.querySelector("button.primary");
      if (button) { event.preventDefault(); form.requestSubmit(button); }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target) || off()) return;
    var done = false;
    if (/^[1-9]$/.test(event.key)) {
      done = choose(Number(event.key));
    } else if (event.key === "r") {
      var reason = document.querySelector("[data-lead-reason]");
      if (reason) { reason.focus(); done = true; }
    } else if (event.key === "j" || event.key === "k") {
      var link = document.querySelector('[data-lead-key="' + event.key + '"]');
      if (link) { link.click(); done = true; } else { done = walk(event.key === "j" ? 1 : -1); }
    }
    if (done) event.preventDefault();
  });

  /* A second click on the way sends nothing more; the server would store it once anyway. */
  document.addEventListener("submit", function (event) {
    var form = event.target.closest("[data-lead-form]");
    if (!form) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", function () {
    document.querySelectorAll("[data-lead-form]").forEach(function (form) { delete form.dataset.sent; });
  });

  var title = document.getElementById("dispute-title");
  if (title && !document.querySelector("[role=alert]")) title.focus({ preventScroll: true });
})();
