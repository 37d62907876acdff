"""A scripted OpenAI-compatible server on loopback: chat completions, embeddings, models.

Replies come from a function of the request; rate limits, delays and broken replies are scripted as
``Reply`` values. Every request is kept, so that tests can say what was sent and how often.
"""

from __future__ import annotations

import base64
import json
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sut_adapters import tokens
from sut_adapters.embeddings.hashing import Hashing


@dataclass(frozen=True)
class Reply:
    """What the server does with one request: wait, then send ``text`` (or vectors) or the ``status``.

    ``body`` replaces the whole JSON of the reply; ``drop`` closes the connection without one.
    """

    text: str = "{}"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    body: Any = None
    drop: bool = False


def rate_limited(retry_after: str | None = "1") -> Reply:
    """A 429, with a Retry-After header unless None."""
    return Reply(status=429, headers={} if retry_after is None else {"Retry-After": retry_after})


Answer = Callable[[dict[str, Any], int], Reply]
"""Gets the request's JSON and how often this very request was seen before."""


class OpenAiServer:
    """The running server. ``requests`` holds (path, JSON, headers by lower-case name) of every call,
    ``seen_at`` its times, ``most_flying`` the most that were answered at the same moment."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.requests: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.seen_at: list[float] = []
        self.flying = self.most_flying = 0
        self._times: dict[str, int] = {}
        self._lock = threading.Lock()
        server = self

        class Handler(_Handler):
            scripted = server

        self._http = _Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def base_url(self) -> str:
        """The address to configure: with ``/v1``."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def chats(self) -> list[dict[str, Any]]:
        """The JSON of all chat requests, in order of arrival."""
        return [body for path, body, _ in self.requests if path.endswith("/chat/completions")]

    def note(self, path: str, body: dict[str, Any], headers: dict[str, str]) -> int:
        """Keep a request; how often the same one came before."""
        with self._lock:
            self.requests.append((path, body, headers))
            self.seen_at.append(time.monotonic())
            key = path + json.dumps(body, sort_keys=True)
            self._times[key] = self._times.get(key, 0) + 1
            return self._times[key] - 1

    @contextmanager
    def in_flight(self) -> Iterator[None]:
        """Count requests that are being answered at the same time."""
        with self._lock:
            self.flying += 1
            self.most_flying = max(self.most_flying, self.flying)
        try:
            yield
        finally:
            with self._lock:
                self.flying -= 1

    def stop(self) -> None:
        """Stop serving and wait for the thread."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(timeout=5)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up in the middle of a slow reply is part of the script."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    scripted: OpenAiServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        before = self.scripted.note(
            self.path, body, {name.lower(): value for name, value in self.headers.items()}
        )
        with self.scripted.in_flight():
            reply = self.scripted.answer(body, before)
            if reply.delay:
                time.sleep(reply.delay)
            if reply.drop:
                self.close_connection = True
                return
            if reply.status != 200:
                fault = {"error": {"message": "scripted", "type": "scripted"}}
                self._send(reply.status, fault if reply.body is None else reply.body, reply.headers)
                return
            usual = _embeddings(body) if self.path.endswith("/embeddings") else _completion(body, reply.text)
            self._send(200, usual if reply.body is None else reply.body)

    def do_GET(self) -> None:
        self._send(200, {"object": "list", "data": [{"id": "scripted-1", "object": "model"}]})

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def _send(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def openai_server(answer: Answer | Sequence[Reply] | Reply) -> Iterator[OpenAiServer]:
    """A server that answers by a function, with one reply always, or with replies in order (the last
    one again and again)."""
    if isinstance(answer, Reply):
        fixed = answer
        server = OpenAiServer(lambda body, before: fixed)
    elif callable(answer):
        server = OpenAiServer(answer)
    else:
        replies = list(answer)
        server = OpenAiServer(lambda body, before: replies.pop(0) if len(replies) > 1 else replies[0])
    try:
        yield server
    finally:
        server.stop()


def _completion(body: dict[str, Any], text: str) -> dict[str, Any]:
    asked = sum(tokens.count(str(message["content"])) for message in body["messages"])
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted-1",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {
            "prompt_tokens": asked,
            "completion_tokens": tokens.count(text),
            "total_tokens": asked + tokens.count(text),
        },
    }


def _embeddings(body: dict[str, Any]) -> dict[str, Any]:
    texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
    vectors = Hashing().embed([str(text) for text in texts])
    base64_asked = body.get("encoding_format") == "base64"
    data = []
    for index, vector in enumerate(vectors):
        cut = list(vector)[: body.get("dimensions") or len(vector)]
        value: Any = base64.b64encode(struct.pack(f"<{len(cut)}f", *cut)).decode() if base64_asked else cut
        data.append({"object": "embedding", "index": index, "embedding": value})
    return {
        "object": "list",
        "model": body.get("model", ""),
        "data": data,
        "usage": {"prompt_tokens": 0, "total_tokens": 0},
    }
