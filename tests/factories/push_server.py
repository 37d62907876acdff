"""The example server of the docs on loopback, with every exchange kept, or scripted replies in its place."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "push_server.py"
OPENAPI: dict[str, Any] = yaml.safe_load((ROOT / "sut_adapters" / "rest" / "openapi.yaml").read_text())


@dataclass(frozen=True)
class Exchange:
    """One call as it went over the wire; the bodies are None where there was none."""

    method: str
    path: str
    headers: dict[str, str]
    sent: Any
    status: int
    replied: Any


@dataclass
class Scripted:
    """What is sent instead of the example's own reply to ``path`` (its last part), once each."""

    path: str
    status: int = 200
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Running:
    """A server at ``url``; ``exchanges`` are kept in order, ``script`` is taken from the front."""

    url: str
    exchanges: list[Exchange] = field(default_factory=list)
    script: list[Scripted] = field(default_factory=list)


@contextmanager
def running(*, secret: str = "") -> Iterator[Running]:
    """The example server, answering in a thread."""
    module = _example()
    server = module.serve()
    module.Handler.secret = secret
    run = Running(f"http://127.0.0.1:{server.server_address[1]}")
    server.RequestHandlerClass = _kept(module.Handler, run)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield run
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("push_server_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _kept(handler: type, run: Running) -> type:
    class Kept(handler):  # type: ignore[misc, valid-type]
        sent: Any = None

        def parse_request(self) -> bool:
            parsed: bool = super().parse_request()
            self.sent = None
            length = int(self.headers.get("Content-Length") or 0) if parsed else 0
            if length:
                data = self.rfile.read(length)
                self.sent = json.loads(data)
                self.rfile = _Both(data, self.rfile)
            return parsed

        def _send(self, status: int, body: Any) -> None:
            last = self.path.rpartition("/")[2]
            if run.script and run.script[0].path == last:
                told = run.script.pop(0)
                self._note(told.status, None)
                self.send_response(told.status)
                for name, value in {"Content-Length": str(len(told.body)), **told.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(told.body)
                return
            self._note(status, body)
            super()._send(status, body)

        def _note(self, status: int, body: Any) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            run.exchanges.append(Exchange(self.command, self.path, headers, self.sent, status, body))

    return Kept


class _Both:
    """A body that was read for the record, then what follows on the connection."""

    def __init__(self, data: bytes, rest: Any) -> None:
        self._data, self._rest = data, rest

    def read(self, size: int) -> bytes:
        found, self._data = self._data[:size], self._data[size:]
        return found or self._rest.read(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rest, name)
