"""A memory system behind the push protocol of Stemma, in plain Python: BM25 over the records it was sent.

    python push_server.py --port 8100

Fill ``Memory`` with a system of your own; the rest is the protocol (docs/push.md). With ``PUSH_KEY`` in the
environment it lets in only who sends that key.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import threading
import uuid
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Memory:
    """What you would replace. ``records`` are as they came, by id, in their order."""

    def __init__(self) -> None:
        self.records: dict[str, dict] = {}

    def ingest(self, record: dict) -> None:
        """Take one record, once: the same id again changes nothing."""
        self.records.setdefault(record["id"], record)

    def retrieve(self, text: str, k: int | None) -> list[dict]:
        """The best records for a question, best first, prefixed with id and date as readers like them."""
        words = [_words(record["text"]) for record in self.records.values()]
        seen = Counter(word for found in words for word in set(found))
        mean = sum(map(sum, (found.values() for found in words))) / max(1, len(words))
        scored = []
        for record, found in zip(self.records.values(), words, strict=True):
            length = 1.5 * (0.25 + 0.75 * sum(found.values()) / max(mean, 1e-9))
            score = sum(
                math.log(1 + (len(words) - seen[word] + 0.5) / (seen[word] + 0.5))
                * found[word] * 2.5 / (found[word] + length)
                for word in set(_words(text)) if word in found
            )  # fmt: skip
            scored.append((score, record))
        best = sorted(scored, key=lambda pair: -pair[0])[: k or 20]
        return [
            {"text": _prefixed(record), "event_ids": [record["id"]], "score": score}
            for score, record in best
            if score > 0
        ]


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))


def _prefixed(record: dict) -> str:
    who = f"{record['speaker']}: " if record.get("speaker") else ""
    return f"[{record['id']} | {record['t'][:16].replace('T', ' ')}] {who}{record['text']}"


class Handler(BaseHTTPRequestHandler):
    """The protocol: sessions by key, events, checkpoint, query, delete."""

    protocol_version = "HTTP/1.1"
    lock = threading.Lock()
    sessions: dict[str, Memory] = {}
    by_key: dict[str, str] = {}
    secret = ""

    def do_GET(self) -> None:
        if self.path == "/v1/health":
            self._send(200, {"name": "toy-bm25", "version": "1", "capabilities": {}})
        else:
            self._send(404, {"error": f"nothing is at {self.path}"})

    def do_DELETE(self) -> None:
        with self.lock:
            self.sessions.pop(self.path.rpartition("/")[2], None)
        self._send(204, None)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.secret and self.headers.get("Authorization") != f"Bearer {self.secret}":
            return self._send(401, {"error": "the key is missing or wrong"})
        with self.lock:
            if self.path == "/v1/sessions":
                return self._send(200, {"session": self._session(body["key"])})
            _, _, _, name, what = self.path.split("/")
            if name not in self.sessions:
                return self._send(404, {"error": f"no session is called {name}"})
            return self._send(200, self._do(self.sessions[name], what, body))

    def _session(self, key: str) -> str:
        if self.by_key.get(key) not in self.sessions:
            self.by_key[key] = uuid.uuid4().hex
            self.sessions[self.by_key[key]] = Memory()
        return self.by_key[key]

    def _do(self, memory: Memory, what: str, body: dict) -> dict:
        if what == "events":
            for record in body["events"]:
                memory.ingest(record)
            return {"items": len(memory.records)}
        if what == "query":
            return {"items": memory.retrieve(body["text"], body["k"])}
        return {}  # a checkpoint: everything is visible at once here

    def _send(self, status: int, body: dict | None) -> None:
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


def serve(port: int = 0) -> ThreadingHTTPServer:
    """A server on loopback; port 0 takes a free one."""
    Handler.secret = os.environ.get("PUSH_KEY", "")
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8100)
    with serve(parser.parse_args().port) as server:
        server.serve_forever()
