/* The slider of a history follows what was asked for, steps answer to keys; the page works without this file. */
(function () {
  "use strict";
  var moved = null; /* the place that the slider asks for and no answer has come to yet */

  function range() { return document.getElementById("time-range"); }

  function sync() {
    var part = document.getElementById("time-part");
    var slider = range();
    if (!part || !slider || part.dataset.position === undefined) return;
    if (moved === null) slider.value = part.dataset.position;
    slider.setAttribute("aria-valuetext", part.dataset.says);
    var field = document.getElementById("time-cutoff");
    if (field && field !== document.activeElement) field.value = part.dataset.cutoff;
    var status = document.getElementById("time-status");
    if (status && document.activeElement !== slider) status.textContent = part.dataset.says;
  }

  document.addEventListener("input", function (event) {
    if (event.target !== range()) return;
    moved = event.target.value;
    event.target.setAttribute("aria-valuetext", event.target.dataset.moved.replace("{n}", moved).replace("{all}", event.target.max));
  });

  document.addEventListener("htmx:afterSwap", function (event) {
    if (!event.detail.target || event.detail.target.id !== "time-part") return;
    var asked = event.detail.requestConfig && event.detail.requestConfig.parameters;
    var position = asked && (asked.get ? asked.get("position") : asked.position);
    if (position === undefined || position === null || String(position) === moved) moved = null;
    sync();
  });
  document.addEventListener("htmx:historyRestore", function () { moved = null; sync(); });
  window.addEventListener("pageshow", sync);

  /* A key that comes while the answer to another is on its way waits for it: the steps on the page are still the old ones. */
  var waiting = [];
  var stepping = false;

  function take(name) {
    var link = document.getElementById("step-" + name);
    if (!link || !link.hasAttribute("href")) return false;
    stepping = true;
    link.click();
    return true;
  }

  function arrived(event) {
    if (!stepping || !event.detail.target || event.detail.target.id !== "time-part") return;
    stepping = false;
    while (waiting.length && !stepping) take(waiting.shift());
  }
  document.addEventListener("htmx:afterSettle", arrived);
  ["htmx:responseError", "htmx:sendError", "htmx:sendAbort", "htmx:timeout"].forEach(function (fault) {
    document.addEventListener(fault, function () { waiting = []; stepping = false; });
  });

  /* Keys act only while the slider or a step has the focus. */
  var KEYS = { ",": "day_back", ".": "day_forward", p: "previous", n: "next", o: "own" };
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    var on = document.activeElement;
    var step = on && on.closest("#time-steps");
    if (on !== range() && !step) return;
    var name = KEYS[event.key];
    if (step && event.key === "ArrowLeft") name = "back";
    if (step && event.key === "ArrowRight") name = "forward";
    if (!name) return;
    if (stepping) waiting.push(name);
    if (stepping || take(name)) event.preventDefault();
  });
})();
