"""Receivers of hooks on loopback: what came is kept, what is answered is scripted."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from benchmark.floor.hooks.signing import sign


@dataclass(frozen=True)
class Came:
    """One message as it came."""

    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    def signed_by(self, secret: str) -> bool:
        """Whether one of its signatures is that of the secret."""
        wanted = sign([secret], self.id, int(self.headers["webhook-timestamp"]), self.body)
        return wanted in self.headers["webhook-signature"].split(" ")


@dataclass
class Receiver:
    """``script`` is taken from the front, one (status, headers, body) a message; then 204."""

    url: str
    came: list[Came] = field(default_factory=list)
    script: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    drip: float = 0.0
    """Seconds between the bytes of a reply that never ends, if not 0."""

    def answers(self, status: int, body: bytes = b"", times: int = 1, **headers: str) -> None:
        self.script += [(status, {n.replace("_", "-"): v for n, v in headers.items()}, body)] * times


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that answers in threads."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    found = Receiver(f"http://127.0.0.1:{server.server_address[1]}/in?key=k")
    server.found = found  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield found
    finally:
        found.drip = 0.0
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        found: Receiver = self.server.found  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        found.came.append(Came({name.lower(): value for name, value in self.headers.items()}, body))
        if found.drip:
            self._drip(found)
            return
        status, headers, said = found.script.pop(0) if found.script else (204, {}, b"")
        self.send_response(status)
        for name, value in {"Content-Length": str(len(said)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said)

    def _drip(self, found: Receiver) -> None:
        """A header that never ends, a byte at a time: each wait is short, the whole is not."""
        try:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            while found.drip:
                self.wfile.write(b"a")
                self.wfile.flush()
                time.sleep(found.drip)
        except OSError:
            return

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""
