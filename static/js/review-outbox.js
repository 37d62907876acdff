/* Submits that are on their way. Each is kept in this browser until the server has it, with the key of its
   form: what is sent twice is stored once. They are sent one after the other, in their order. */
(function () {
  "use strict";
  const review = window.StemmaReview;
  if (!review) return;
  const name = "outbox-" + review.root.dataset.person;
  const RETRY = 8000;
  let kept = null; /* where the browser keeps nothing, the page does */
  let sending = false;
  let timer = 0;

  const all = () => kept || review.recall(name) || [];
  function store(entries) {
    kept = review.remember(name, entries.length ? entries : null) ? null : entries;
    tell();
  }
  const waiting = () => all().filter((entry) => !entry.refused);

  /* How many wait is said while they do. */
  function tell(reason) {
    const n = waiting().length;
    if (!n) {
      review.dismiss("outbox");
      return;
    }
    if (reason) {
      const words = n + (n === 1 ? " submit waits" : " submits wait") + " in this browser and will be sent once: " + reason;
      review.state(n + " to be sent", "waiting");
      if (!document.querySelector("[data-notice=outbox]") || reason !== tell.last) {
        review.notice("outbox", words, [["Send now", () => outbox.flush()]]);
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
        store(all().filter((one) => one.key !== entry.key).concat([entry]));
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
    flush() {
      clearTimeout(timer);
      if (sending || !waiting().length) return Promise.resolve();
      sending = true;
      return exclusively(sendAll)
        .catch((why) => {
          if (why && why.signedOut) tell("you are signed out.");
          else if (why && why.offline) tell("the server cannot be reached.");
          else throw why;
        })
        .then(() => {
          sending = false;
          if (waiting().length) timer = setTimeout(outbox.flush, RETRY);
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
      } else {
        const refused = { status: reply.status, detail: reply.data.detail || "The server refused it (" + reply.status + ")." };
        store(all().map((one) => (one.key === entry.key ? Object.assign({}, one, { refused: refused }) : one)));
        outbox.refused(entry, reply.status, reply.data);
      }
      return sendAll();
    });
  }

  window.addEventListener("online", () => outbox.flush());
  window.addEventListener("offline", () => tell("you are offline."));
  window.addEventListener("storage", (event) => {
    if (event.key === "stemma-review-" + name) tell();
  });
})();
