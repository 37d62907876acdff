/* A button on each block of the manual that copies it; without this file the blocks are selected by hand. */
(function () {
  "use strict";
  var text = document.querySelector("[data-copy]");
  if (!text || !navigator.clipboard) return;
  text.querySelectorAll("pre").forEach(function (block) {
    var around = document.createElement("div");
    var button = document.createElement("button");
    around.className = "docs-copied";
    button.type = "button";
    button.className = "quiet";
    button.textContent = text.dataset.copy;
    button.lang = document.documentElement.lang;
    button.setAttribute("aria-live", "polite");
    block.replaceWith(around);
    around.append(block, button);
    button.addEventListener("click", function () {
      navigator.clipboard.writeText(block.textContent).then(function () {
        button.textContent = text.dataset.copied;
        window.setTimeout(function () { button.textContent = text.dataset.copy; }, 2000);
      });
    });
  });
})();
