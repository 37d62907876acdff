/* What is said about an item apart from its form: it is skipped or flagged, or was refused while the page was
   away. */
(function () {
  "use strict";
  const review = window.StemmaReview;
  if (!review) return;

  document.addEventListener("submit", (event) => {
    const what = event.target.dataset.review;
    if (event.defaultPrevented || (what !== "skip" && what !== "flag")) return;
    event.preventDefault();
    passOn(event.target, what, review.current);
  });
  function passOn(form, what, item) {
    const body = new URLSearchParams(new FormData(form));
    body.delete("csrfmiddlewaretoken");
    if (what === "skip" && review.ahead[0]) body.set("_ahead", review.ahead[0].slot);
    clearTimeout(item.timer);
    (item.saving || Promise.resolve()).then(() => review.request(form.action, body.toString())).then((reply) => {
      if (reply.status !== 200) {
        if (reply.data.code === "lease_lost") return item.lose(reply.data.detail);
        return review.state(reply.data.detail || review.words("not_sent"), "failed");
      }
      review.state(reply.data.said, "saved");
      if (what === "skip") {
        item.open = false;
        return review.proceed(reply.data);
      }
      form.reset();
      form.closest("details").open = false;
      return review.focusTitle();
    }).catch((why) => {
      if (why && (why.offline || why.signedOut)) review.state(review.words("not_sent_try"), "failed");
      else throw why;
    });
  }

  /* One that was refused while the page was away. */
  review.showRefused = (entry, detail) => {
    const box = review.notice("refused-" + entry.key, review.words("not_accepted", { label: entry.label, why: detail || entry.refused.detail }), [
      [review.words("open_it"), entry.page],
      [review.words("put_away"), () => { review.outbox.remove(entry.key); box.remove(); }],
    ], "error");
    if (entry.lines) {
      const words = document.createElement("pre");
      words.textContent = entry.lines;
      box.append(words);
    }
  };
  review.outbox.all().filter((entry) => entry.refused).forEach((entry) => review.showRefused(entry));
})();
