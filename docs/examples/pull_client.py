"""Walks a run of Stemma for a memory system of yours, in plain Python (docs/pull.md).

Fill ``Memory`` and call ``main(YourMemory)``; ``pull_bm25.py`` does. The address of the run stands in
``STEMMA_RUN_URL`` (http://host/api/v1/runs/5), a token with the scope submit in ``STEMMA_TOKEN``.

The state is the server's: stop the client whenever you like and start it again, nothing is answered twice.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request


class Memory:
    """What you fill: one memory for one timeline. ``timeline`` holds ``system``, ``scenario`` (an opaque
    name) and ``hint`` (what you are told of how to organise the memory, or None)."""

    def __init__(self, timeline: dict) -> None:
        self.timeline = timeline

    def ingest(self, records: list[dict]) -> None:
        """Take records, in order: ``id``, ``t``, ``text``, ``speaker``, ``session``. The next question is to
        find all of them."""
        raise NotImplementedError

    def retrieve(self, question: dict) -> list[dict] | dict:
        """The context for ``question["text"]`` as of ``question["cutoff"]``: a list of ``{"text",
        "event_ids", "score"}``, best first; or a reply, ``{"items": […], "answer": {…}, "usage": {…}}``."""
        raise NotImplementedError


def prefixed(record: dict) -> str:
    """A record as contexts best carry it: with its id and date before it."""
    who = f"{record['speaker']}: " if record.get("speaker") else ""
    return f"[{record['id']} | {record['t'][:16].replace('T', ' ')}] {who}{record['text']}"


class Refused(Exception):
    """The server answered with a problem; ``code`` says which."""

    def __init__(self, status: int, problem: dict) -> None:
        super().__init__(f"{status} {problem.get('code', '')}: {problem.get('detail', '')}")
        self.status, self.code = status, problem.get("code", "")


class Client:
    """The calls on one run. Waits where the server is busy, away or asks for patience."""

    def __init__(self, run_url: str, token: str, name: str) -> None:
        self.run_url, self.token, self.name = run_url.rstrip("/"), token, name

    def call(self, method: str, what: str, **values: object) -> dict:
        """One call; tried again for ten minutes while the server cannot be reached or asks to wait."""
        place, body = f"{self.run_url}/{what}/", None
        if method == "GET":
            place += "?" + urllib.parse.urlencode(values)
        else:
            body = json.dumps(values).encode()
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        until, pause = time.monotonic() + 600, 0.5
        while True:
            request = urllib.request.Request(place, data=body, method=method, headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=60) as reply:
                    return json.loads(reply.read() or b"{}")
            except urllib.error.HTTPError as error:
                if error.code not in (429, 502, 503, 504) or time.monotonic() > until:
                    raise Refused(error.code, _problem(error)) from None
                pause = float(error.headers.get("Retry-After") or pause)
            except OSError:
                if time.monotonic() > until:
                    raise
            time.sleep(pause)
            pause = min(pause * 2, 15)

    def walk(self, make: type[Memory]) -> None:
        """Claim timelines and walk them until none of the run is left."""
        while True:
            claimed = self.call("POST", "claim", client=self.name)
            if claimed["lease"] is None:
                if claimed["wait"] is None:
                    return
                time.sleep(claimed["wait"])
                continue
            try:
                self._walk(claimed, make(claimed))
            except Refused as error:
                if error.code != "lease_lost":
                    raise

    def _walk(self, claimed: dict, memory: Memory) -> None:
        """One timeline. The memory is new, so it starts at 0; the server passes over what was answered."""
        lease, cursor = claimed["lease"], 0
        with _Beating(self, lease):
            while True:
                given = self.call("GET", "items", lease=lease, after=cursor)
                if given["done"]:
                    return
                cursor = given["cursor"]
                for item in given["items"]:
                    if item["type"] == "events":
                        memory.ingest(item["events"])
                    elif item["type"] == "query":
                        reply = memory.retrieve(item)
                        said = reply if isinstance(reply, dict) else {"items": reply}
                        stored = self.call("POST", "answers", lease=lease, question=item["question"], **said)
                        cursor = stored["cursor"]
                        if cursor is None:  # infrastructure failed: the timeline waits to be claimed again
                            return


class _Beating:
    """Keeps a lease while the memory is busy."""

    def __init__(self, client: Client, lease: str) -> None:
        self.client, self.lease, self.ended = client, lease, threading.Event()

    def _beat(self) -> None:
        while not self.ended.wait(30):
            try:
                self.client.call("POST", "heartbeat", lease=self.lease)
            except (Refused, OSError):
                return  # the next call of the walk says why

    def __enter__(self) -> None:
        threading.Thread(target=self._beat, daemon=True).start()

    def __exit__(self, *ending: object) -> None:
        self.ended.set()


def _problem(error: urllib.error.HTTPError) -> dict:
    try:
        found = json.loads(error.read())
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def main(make: type[Memory]) -> None:
    """Walk the run of the environment with memories of this kind. ``STEMMA_CLIENT`` names this client where
    several walk at once; under its old name a client goes on where it was stopped."""
    name = os.environ.get("STEMMA_CLIENT") or socket.gethostname()
    try:
        Client(os.environ["STEMMA_RUN_URL"], os.environ["STEMMA_TOKEN"], name[:80]).walk(make)
    except KeyError as missing:
        sys.exit(f"Set {missing} in the environment.")
    except Refused as error:
        sys.exit(str(error))
