/* Small conveniences of the working page: size of text, copying. */
(function () {
  "use strict";
  const review = window.StemmaReview;
  if (!review) return;

  document.addEventListener("click", (event) => {
    const copies = event.target.closest("[data-copies]");
    if (copies) {
      const area = document.getElementById(copies.dataset.copies);
      area.select();
      if (navigator.clipboard) navigator.clipboard.writeText(area.value).then(() => { copies.textContent = review.words("copied"); }, () => {});
    }
    const size = event.target.closest("[data-size]");
    if (size) {
      const step = size.dataset.size === "0" ? 0 : Math.max(-2, Math.min(4, (review.recall("size") || 0) + Number(size.dataset.size)));
      review.remember("size", step);
      sized(step);
      review.say(review.words("text_size", { n: Math.round(100 + step * 12.5) }));
    }
  });
  const sized = (step) => { review.root.style.setProperty("--review-scale", String(1 + step * 0.125)); };

  document.querySelectorAll("[data-needs-script]").forEach((control) => { control.hidden = false; });
  sized(review.recall("size") || 0);
})();
