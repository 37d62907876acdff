"""The child of the worker tier: answers calls to one memory system as JSON lines (ADR 29).

Runs in the environment of the system, not in ours: standard library only, one file, Python 3.10 or later.
Started as ``python -I serve.py FOLDER module:Class LIMITS``. It reads ``{"n", "op", "body"}`` on standard
input and writes ``{"n", "result"}`` or ``{"n", "error": {"kind", "message"}}`` on what was standard output;
whatever the system prints goes to standard error. The end of the input, or of the parent, ends it.

The class is made by ``Class(config=…, hint=…, folder=…)`` and has ``ingest(events)`` and ``query(question)``,
which returns ``{"items": [{"text", "event_ids", "score"}]}``. It may have ``checkpoint()``, ``holdings()``,
``close()``, and the attributes ``name``, ``version`` and ``capabilities``.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import resource
import signal
import sys
import threading
import time
import traceback
from typing import Any, BinaryIO

LIMITS = {
    "memory_mb": (resource.RLIMIT_AS, 1024 * 1024),
    "file_mb": (resource.RLIMIT_FSIZE, 1024 * 1024),
    "open_files": (resource.RLIMIT_NOFILE, 1),
    "cpu_seconds": (resource.RLIMIT_CPU, 1),
}
"""Names of limits, what each bounds, and the unit in its terms."""
GUARDED = ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind", "socket.getaddrinfo")


class UnknownOpError(Exception):
    """A call that this protocol does not have."""


def main() -> None:
    """Take over the channel, bound this process, import the class, and answer until the input ends."""
    folder, path, limits = sys.argv[1:4]
    calls, replies = take_channel()
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    bound(json.loads(limits))
    sys.addaudithook(guard)
    sys.path.insert(0, folder)
    server = Server(path)
    for line in calls:
        replies.write(server.answer(line))
        replies.flush()


def end_with(parent: int) -> None:
    """Kill this group when the parent is gone: a call that hangs sees no end of its input."""
    while os.getppid() == parent:
        time.sleep(1)
    os.killpg(0, signal.SIGKILL)


def take_channel() -> tuple[BinaryIO, BinaryIO]:
    """The protocol's two ends under numbers that nobody else knows and children do not inherit. Standard
    input is empty from here on, and standard output is standard error."""
    calls, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # in the order in which it was printed
    return calls, replies


def bound(limits: dict[str, int]) -> None:
    """Bound what this process may use, for good where it is not root's. No core files."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name, value in limits.items():
        what, unit = LIMITS[name]
        most = value * unit
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(what, (most, most))


def guard(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse every connection that Python code opens. A guard, no wall: native code and programs that the
    system starts do not pass here. It turns telemetry and downloads into errors that say so."""
    if event in GUARDED:
        raise PermissionError(f"{event}: a system under test reaches no network from here")


class Server:
    """Answers lines. The class is imported at ``hello`` and made at ``open``."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.system: Any = None
        self.kind: Any = None

    def answer(self, line: bytes) -> bytes:
        """The reply to one line; what goes wrong becomes an error of a kind, and the child goes on."""
        number = None
        try:
            call = json.loads(line)
            number = call.get("n")
            reply = {"n": number, "result": self.do(call["op"], call.get("body") or {})}
            return json.dumps(reply).encode() + b"\n"
        except BaseException as error:  # noqa: BLE001 - also SystemExit: a foreign call ends nothing here
            traceback.print_exc()
            said = f"{type(error).__name__}: {error}"[:2000]
            return (
                json.dumps({"n": number, "error": {"kind": kind_of(error), "message": said}}).encode() + b"\n"
            )

    def do(self, op: str, body: dict[str, Any]) -> Any:
        """The result of one call."""
        if op == "hello":
            return self.hello()
        if op == "open":
            self.hello()
            self.system = self.kind(**body)
            return None
        if op in ("ingest", "query", "checkpoint", "holdings", "close") and self.system is not None:
            return self.ask(op, body)
        raise UnknownOpError(f"{op!r}, before open or not of this protocol")

    def hello(self) -> dict[str, Any]:
        """Who the system is and what it can do."""
        if self.kind is None:
            module, _, name = self.path.partition(":")
            self.kind = getattr(importlib.import_module(module), name)
        return {
            "name": str(getattr(self.kind, "name", self.path)),
            "version": str(getattr(self.kind, "version", "1")),
            "capabilities": dict(getattr(self.kind, "capabilities", {})),
        }

    def ask(self, op: str, body: dict[str, Any]) -> Any:
        """Call the system; what it may leave out gives nothing."""
        if op == "ingest":
            return self.system.ingest(body["events"])
        if op == "query":
            return self.system.query(body)
        method = getattr(self.system, op, None)
        return method() if method else None


def kind_of(error: BaseException) -> str:
    """Who must act: ``later`` for what passes, ``protocol`` for ours, ``system`` for everything else."""
    if isinstance(error, (TimeoutError, ConnectionError)):
        return "later"
    return "protocol" if isinstance(error, UnknownOpError) else "system"


if __name__ == "__main__":
    main()
