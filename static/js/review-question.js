/* The last step of a question: a large drawing begins at its target, and a node is called wrong in place, so that
   nothing else of the form moves. */
(function () {
  "use strict";
  /* The target of a drawing in its own size stands about the middle of its width. */
  function centre() {
    document.querySelectorAll(".rq-dag:not(.fit):not([data-centred])").forEach(function (drawing) {
      drawing.setAttribute("data-centred", "");
      drawing.scrollLeft = (drawing.scrollWidth - drawing.clientWidth) / 2;
    });
  }
  centre();
  new MutationObserver(centre).observe(document.body, { childList: true, subtree: true });

  document.addEventListener("click", function (event) {
    var button = event.target.closest("button[data-complain]");
    if (!button || !window.fetch) return;
    event.preventDefault();
    var place = button.closest("[data-complaint]");
    var data = new FormData(button.form);
    data.append(button.name, button.value);
    data.append("_fragment", "1");
    button.disabled = true;
    fetch(button.formAction, { method: "POST", body: data, credentials: "same-origin", redirect: "error" })
      .then(function (response) {
        if (response.status !== 200 && response.status !== 422) throw new Error(String(response.status));
        return response.text();
      })
      .then(function (html) {
        var fresh = document.createElement("template");
        fresh.innerHTML = html.trim();
        var now = fresh.content.querySelector("[data-complaint]");
        place.replaceWith(now);
        var next = now.querySelector("textarea, [role=status]");
        if (!next) return;
        if (next.matches("[role=status]")) next.setAttribute("tabindex", "-1");
        next.focus();
      })
      .catch(function () {
        button.disabled = false;
        var told = place.querySelector(".error") || place.querySelector("details").appendChild(document.createElement("p"));
        told.className = "error";
        told.setAttribute("role", "alert");
        told.textContent = button.dataset.failed;
      });
  });
})();
