/* The item at hand: its entries are saved as they are made, the time at it is counted, its lease is held. */
(function () {
  "use strict";
  const review = window.StemmaReview;
  if (!review) return;
  const SAVE_AFTER = 500;
  const IDLE = 60000;
  const BEAT = 60000;
  const WARN = 120000;
  const OWN = /^(_|csrfmiddlewaretoken$)/;

  let lastInput = Date.now();
  ["keydown", "pointerdown", "pointermove", "wheel", "scroll", "touchstart", "input"].forEach((kind) => {
    document.addEventListener(kind, () => { lastInput = Date.now(); }, { passive: true, capture: true });
  });
  const isActive = () => document.visibilityState === "visible" && Date.now() - lastInput < IDLE;

  /* An item of the stage. ``article`` is its element, which is kept while its submit is on its way. */
  review.Item = function (article) {
    const item = this;
    item.article = article;
    item.slot = article.dataset.slot || "";
    item.url = article.dataset.url || "";
    item.label = article.dataset.label || "";
    item.form = article.querySelector("form[data-review=item]");
    item.open = article.hasAttribute("data-open");
    item.touched = false;
    item.shownAt = 0;
    item.sent = false;
    item.active = 0;
    item.until = Date.now() + Number(article.dataset.leaseSeconds || 0) * 1000;
    item.saved = item.form ? entriesOf(item) : "";
    item.saving = null;
    item.timer = 0;
    if (!item.form) return;
    article.addEventListener("input", (event) => {
      if (!item.form.contains(event.target)) return;
      item.touched = true;
      clearFault(event.target);
      clearTimeout(item.timer);
      if (item.open) {
        if (entriesOf(item) !== item.saved) review.state(review.words("not_saved_yet"), "saving");
        item.timer = setTimeout(() => item.save(), SAVE_AFTER);
      }
    });
    article.addEventListener("focusout", () => { if (item.timer) item.save(); });
    restore(item);
  };
  const proto = review.Item.prototype;

  /* All fields of the form, with the button that sent it, as a body. */
  proto.body = function (submitter) {
    const fields = new FormData(this.form);
    if (submitter && submitter.name) fields.append(submitter.name, submitter.value);
    fields.delete("csrfmiddlewaretoken");
    fields.set("_active_ms", String(Math.round(this.active)));
    return new URLSearchParams(fields).toString();
  };
  proto.set = function (name, value) {
    const input = this.form && this.form.elements[name];
    if (input) input.value = value;
  };

  function entriesOf(item) {
    const fields = new FormData(item.form);
    Array.from(new Set(fields.keys())).forEach((name) => { if (OWN.test(name)) fields.delete(name); });
    return new URLSearchParams(fields).toString();
  }
  const place = (item) => "draft-" + review.root.dataset.person + "-" + item.slot;

  /* Saves what is entered; resolves to true once the server has it. One save at a time, the last counts. */
  proto.save = function (options) {
    const item = this;
    clearTimeout(item.timer);
    item.timer = 0;
    if (!item.open || item.sent || !item.form) return Promise.resolve(true);
    const entries = entriesOf(item);
    if (entries === item.saved) return Promise.resolve(true);
    if (item.saving) return item.saving.then(() => item.save(options));
    review.state(review.words("saving"), "saving");
    item.saving = review.request(item.article.dataset.draftUrl, item.body(), Object.assign({ quiet: true }, options))
      .then((reply) => {
        if (reply.status === 200) {
          item.saved = entries;
          item.set("_version", reply.data.version);
          review.remember(place(item), null);
          if (item === review.current && !item.sent) review.state(review.words("saved"), "saved");
          return true;
        }
        if (item.sent || !item.open) return false; /* overtaken by its submit */
        if (reply.data.code === "stale") choose(item, reply.data);
        else if (reply.data.code === "lease_lost" || reply.status === 404) item.lose(reply.data.detail);
        else review.state(reply.data.detail || review.words("not_saved"), "failed");
        return false;
      })
      .catch((why) => {
        review.remember(place(item), { entries: entries, token: tokenOf(item) });
        if (why && why.signedOut) {
          review.state(review.words("kept_signed_out"), "waiting");
          review.notice("signed-out", review.words("session_ended"),
            [[review.words("sign_in_here"), () => review.signIn().then(() => item.save()).catch(() => {})]]);
        } else review.state(review.words("kept_offline"), "waiting");
        return false;
      })
      .then((done) => {
        item.saving = null;
        return done;
      });
    return item.saving;
  };
  const tokenOf = (item) => item.form.elements._token.value;

  /* Entries that could not be saved before the page was left stand in it again. */
  function restore(item) {
    const kept = item.open && review.recall(place(item));
    if (!kept) return;
    review.remember(place(item), null);
    if (kept.token !== tokenOf(item) || kept.entries === item.saved) return;
    const entries = new URLSearchParams(kept.entries);
    /* What a form must have before it can be filled: rows that were added, say. */
    (review.fillers || []).forEach((prepare) => prepare(item.form, entries));
    fill(item.form, entries);
    review.notice("restored", review.words("restored"), [[review.words("good"), () => review.dismiss("restored")]]);
    setTimeout(() => item.save(), 0);
  }
  function fill(form, entries) {
    Array.from(form.elements).forEach((input) => {
      if (!input.name || OWN.test(input.name) || input.type === "hidden" || input.type === "submit" || input.tagName === "BUTTON") return;
      const values = entries.getAll(input.name);
      if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
      else if (input.tagName === "SELECT") input.value = values[0] || "";
      else input.value = values.shift() || "";
      if (input.type !== "radio" && input.type !== "checkbox" && values.length) {
        entries.delete(input.name);
        values.forEach((value) => entries.append(input.name, value));
      }
    });
  }

  /* Another tab saved in between: both values side by side, and a choice. */
  function choose(item, data) {
    item.article.querySelectorAll("[data-stale]").forEach((box) => box.remove());
    item.form.insertAdjacentHTML("beforebegin", data.html);
    const box = item.article.querySelector("[data-stale]");
    box.querySelectorAll("[data-choose]").forEach((button) => { button.hidden = false; });
    box.querySelectorAll("[data-without-script]").forEach((words) => words.remove());
    box.addEventListener("click", (event) => {
      const chosen = event.target.closest("[data-choose]");
      if (!chosen) return;
      if (chosen.dataset.choose === "yours") {
        item.set("_version", data.version);
        item.saved = "";
        box.remove();
        item.save();
        review.focusTitle();
      } else {
        item.saved = entriesOf(item);
        review.load(item.url, { push: false }).then(() => review.state(review.words("saved"), "saved"));
      }
    });
    review.state(review.words("choose_above"), "failed");
    box.scrollIntoView({ block: "nearest" });
  }

  /* The lease is another's: nothing more can be sent, and what is entered stays to be read and copied. */
  proto.lose = function (why) {
    if (!this.open) return;
    this.open = false;
    const lines = review.linesOf(this.form);
    this.article.removeAttribute("data-open");
    this.article.querySelectorAll("fieldset, button").forEach((control) => { control.disabled = true; });
    const box = review.notice("lost", why ? review.words("lost_why", { why: why }) : review.words("lost"),
      [[review.words("take_next"), review.root.dataset.queueUrl], [review.words("copy_entries"), () => copy(lines, box)]], "error");
    review.state(review.words("not_yours"), "failed");
  };
  function copy(text, box) {
    const area = document.createElement("textarea");
    area.className = "review-entered";
    area.readOnly = true;
    area.value = text;
    area.setAttribute("aria-label", review.words("entered"));
    if (!box.querySelector("textarea")) box.append(area);
    box.querySelector("textarea").select();
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => review.say(review.words("copied")), () => {});
  }
  review.linesOf = (form) => Array.from(new FormData(form).entries())
    .filter(([name, value]) => !OWN.test(name) && name !== "step" && value !== "")
    .map(([name, value]) => name + ": " + value).join("\n");

  /* Faults stand beside what they concern, and in a list that leads there. */
  proto.fault = function (data) {
    const item = this;
    item.clearFaults();
    const fields = data.fields || {};
    const box = document.createElement("div");
    box.className = "message message-error";
    box.setAttribute("role", "alert");
    box.dataset.refused = "";
    box.innerHTML = "<p><strong></strong></p><ul></ul>";
    box.querySelector("strong").textContent = review.words("not_submitted") + ".";
    let first = null;
    Object.keys(fields).forEach((name) => {
      const text = [].concat(fields[name]).join(" ");
      const input = inputOf(item.form, name);
      const line = document.createElement("li");
      line.textContent = text;
      if (input) {
        const label = wordsOf(input);
        if (label) line.textContent = label + ": " + text;
        beside(input, name, text);
        first = first || input;
      }
      box.querySelector("ul").append(line);
    });
    if (!Object.keys(fields).length) box.querySelector("ul").replaceWith(document.createTextNode(data.detail || ""));
    item.form.before(box);
    if (first) first.focus();
    else box.scrollIntoView({ block: "nearest" });
    review.state(review.words("not_submitted"), "failed");
  };
  function inputOf(form, name) {
    const stem = name.split(".")[0];
    return Array.from(form.elements).find((input) => input.name === name && input.type !== "hidden")
      || Array.from(form.elements).find((input) => input.name && input.type !== "hidden" && input.name.split(".")[0] === stem);
  }
  function wordsOf(input) {
    const group = input.closest("fieldset:not(.plain)");
    const words = (group && group.querySelector("legend")) || (input.labels && input.labels[0]);
    return words ? words.textContent.trim().replace(/\s+/g, " ") : "";
  }
  function beside(input, name, text) {
    const group = input.closest("fieldset:not(.plain), .field, li, td, div");
    const words = document.createElement("p");
    words.className = "error";
    words.id = "fault-" + name.replace(/[^\w-]/g, "-");
    words.dataset.fault = name;
    words.textContent = text;
    const legend = group && group.tagName === "FIELDSET" ? group.querySelector("legend") : null;
    if (legend) legend.after(words);
    else if (group) group.append(words);
    else input.after(words);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", words.id);
  }
  function clearFault(input) {
    const group = input.closest("fieldset:not(.plain), .field, li, td, div");
    if (!group) return;
    group.querySelectorAll("[data-fault]").forEach((words) => words.remove());
    group.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
  }
  proto.clearFaults = function () {
    this.article.querySelectorAll("[data-fault], [data-refused]").forEach((words) => words.remove());
    this.article.querySelectorAll("[aria-invalid]").forEach((input) => input.removeAttribute("aria-invalid"));
  };

  /* The lease: renewed each minute while somebody is at it, and a word two minutes before it ends. */
  proto.beat = function () {
    const item = this;
    if (!item.open || !item.form) return Promise.resolve();
    const body = new URLSearchParams({ _token: tokenOf(item), _held: item.form.elements._held.value });
    return review.request(item.article.dataset.beatUrl, body.toString(), { quiet: true }).then((reply) => {
      if (reply.status === 200) {
        item.until = Date.now() + reply.data.seconds * 1000;
        if (item === review.current) review.dismiss("lease");
      } else if (item === review.current) item.lose(reply.data.detail);
    }, () => {});
  };
  let lastBeat = Date.now();
  let lastTick = Date.now();
  setInterval(() => {
    const now = Date.now();
    const passed = Math.min(now - lastTick, 2000);
    lastTick = now;
    const item = review.current;
    if (!item || !item.open) return;
    if (isActive()) item.active += passed;
    if (now - lastBeat >= BEAT && now - lastInput < BEAT * 5) {
      lastBeat = now;
      [item].concat(review.ahead || []).forEach((one) => one.beat());
    }
    if (item.until && item.until - now < WARN && item.until > now && !document.querySelector("[data-notice=lease]")) {
      review.notice("lease", review.words("lease_ends"),
        [[review.words("keep_it"), () => item.beat()]]);
    }
  }, 1000);

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && review.current) review.current.save({ keepalive: true });
  });
  window.addEventListener("pagehide", () => {
    const item = review.current;
    if (!item || !item.open || item.sent || item.saving || !item.form || entriesOf(item) === item.saved) return;
    const body = new URLSearchParams(item.body());
    body.set("csrfmiddlewaretoken", review.csrf());
    navigator.sendBeacon(item.article.dataset.draftUrl, body);
  });
})();
