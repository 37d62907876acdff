/* The working page of annotators: requests, and signing in without leaving the page. The page works by its
   forms without these files; they share the object StemmaReview. */
(function () {
  "use strict";
  const root = document.getElementById("review");
  if (!root) return;
  const review = (window.StemmaReview = { root: root, stage: document.getElementById("review-stage") });
  /* What is said, in the language of the page, with places such as ``{n}``; each comes as it was given. */
  const words = JSON.parse(document.getElementById("review-words").textContent);
  review.words = (name, places) => words[name].replace(/\{(\w+)\}/g, (all, place) => String((places || {})[place]));

  const state = document.getElementById("review-state");
  const said = document.getElementById("review-said");
  const notices = document.getElementById("review-notices");

  /* The state line says saving, saved, offline; ``say`` is for what happened, heard but not shown twice. */
  review.state = (text, kind) => {
    if (state.textContent !== text) state.textContent = text;
    state.dataset.kind = kind || "";
  };
  review.say = (text) => {
    said.textContent = text;
  };

  /* A message above the item, one for each name; ``actions`` are [label, function] or [label, address]. */
  review.notice = (name, text, actions, kind) => {
    review.dismiss(name);
    const box = document.createElement("div");
    box.className = "message message-" + (kind || "warning");
    box.dataset.notice = name;
    const words = document.createElement("p");
    words.textContent = text;
    box.append(words);
    const line = document.createElement("p");
    line.className = "review-actions";
    (actions || []).forEach(([label, what]) => {
      const control = document.createElement(typeof what === "string" ? "a" : "button");
      control.textContent = label;
      if (typeof what === "string") {
        control.href = what;
        control.className = "button";
      } else {
        control.type = "button";
        control.addEventListener("click", what);
      }
      line.append(control);
    });
    if (line.children.length) box.append(line);
    notices.append(box);
    return box;
  };
  review.dismiss = (name) => {
    notices.querySelectorAll("[data-notice]").forEach((box) => {
      if (box.dataset.notice === name) box.remove();
    });
  };

  /* What is remembered in this browser, by person; private windows may refuse it. */
  const prefix = "stemma-review-";
  review.remember = (name, value) => {
    try {
      if (value === null) localStorage.removeItem(prefix + name);
      else localStorage.setItem(prefix + name, JSON.stringify(value));
      return true;
    } catch (error) {
      return false;
    }
  };
  review.recall = (name) => {
    try {
      return JSON.parse(localStorage.getItem(prefix + name));
    } catch (error) {
      return null;
    }
  };

  let csrf = (root.querySelector("input[name=csrfmiddlewaretoken]") || {}).value || "";
  review.csrf = () => csrf;
  function renewCsrf(token) {
    csrf = token;
    document.querySelectorAll("input[name=csrfmiddlewaretoken]").forEach((input) => { input.value = token; });
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
  }
  review.freshen = (html) => html.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1" + csrf);

  const offline = (error) => ({ offline: true, error: error });

  function send(url, body, options) {
    const headers = { Accept: "application/json" };
    const init = { headers: headers, credentials: "same-origin", cache: "no-store", keepalive: !!options.keepalive };
    if (body !== null) {
      headers["X-CSRFToken"] = csrf;
      init.method = "POST";
      init.body = new URLSearchParams(body);
    }
    return fetch(url, init).catch((error) => Promise.reject(offline(error)));
  }

  /* ``{status, data}`` of an address; ``body`` null reads. A session that ended is renewed in place and the
     request sent again, or with ``quiet`` refused as ``{signedOut}``. Rejects ``{offline}`` where the server
     cannot be reached. */
  review.request = (url, body, options) => {
    const how = options || {};
    return send(url, body, how).then((response) => {
      const json = (response.headers.get("Content-Type") || "").includes("json");
      if (response.status === 401) {
        if (how.quiet) return Promise.reject({ signedOut: true });
        return review.signIn().then(() => review.request(url, body, how));
      }
      if (response.status === 403 && !json && !how.again) {
        return whoIsThere().then(() => review.request(url, body, Object.assign({}, how, { again: true })));
      }
      if (response.status === 429 || response.status >= 500) return Promise.reject(offline(response.status));
      if (!json) return { status: response.status, data: {} };
      return response.json().then((data) => ({ status: response.status, data: data }), (error) => Promise.reject(offline(error)));
    });
  };

  /* A sign-in elsewhere changes the token of forms. Somebody else's session sends nothing of this person's. */
  function whoIsThere() {
    return send(root.dataset.sessionUrl, null, {}).then((response) => response.json()).then((found) => {
      renewCsrf(found.csrf);
      if (found.user === root.dataset.user) return true;
      if (found.user === null) return review.signIn();
      review.notice("other", review.words("other_person", { other: found.user, person: root.dataset.user }),
        [[review.words("reload"), () => location.reload()]], "error");
      return Promise.reject({ signedOut: true });
    });
  }

  const dialog = document.getElementById("review-sign-in");
  const fault = dialog.querySelector("[data-sign-in-error]");
  let waiting = null;
  review.signIn = () => {
    if (waiting) return waiting.promise;
    waiting = {};
    waiting.promise = new Promise((resolve, reject) => Object.assign(waiting, { resolve: resolve, reject: reject }));
    fault.textContent = "";
    dialog.querySelector("[name=password]").value = "";
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("[name=password]").focus();
    return waiting.promise;
  };
  function end(how, value) {
    const asked = waiting;
    waiting = null;
    if (dialog.open) dialog.close();
    if (asked) asked[how](value);
  }
  dialog.addEventListener("cancel", () => end("reject", { signedOut: true }));
  dialog.querySelector("[data-later]").addEventListener("click", () => end("reject", { signedOut: true }));
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = new FormData(event.target);
    fault.textContent = "";
    send(root.dataset.sessionUrl, null, {})
      .then((response) => response.json())
      .then((found) => {
        renewCsrf(found.csrf);
        if (found.user === root.dataset.user) return null;
        fields.set("csrfmiddlewaretoken", found.csrf);
        fields.set("next", root.dataset.sessionUrl);
        return fetch(root.dataset.signInUrl, { method: "POST", body: new URLSearchParams(fields), credentials: "same-origin" });
      })
      .then((response) => (response && response.status === 429 ? Promise.reject(review.words("too_many_tries")) : send(root.dataset.sessionUrl, null, {})))
      .then((response) => response.json())
      .then((found) => {
        renewCsrf(found.csrf);
        if (found.user !== root.dataset.user) return Promise.reject(review.words("wrong_password", { person: root.dataset.user }));
        review.dismiss("signed-out");
        end("resolve", true);
        review.say(review.words("signed_in"));
        return true;
      })
      .catch((why) => { fault.textContent = typeof why === "string" ? why : review.words("unreachable_try"); });
  });
})();
