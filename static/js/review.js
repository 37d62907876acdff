/* The stage of the working page: shows the next item at once while the submit of the last one is on its way,
   brings it back if it is refused, takes back, and keeps address and back button in step. */
(function () {
  "use strict";
  const review = window.StemmaReview;
  if (!review) return;
  const root = review.root;
  const outbox = review.outbox;
  const DOUBLE = 700; /* a second Enter sooner than this is of the same keystroke */
  const onTheWay = new Map(); /* key of a form to its item */
  review.ahead = []; /* items held that come after the one at hand */
  review.current = null;

  review.focusTitle = () => {
    const title = document.getElementById("review-title");
    if (title) title.focus({ preventScroll: false });
  };

  function made(html) {
    const box = document.createElement("template");
    box.innerHTML = review.freshen(html).trim();
    return new review.Item(box.content.firstElementChild);
  }

  /* Put an item on the stage; the one before stays in memory if it is on its way. */
  function show(item, options) {
    const how = options || {};
    review.current = item;
    item.shownAt = how.afterSubmit ? Date.now() : 0;
    item.sent = false;
    review.stage.replaceChildren(item.article);
    review.prepareSelection(item.article);
    if (how.afterSubmit) document.querySelectorAll("main > .message").forEach((words) => words.remove());
    item.article.querySelectorAll("[data-copies]").forEach((button) => { button.hidden = false; });
    if (item.url && how.push !== false && item.url !== location.pathname) history.pushState({ url: item.url }, "", item.url);
    document.title = (item.label ? item.label + " · " : "") + review.words("title", { suite: root.dataset.suite }) + " · Stemma";
    const label = document.querySelector("[data-place-label]");
    const scenario = document.querySelector("[data-place-scenario]");
    if (label && item.label) label.textContent = item.label;
    if (scenario && item.article.dataset.scenario) scenario.textContent = item.article.dataset.scenario;
    if (how.focus !== false) {
      window.scrollTo(0, 0);
      review.focusTitle();
    }
    if (item.open) setTimeout(fetchAhead, 250);
  }

  function counted(data) {
    Object.entries(data.counts || {}).forEach(([name, n]) => {
      document.querySelectorAll("[data-count=" + name + "]").forEach((span) => { span.textContent = n; });
    });
  }

  /* The item after this one, held for us, so that it is there when it is wanted. */
  let fetching = null;
  function fetchAhead() {
    if (fetching || review.ahead.length || !review.current || !review.current.open || outbox.waiting().length) return;
    fetching = review.request(root.dataset.aheadUrl, "", { quiet: true }).then((reply) => {
      if (reply.status === 200 && reply.data.slot && !knows(reply.data.slot)) review.ahead.push(made(reply.data.html));
    }, () => {}).then(() => { fetching = null; });
  }
  const knows = (slot) => [review.current].concat(review.ahead).some((item) => item && item.slot === String(slot));

  function takeAhead(slot) {
    const at = review.ahead.findIndex((item) => item.slot === String(slot));
    return at < 0 ? null : review.ahead.splice(at, 1)[0];
  }

  /* Go where the server says: to the next item, or to the reason why there is none. */
  review.proceed = (data) => {
    counted(data);
    if (data.next) {
      const item = takeAhead(data.next.slot) || (data.next.html ? made(data.next.html) : null);
      if (item) show(item, { afterSubmit: true });
      else location.assign(root.dataset.queueUrl);
    } else if (data.empty) show(made(data.empty));
    else location.assign(root.dataset.queueUrl);
  };

  review.enter = () => {
    const item = review.current;
    if (item && item.form && item.form.querySelector("[data-submit]")) item.form.requestSubmit(item.form.querySelector("[data-submit]"));
    else if (document.querySelector("#review-item .button.primary")) document.querySelector("#review-item .button.primary").click();
  };

  function submit(item, submitter) {
    if (item.sent || (!item.touched && Date.now() - item.shownAt < DOUBLE)) return;
    item.sent = true;
    item.clearFaults();
    const next = review.ahead[0];
    const key = item.form.elements._key.value;
    const body = new URLSearchParams(item.body(submitter));
    if (next) body.set("_ahead", next.slot);
    onTheWay.set(key, item);
    const kept = outbox.add({ key: key, url: item.article.dataset.submitUrl, body: body.toString(), slot: item.slot,
      label: item.label, page: item.url, lines: review.linesOf(item.form), at: Date.now() });
    review.remember("draft-" + root.dataset.person + "-" + item.slot, null);
    review.state(review.words("sending", { label: item.label }), "saving");
    if (next) {
      review.ahead.shift();
      show(next, { afterSubmit: true });
      review.say(review.words("submitted_next", { label: item.label, next: next.label }));
    } else busy(item, true);
    outbox.flush();
    return kept;
  }
  function busy(item, is) {
    item.article.toggleAttribute("aria-busy", is);
    const button = item.form && item.form.querySelector("[data-submit]");
    if (button) button.disabled = is;
  }

  outbox.sent = (entry, data) => {
    const item = onTheWay.get(entry.key);
    onTheWay.delete(entry.key);
    if (!outbox.waiting().length) review.state(review.words("submitted", { label: entry.label }), "saved");
    if (item && item === review.current) review.proceed(data);
    else {
      counted(data);
      fetchAhead();
    }
  };

  /* Refused: the item comes back with the error, at once if nothing was begun on the next one. */
  outbox.refused = (entry, status, data) => {
    const item = onTheWay.get(entry.key);
    onTheWay.delete(entry.key);
    if (!item) return review.showRefused(entry, data.detail);
    item.sent = false;
    busy(item, false);
    const back = () => {
      review.dismiss("refused-" + entry.key);
      if (review.current !== item) {
        const interrupted = review.current;
        interrupted.save();
        if (interrupted.open) review.ahead.unshift(interrupted);
        show(item);
      }
      outbox.remove(entry.key);
      if (status === 422) item.fault(data);
      else if (data.code === "lease_lost" || status === 404) item.lose(data.detail);
      else item.fault({ detail: data.detail });
    };
    if (review.current === item || !review.current.touched) back();
    else review.notice("refused-" + entry.key, review.words("not_accepted", { label: entry.label, why: data.detail || review.words("see_there") }), [[review.words("go_back"), back]], "error");
  };

  /* Everything else that an item's form does. */
  function send(item, url) {
    busy(item, true);
    return item.save().then(() => review.request(url, item.body())).then((reply) => {
      busy(item, false);
      if (reply.status === 200) return reply.data;
      if (reply.status === 422) item.fault(reply.data);
      else if (reply.data.code === "lease_lost") item.lose(reply.data.detail);
      else item.fault({ detail: reply.data.detail });
      return null;
    }).catch((why) => {
      busy(item, false);
      if (why && (why.offline || why.signedOut)) review.state(review.words("not_sent_try"), "failed");
      else throw why;
      return null;
    });
  }

  function onItem(item, submitter) {
    const url = submitter && submitter.hasAttribute("formaction") ? submitter.formAction : item.form.action;
    const path = new URL(url, location.href).pathname;
    const data = item.article.dataset;
    if (path === data.submitUrl) submit(item, submitter);
    else if (path === data.revealUrl) send(item, url).then((found) => found && swapped(item, found));
    else if (path === data.draftUrl) reshow(item, submitter);
    else send(item, url).then((found) => { if (found && found.to) location.assign(found.to); });
  }
  function swapped(item, found) {
    const again = made(found.html);
    again.active = item.active;
    item.open = false;
    counted(found);
    show(again, { push: false });
    review.state(review.words("next_step"), "saved");
  }
  /* A button of the form that keeps the entries and asks for more of the form (another row). */
  function reshow(item, submitter) {
    item.saved = "";
    const body = new URLSearchParams(item.body(submitter));
    review.request(item.article.dataset.draftUrl, body.toString()).then((reply) => {
      if (reply.status !== 200) return item.fault(reply.data);
      return review.load(item.url, { push: false, focus: false, active: item.active }).then(() => {
        const rows = review.stage.querySelectorAll("[data-takes], #review-form select");
        const empty = Array.from(rows).find((input) => !input.value);
        if (empty) empty.focus();
      });
    }).catch(() => review.state(review.words("not_sent_try"), "failed"));
  }

  review.load = (url, options) => review.request(url, null).then((reply) => {
    if (reply.status !== 200) {
      location.assign(url);
      return;
    }
    const item = made(reply.data.html);
    if (options && options.active) item.active = options.active;
    counted(reply.data);
    show(item, options);
  });

  review.undo = () => {
    const last = outbox.takeLast();
    if (last) {
      const item = onTheWay.get(last.key);
      onTheWay.delete(last.key);
      if (item) return backTo(item, last.label);
      review.load(last.page, {}).catch(() => {});
      return undefined;
    }
    if (outbox.waiting().length) return review.state(review.words("on_its_way"), "waiting");
    const before = review.current;
    return (before && before.form ? before.save() : Promise.resolve()).then(() => review.request(root.dataset.undoUrl, "")).then((reply) => {
      if (reply.status !== 200) return review.state(reply.data.detail || review.words("nothing_back"), "failed");
      takeAhead(reply.data.slot);
      const item = made(reply.data.html);
      counted(reply.data);
      return backTo(item, item.label);
    }).catch((why) => {
      if (why && (why.offline || why.signedOut)) review.state(review.words("unreachable_back"), "failed");
      else throw why;
    });
  };
  function backTo(item, label) {
    const before = review.current;
    if (before && before.open && before !== item) review.ahead.unshift(before);
    busy(item, false);
    show(item);
    review.state(review.words("taken_back", { label: label }), "saved");
  }

  document.addEventListener("submit", (event) => {
    const what = event.target.dataset.review;
    const item = review.current;
    if (!what || event.defaultPrevented) return;
    if (what === "item") {
      if (!item || event.target !== item.form) return;
      event.preventDefault();
      onItem(item, event.submitter);
    } else if (what === "undo") {
      event.preventDefault();
      review.undo();
    } else if (what === "pause") {
      event.preventDefault();
      Promise.all([item && item.form ? item.save() : true, outbox.flush()]).then(() => {
        if (item) item.open = false;
        event.target.submit();
      });
    }
  });
  window.addEventListener("popstate", (event) => {
    const url = (event.state && event.state.url) || location.pathname;
    const before = review.current;
    (before && before.form ? before.save() : Promise.resolve()).then(() => {
      if (before && before.open && !review.ahead.includes(before)) review.ahead.unshift(before);
      const held = review.ahead.find((item) => item.url === url);
      if (held) show(takeAhead(held.slot), { push: false });
      else review.load(url, { push: false }).catch(() => review.state(review.words("unreachable"), "failed"));
    });
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && review.current && review.current.url) review.load(review.current.url, { push: false }).catch(() => {});
  });

  const article = document.getElementById("review-item");
  const first = new review.Item(article);
  history.replaceState({ url: first.url || location.pathname }, "");
  show(first, { push: false, focus: first.open });
  outbox.resume().then(fetchAhead);
})();
