/* Attaching actions: the arguments of a row are called what they are and offer the names of their type, the
   operations are those of the predicate, and rows can be added. Without a script all of it shows, numbered. */
(function () {
  "use strict";
  const stage = document.getElementById("review-stage");
  if (!stage) return;

  /* "person|person,trip|trip," as [{type, list}]; an empty list where no names are offered. */
  const typesOf = (option) => ((option && option.dataset.types) || "").split(",").filter(Boolean).map((part) => {
    const pair = part.split("|");
    return { type: pair[0].replace(/_/g, " "), list: pair[1] };
  });

  function fit(select) {
    const row = select.closest("[data-annotation-row]");
    const option = select.selectedOptions[0];
    const types = typesOf(option);
    row.querySelectorAll("[data-annotation-gap]").forEach((gap) => {
      const place = Number(gap.dataset.annotationGap.slice(1));
      const one = types[place - 1];
      const input = gap.querySelector("input");
      gap.querySelector("span").textContent = one ? place + " " + one.type : String(place);
      /* What the page calls it, in its language, and then the type. */
      input.dataset.said = input.dataset.said || input.getAttribute("aria-label");
      input.setAttribute("aria-label", input.dataset.said + (one ? ", " + one.type : ""));
      const list = one && one.list && document.getElementById("annotation-names-" + one.list);
      input.setAttribute("list", list ? list.id : "annotation-names");
      gap.hidden = Boolean(select.value) && place > types.length && !input.value;
    });
    const ops = ((option && option.dataset.ops) || "").trim().split(/\s+/).filter(Boolean);
    const op = row.querySelector("[data-annotation-op]");
    Array.from(op.options).forEach((one) => {
      one.hidden = ops.length > 0 && one.value !== "" && !ops.includes(one.value) && one.value !== op.value;
    });
  }

  /* A free row behind the last of a form, numbered on; null where there are as many as may be. */
  function grow(form) {
    const rows = form.querySelectorAll("[data-annotation-row]");
    const button = form.querySelector("[data-annotation-add]");
    if (!button || !rows.length || rows.length >= Number(button.dataset.most)) return null;
    const last = rows[rows.length - 1];
    const fresh = last.cloneNode(true);
    const before = "rows." + (rows.length - 1);
    const name = "rows." + rows.length;
    const number = (text) => text.replace(String(rows.length), String(rows.length + 1));
    fresh.querySelectorAll("[name], [id], [for], [aria-label]").forEach((node) => {
      ["name", "id", "for"].forEach((attribute) => {
        const value = node.getAttribute(attribute);
        if (value) node.setAttribute(attribute, value.replace(before, name));
      });
      const label = node.getAttribute("aria-label");
      if (label) node.setAttribute("aria-label", number(node.dataset.said || label));
      delete node.dataset.said;
    });
    fresh.querySelectorAll("label").forEach((label) => {
      if (label.htmlFor) label.textContent = number(label.textContent);
    });
    fresh.querySelectorAll("input").forEach((input) => { input.value = ""; input.removeAttribute("aria-invalid"); });
    fresh.querySelectorAll("select").forEach((select) => { select.selectedIndex = 0; });
    fresh.querySelectorAll("[data-fault]").forEach((words) => words.remove());
    last.after(fresh);
    const select = fresh.querySelector("[data-annotation-pred]");
    fit(select);
    return select;
  }

  /* Entries that were kept in this browser may be of rows that were added here. */
  function makeRoom(form, entries) {
    const last = Math.max(-1, ...Array.from(entries.keys(), (key) => Number((/^rows\.(\d+)\./.exec(key) || [0, -1])[1])));
    while (form.querySelectorAll("[data-annotation-row]").length <= last && grow(form));
    setTimeout(fitAll, 0); /* once the rows are filled */
  }
  if (window.StemmaReview) window.StemmaReview.fillers = [makeRoom];

  function fitAll() {
    stage.querySelectorAll("[data-annotation-pred]").forEach(fit);
    stage.querySelectorAll("[data-annotation-add]").forEach((button) => { button.hidden = false; });
  }

  stage.addEventListener("change", (event) => {
    if (event.target.matches("[data-annotation-pred]")) fit(event.target);
    /* Whoever fills a row, or types, means that way of entering. */
    const way = event.target.matches("[data-annotation-row] *") ? "rows" : event.target.id === "annotation-text" ? "text" : "";
    const radio = way && event.target.value.trim() && stage.querySelector("#says-" + way);
    if (radio && !radio.checked) {
      radio.checked = true;
      radio.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  stage.addEventListener("click", (event) => {
    const button = event.target.closest("[data-annotation-add]");
    const select = button && grow(button.closest("form"));
    if (select) select.focus();
  });
  new MutationObserver(fitAll).observe(stage, { childList: true });
  fitAll();
})();
