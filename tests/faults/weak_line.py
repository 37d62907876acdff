"""A line to Postgres that can be cut: frozen (what is sent vanishes, nobody is told) or down (refused)."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from django.db import connection

WAIT = 0.05


class WeakLine:
    """Passes bytes on between whoever connects to ``port`` and the server of ``to`` (default: the tests')."""

    def __init__(self, *, to: str = "", at: str = "127.0.0.1") -> None:
        self.to = to or os.environ["DATABASE_URL"]
        self.at = at
        self.whole = threading.Event()
        self.whole.set()
        self.down = threading.Event()
        self.ended = threading.Event()
        self.listener = socket.create_server((at, 0))
        self.listener.settimeout(WAIT)
        self.port = int(self.listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, name: str | None = None) -> str:
        """The address of a database (default: this suite's) over this line."""
        login = urlsplit(self.to).netloc.rpartition("@")[0]
        return f"postgresql://{login}@{self.at}:{self.port}/{name or connection.settings_dict['NAME']}"

    def _accept(self) -> None:
        while not self.ended.is_set():
            try:
                near, _ = self.listener.accept()
            except OSError:
                continue
            if self.down.is_set():
                near.close()
                continue
            far = _server(self.to)
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        one.settimeout(WAIT)
        with contextlib.suppress(OSError), one, other:
            while not (self.ended.is_set() or self.down.is_set()):
                try:
                    part = one.recv(65536)
                except TimeoutError:
                    continue
                if not part:
                    break
                while not self.whole.wait(WAIT):
                    if self.ended.is_set() or self.down.is_set():
                        return
                other.sendall(part)
            for side in (one, other):
                side.shutdown(socket.SHUT_RDWR)


def _server(url: str) -> socket.socket:
    parts = urlsplit(url)
    query = parse_qs(parts.query)
    if folder := query.get("host"):
        line = socket.socket(socket.AF_UNIX)
        line.connect(f"{folder[0]}/.s.PGSQL.{query.get('port', ['5432'])[0]}")
        return line
    return socket.create_connection((parts.hostname or "127.0.0.1", parts.port or 5432))


@contextlib.contextmanager
def weak_line(*, to: str = "", at: str = "127.0.0.1") -> Iterator[WeakLine]:
    """A line that ends with the block."""
    line = WeakLine(to=to, at=at)
    try:
        yield line
    finally:
        line.ended.set()
        line.whole.set()
        line.listener.close()
