/* Replays a recovery step by step, by its buttons and by the arrow keys; each step is a row of its table, so
   the page says the same without this file. */
(function () {
  "use strict";

  function refOf(anchor) {
    var target = anchor.getAttributeNS("http://www.w3.org/1999/xlink", "href") || anchor.getAttribute("href");
    return new URL(target, window.location.href).searchParams.get("node");
  }

  function disable(button, off) {
    if (off) { button.setAttribute("aria-disabled", "true"); button.setAttribute("role", "link"); }
    else { button.removeAttribute("aria-disabled"); button.removeAttribute("role"); }
  }

  function go(replay, by) {
    var rows = Array.prototype.slice.call(replay.querySelectorAll("tr[data-step]"));
    var now = rows.findIndex(function (row) { return row.hasAttribute("aria-current"); });
    var next = Math.max(0, Math.min(rows.length - 1, now + by));
    document.querySelectorAll("tr[data-step][aria-current]").forEach(function (row) { row.removeAttribute("aria-current"); });
    var row = rows[next];
    row.setAttribute("aria-current", "step");
    row.scrollIntoView({ block: "nearest" });
    replay.querySelector("[data-replay-status]").textContent =
      replay.dataset.step.replace("{n}", next + 1).replace("{all}", rows.length).replace("{says}", function () { return row.dataset.says; });
    document.querySelectorAll(".dag .node a").forEach(function (anchor) {
      anchor.closest(".node").classList.toggle("is-replayed", refOf(anchor) === row.dataset.node);
    });
    replay.querySelectorAll("[data-replay-go]").forEach(function (button) {
      button.setAttribute("href", "#" + replay.id);
      disable(button, button.dataset.replayGo === "1" ? next === rows.length - 1 : next === 0);
    });
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-replay-go]");
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (button.hasAttribute("aria-disabled")) return;
    go(button.closest("[data-replay]"), Number(button.dataset.replayGo));
  });

  document.addEventListener("keydown", function (event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    var replay = event.target.closest && event.target.closest("[data-replay]");
    if (!replay || event.target.matches("input, select, textarea, .scroll-x")) return;
    event.preventDefault();
    go(replay, event.key === "ArrowRight" ? 1 : -1);
  });
})();
