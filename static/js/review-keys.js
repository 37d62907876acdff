/* One key a verdict. The keys of a form stand in it as data-key; those of the page are below. They do nothing
   while one types, in a dialog, with Ctrl, Alt or Meta, or once they are turned off. */
(function () {
  "use strict";
  const review = window.StemmaReview;
  if (!review) return;
  const help = document.getElementById("review-help");
  const TYPING = "input:not([type=radio]):not([type=checkbox]):not([type=button]):not([type=submit]), textarea, select, [contenteditable]";
  const CHOICES = "input[type=radio], input[type=checkbox]";

  const toggle = document.querySelector("[data-keys-toggle]");
  let on = review.recall("keys") !== false;
  function turn() {
    if (!toggle) return;
    toggle.textContent = review.words(on ? "keys_on" : "keys_off");
    toggle.setAttribute("aria-pressed", String(on));
  }
  if (toggle) {
    toggle.addEventListener("click", () => {
      on = !on;
      review.remember("keys", on);
      turn();
      review.say(review.words(on ? "keys_are_on" : "keys_are_off"));
    });
  }
  turn();

  /* The key as it is written, whichever row of the keyboard it stands in. */
  function keyOf(event) {
    const digit = /^Numpad([0-9])$/.exec(event.code);
    return digit ? digit[1] : event.key;
  }

  function press(input) {
    if (input.matches("input[type=radio]")) {
      input.focus({ preventScroll: false });
      if (!input.checked) {
        input.checked = true;
        changed(input);
      }
    } else if (input.matches("input[type=checkbox]")) {
      input.focus();
      input.checked = !input.checked;
      changed(input);
    } else if (input.matches("input, textarea, select")) {
      input.focus();
    } else {
      input.click();
    }
  }
  function changed(input) {
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function move(by) {
    const all = Array.from(review.stage.querySelectorAll("#review-form " + CHOICES.split(", ").join(", #review-form ")))
      .filter((input) => !input.disabled && input.offsetParent !== null);
    if (!all.length) return false;
    const at = all.indexOf(document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by));
    all[next].focus();
    if (all[next].type === "radio" && at >= 0 && all[at].type === "radio" && all[at].name === all[next].name && !all[next].checked) {
      all[next].checked = true;
      changed(all[next]);
    }
    return true;
  }

  function opened(selector, field) {
    const details = review.stage.querySelector(selector);
    if (!details) return false;
    details.open = true;
    details.querySelector(field).focus();
    return true;
  }

  const PAGE = {
    s: () => opened("[data-skip]", "input[name=_reason]"),
    f: () => opened("[data-flag]", "textarea"),
    z: () => { review.undo(); return true; },
    t: () => { review.take(); return true; },
    g: () => {
      const link = review.stage.querySelector("[data-guidelines]");
      if (link) link.click();
      return !!link;
    },
    "?": () => { showHelp(); return true; },
  };

  function showHelp() {
    const list = help.querySelector("[data-keys-here]");
    list.replaceChildren();
    const seen = new Set();
    review.stage.querySelectorAll("[data-key]").forEach((input) => {
      const key = input.dataset.key;
      if (seen.has(key) || input.disabled) return;
      seen.add(key);
      const row = document.createElement("div");
      const mark = document.createElement("dt");
      const words = document.createElement("dd");
      mark.innerHTML = "<kbd></kbd>";
      mark.firstChild.textContent = key;
      words.textContent = meaning(input);
      row.append(mark, words);
      list.append(row);
    });
    help.showModal();
  }
  function meaning(input) {
    const label = (input.labels && input.labels[0]) || input;
    const copy = label.cloneNode(true);
    copy.querySelectorAll("kbd").forEach((kbd) => kbd.remove());
    const parts = [];
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) parts.push(walker.currentNode.textContent);
    const words = (input.dataset.means || input.getAttribute("aria-label") || parts.join(" ")).trim().replace(/\s+/g, " ");
    const group = input.closest("fieldset:not(.plain)");
    const legend = words.length < 4 && group && group.querySelector("legend");
    const full = legend ? legend.textContent.trim().replace(/\s+/g, " ") + " " + words : words;
    return full.length > 110 ? full.slice(0, 109) + "…" : full;
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-help]")) showHelp();
  });

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target;
    const typing = target.matches && target.matches(TYPING);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && target.closest("#review-form")) {
      event.preventDefault();
      review.enter();
      return;
    }
    if (typing && event.key === "Escape") {
      review.focusTitle();
      return;
    }
    if (!on || typing || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const key = keyOf(event);
    if (key === "Enter") {
      if (target.closest("a, button, summary, [role=button]")) return;
      event.preventDefault();
      if (!event.repeat) review.enter();
      return;
    }
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (target.closest("[data-text], [data-selectable], .record-box, .scroll-x")) return;
      if (target.matches("input[type=radio]") || target.closest("#review-form, #review-title") || target === document.body) {
        if (move(key === "ArrowDown" ? 1 : -1)) event.preventDefault();
      }
      return;
    }
    if (event.repeat || key.length !== 1) return;
    const input = Array.from(review.stage.querySelectorAll("#review-form [data-key]"))
      .find((one) => one.dataset.key === key && !one.disabled && !one.closest("fieldset:disabled"));
    if (input) {
      event.preventDefault();
      press(input);
    } else if (Object.prototype.hasOwnProperty.call(PAGE, key) && PAGE[key]()) event.preventDefault();
  });
})();
