/* Submits that are on their way. Each is kept in this browser until the server has it, with the key of its
   form: what is sent twice is stored once. They are sent one after the other, in their order. */
(function () {
  "use strict";
  const review = window.StemmaReview;
  if (!review) return;
  const name = "outbox-" + review.root.dataset.person;
  const RETRY = 8000;
  const TRIES = 4;
  let kept = null; /* where the browser keeps nothing, the page does */
  let sending = false;
  let timer = 0;

  const all = () => kept || review.recall(name) || [];
  function store(entries) {
    kept = review.remember(name, entries.length ? entries : null) ? null : entries;
    tell();
  }
  const waiting = () => all().filter((entry) => !entry.refused && entry.tab === tab);

  /* Each page sends what was submitted on it, so that it can say what became of it; of pages that are gone
     the next one takes over what they left. */
  const tab = Date.now().toString(36) + Math.random().toString(36).slice(2);
  const lockOf = (id) => "stemma-review-tab-" + id;
  if (navigator.locks) navigator.locks.request(lockOf(tab), () => new Promise(() => {}));
  function adopt() {
    if (all().every((entry) => entry.tab === tab)) return Promise.resolve();
    const living = navigator.locks
      ? navigator.locks.query().then((found) => new Set(found.held.map((lock) => lock.name)))
      : Promise.resolve(new Set(all().filter((entry) => Date.now() - entry.at < 60000).map((entry) => lockOf(entry.tab))));
    return living.then((held) => {
      store(all().map((entry) => (held.has(lockOf(entry.tab)) ? entry : Object.assign({}, entry, { tab: tab }))));
    });
  }

  /* How many wait is said while they do. */
  function tell(reason) {
    const n = waiting().length;
    if (!n) {
      review.dismiss("outbox");
      return;
    }
    if (reason) {
      const words = review.words(n === 1 ? "waits_one" : "waits_many", { n: n, why: reason });
      review.state(review.words("to_be_sent", { n: n }), "waiting");
      if (!document.querySelector("[data-notice=outbox]") || reason !== tell.last) {
        review.notice("outbox", words, [[review.words("send_now"), () => outbox.resume()]]);
      } else {
        document.querySelector("[data-notice=outbox] p").textContent = words;
      }
      tell.last = reason;
    }
  }

  const outbox = (review.outbox = {
    /* Callbacks of the stage: ``sent(entry, data)`` and ``refused(entry, status, data)``. */
    sent: () => {},
    refused: () => {},
    waiting: waiting,
    all: all,
    add(entry) {
      if (!all().some((one) => one.key === entry.key && !one.refused)) {
        store(all().filter((one) => one.key !== entry.key).concat([Object.assign({ tab: tab }, entry)]));
      }
    },
    remove(key) {
      store(all().filter((entry) => entry.key !== key));
    },
    /* The last one that was not sent yet, taken out again; null while it is on its way. */
    takeLast() {
      const last = waiting().pop();
      if (!last || sending) return null;
      outbox.remove(last.key);
      return last;
    },
    /* At first, and whenever the connection is back: also what pages that are gone left. */
    resume: () => adopt().then(() => outbox.flush()),
    flush() {
      clearTimeout(timer);
      if (sending || !waiting().length) return Promise.resolve();
      sending = true;
      return exclusively(sendAll)
        .catch((why) => {
          if (why && why.signedOut) tell(review.words("why_signed_out"));
          else if (why && why.offline) tell(review.words("why_unreachable"));
          else throw why;
        })
        .then(() => {
          sending = false;
          if (waiting().length) timer = setTimeout(outbox.resume, RETRY);
        });
    },
  });

  /* Two tabs do not send at once; where the browser cannot see to it, the key does. */
  function exclusively(act) {
    return navigator.locks ? navigator.locks.request(name, act) : act();
  }

  function sendAll() {
    const entry = waiting()[0];
    if (!entry) return Promise.resolve();
    return review.request(entry.url, entry.body).then((reply) => {
      if (reply.status === 200) {
        outbox.remove(entry.key);
        outbox.sent(entry, reply.data);
      } else refuse(entry, reply.status, reply.data);
      return sendAll();
    }, (why) => {
      /* A server that fails on this one again and again must not keep the others waiting. */
      if (!why.offline || !(why.error >= 500) || why.error === 503) throw why;
      const tries = (entry.tries || 0) + 1;
      change(entry, { tries: tries });
      if (tries < TRIES) throw why;
      refuse(entry, why.error, { detail: review.words("server_fails", { status: why.error }) });
      return sendAll();
    });
  }
  function change(entry, what) {
    store(all().map((one) => (one.key === entry.key ? Object.assign({}, one, what) : one)));
  }
  function refuse(entry, status, data) {
    const detail = data.detail || review.words("server_refused", { status: status });
    change(entry, { refused: { status: status, detail: detail } });
    outbox.refused(entry, status, Object.assign({ detail: detail }, data));
  }

  window.addEventListener("online", () => outbox.resume());
  window.addEventListener("offline", () => tell(review.words("why_offline")));
})();
