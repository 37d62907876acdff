/* Re-entry of a record: the gaps of a row are those of its statement, each called what it is, and none before
   one is picked. Without a script all gaps show, under their numbers. */
(function () {
  "use strict";
  const stage = document.getElementById("review-stage");
  if (!stage) return;

  function fit(select) {
    const row = select.closest("[data-entry-row]");
    const option = select.selectedOptions[0];
    const chosen = Boolean(select.value);
    const names = option && option.dataset.gaps ? option.dataset.gaps.split("|") : [];
    row.querySelectorAll("[data-entry-gap]").forEach((gap) => {
      const place = Number(gap.dataset.entryGap);
      const name = names[place - 1];
      const input = gap.querySelector("input");
      gap.querySelector("span").textContent = name ? place + " " + name : String(place);
      /* What the page calls it, in its language, and then what the gap is. */
      input.dataset.said = input.dataset.said || input.getAttribute("aria-label");
      input.setAttribute("aria-label", input.dataset.said + (name ? ", " + name : ""));
      gap.hidden = place > names.length && !input.value;
    });
    const since = row.querySelector(".entry-since");
    since.hidden = !chosen && !since.querySelector("input").value;
  }
  const fitAll = (root) => root.querySelectorAll("[data-entry-what]").forEach(fit);

  stage.addEventListener("change", (event) => {
    if (event.target.matches("[data-entry-what]")) fit(event.target);
    if (event.target.matches("[data-entry-row] *")) openNext(event.target);
  });
  /* The folded rows come out once those that show are all in use. */
  function openNext(input) {
    const rows = Array.from(input.closest("fieldset").querySelectorAll("[data-entry-rows] [data-entry-what]"));
    const more = input.closest("fieldset").querySelector(".entry-more");
    if (more && rows.every((select) => select.value)) more.open = true;
  }

  new MutationObserver(() => fitAll(stage)).observe(stage, { childList: true });
  fitAll(stage);
})();
