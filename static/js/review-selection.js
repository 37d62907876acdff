/* Words selected in a record go into the field that was used last: the words themselves (data-takes="text")
   or where they stand, in code points of the record ("start-end", data-takes="span" or data-span). */
(function () {
  "use strict";
  const review = window.StemmaReview;
  if (!review) return;
  const TEXT = "[data-text], [data-selectable]";
  const TAKES = "[data-takes], [data-takes-words], [data-span]";
  let last = null;
  let selected = null;

  const points = (text) => Array.from(text).length;
  const textOf = (node) => {
    const element = node && (node.nodeType === 1 ? node : node.parentElement);
    return element ? element.closest(TEXT) : null;
  };

  /* What is selected inside one record: ``{text, start, end}``, or null. */
  function selection() {
    const found = document.getSelection();
    if (!found || found.isCollapsed || !found.rangeCount) return null;
    const range = found.getRangeAt(0);
    const record = textOf(range.commonAncestorContainer);
    if (!record || !review.stage.contains(record)) return null;
    const before = document.createRange();
    before.selectNodeContents(record);
    before.setEnd(range.startContainer, range.startOffset);
    const words = range.toString();
    const text = words.trim();
    if (!text) return null;
    const start = points(before.toString()) + points(words.slice(0, words.indexOf(text)));
    return { text: text, start: start, end: start + points(text), record: record };
  }

  document.addEventListener("selectionchange", () => {
    const now = selection();
    if (now) selected = now;
    else if (!document.activeElement || !document.activeElement.matches(TAKES)) selected = null;
    hint();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches && event.target.matches(TAKES)) last = event.target;
  });

  function target() {
    const all = Array.from(review.stage.querySelectorAll(TAKES)).filter((input) => !input.disabled && input.offsetParent !== null);
    if (last && all.includes(last)) return last;
    return all.find((input) => !input.value) || all[0] || null;
  }
  const wordsOf = (input) => ((input.labels && input.labels[0] && input.labels[0].textContent) || input.getAttribute("aria-label") || review.words("the_field")).trim().replace(/\s+/g, " ");

  /* Puts the selected words where they are wanted; says so. True if it did. */
  review.take = () => {
    const found = selection() || selected;
    const input = target();
    if (!found || !input) {
      review.say(review.words(input ? "select_first" : "no_field"));
      return false;
    }
    const isSpan = input.dataset.takes === "span" || input.hasAttribute("data-span");
    const value = isSpan ? found.start + "-" + found.end : found.text;
    if (!isSpan && input.tagName === "TEXTAREA" && input.value.trim()) {
      input.value = input.value.replace(/\s*$/, "\n") + value;
    } else input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
    last = input;
    review.state(review.words("is_in", { words: found.text, field: wordsOf(input) }), "saved");
    return true;
  };

  function hint() {
    const button = review.stage.querySelector("[data-take]");
    if (button) button.disabled = !selected;
  }
  /* The button must not take the selection away by being pressed. */
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest("[data-take]")) event.preventDefault();
  });
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-take]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-take]")) review.take();
  });

  /* In a record that has the focus, arrows move by words, and with Shift they select. */
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    const record = !at.matches || !at.matches("[tabindex]") || at.matches("h1") ? null : at.matches(TEXT) ? at : at.querySelector(TEXT);
    if (!record || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const found = document.getSelection();
    if (!found.modify) return;
    if (!found.rangeCount || !record.contains(found.anchorNode)) found.collapse(record, 0);
    event.preventDefault();
    found.modify(event.shiftKey ? "extend" : "move", event.key === "ArrowRight" ? "right" : "left", "word");
  });

  /* What an item needs when it is shown: records can be reached by keys, and a button beside the key. */
  review.prepareSelection = (article) => {
    last = null;
    selected = null;
    const actions = article.querySelector("#review-form .review-actions");
    if (!actions || !article.querySelector(TAKES) || actions.querySelector("[data-take]")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.take = "";
    button.disabled = true;
    button.innerHTML = " <kbd>t</kbd>";
    button.prepend(review.words("take_selected"));
    actions.append(" ", button);
  };
})();
