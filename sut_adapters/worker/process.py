"""One child process and its lines: deadlines, bounds, and the end of its whole group (ADR 29)."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil

from sut_adapters.base import InfrastructureError, MisconfiguredError, SystemFailedError

#: Bytes of one reply at most; a longer one ends the process and is the system's failure.
MOST_BYTES = 8 * 1024 * 1024
_KEPT_OF_STDERR = 4096
_CHUNK = 65536


class Process:
    """A running child. Not shared between threads; a call that fails otherwise than by the system's own error
    has ended it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        env: Mapping[str, str],
        user: Mapping[str, Any],
    ) -> None:
        """Start it in a process group of its own, in ``folder``, with these variables and no other, and no
        open file of ours. Raises ``MisconfiguredError`` where its user may not run it, else
        ``InfrastructureError``."""
        self._number = 0
        self._ended = False
        self._said = b""
        self._rest = b""
        try:
            self._child = subprocess.Popen(
                list(command),
                cwd=folder,
                env=dict(env),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                close_fds=True,
                start_new_session=True,
                bufsize=0,
                **user,
            )
        except (FileNotFoundError, PermissionError) as error:
            whose = f"uid {user['user']}" if user else "our user"
            raise MisconfiguredError(
                f"worker: {whose} cannot run {command[0]} in {folder}: {error.strerror}; "
                "install it anew with an interpreter that it may read, by "
                "`manage.py sut install NAME --python PATH`"
            ) from error
        except OSError as error:
            raise InfrastructureError(f"worker: {command[0]} could not be started: {error}") from error
        for pipe in self._pipes():
            os.set_blocking(pipe.fileno(), False)

    @property
    def pid(self) -> int:
        """The process id, which is also that of the group."""
        return self._child.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return not self._ended and _ended(self.pid, os.WNOHANG) is None

    def call(self, op: str, body: Mapping[str, Any], *, timeout: float) -> Any:
        """The result of one call within ``timeout`` seconds.

        Raises ``SystemFailedError`` for an error of the system and for replies that are none; then, and where
        the system asks to be tried later, the child goes on. Raises ``InfrastructureError`` where it hung or
        died.
        """
        self._number += 1
        line = json.dumps({"n": self._number, "op": op, "body": dict(body)}).encode() + b"\n"
        try:
            reply = _read(self._exchange(line, op, timeout))
            if reply.get("n") != self._number:
                raise SystemFailedError(f"worker: the reply to {op} bears another number; {self.said()}")
        except Exception:
            self.end()
            raise
        if "error" in reply:
            raise _error(op, reply["error"])
        return reply.get("result")

    def said(self) -> str:
        """The end of what it printed, for messages."""
        text = self._said[-600:].decode("utf-8", "replace").strip()
        return f"it printed last: {text}" if text else "it printed nothing"

    def end(self) -> None:
        """Kill it, its group and its descendants, and collect it. Twice does no harm."""
        if self._ended:
            return
        self._ended = True
        kin = _descendants(self.pid)
        # The child is not collected yet, so its number cannot belong to another group.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        for one in kin:
            with contextlib.suppress(psutil.Error):
                one.kill()
        self._child.wait()
        for pipe in self._pipes():
            pipe.close()

    def _pipes(self) -> list[Any]:
        return [self._child.stdin, self._child.stdout, self._child.stderr]

    def _exchange(self, line: bytes, op: str, timeout: float) -> bytes:
        """Write the line and read one, whatever it prints meanwhile."""
        stdin, stdout, stderr = self._pipes()
        deadline = time.monotonic() + timeout
        with selectors.DefaultSelector() as ready:
            ready.register(stdin, selectors.EVENT_WRITE)
            ready.register(stdout, selectors.EVENT_READ)
            ready.register(stderr, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise InfrastructureError(f"worker: {op} took longer than {timeout:g} s; {self.said()}")
                for key, _ in ready.select(left):
                    if key.fileobj is stdin:
                        line = self._send(line, op)
                        if not line:
                            ready.unregister(stdin)
                    elif not self._receive(key.fileobj, op):
                        ready.unregister(key.fileobj)
        found, _, self._rest = self._rest.partition(b"\n")
        return found

    def _send(self, line: bytes, op: str) -> bytes:
        try:
            return line[os.write(self._child.stdin.fileno(), line[:_CHUNK]) :]  # type: ignore[union-attr]
        except BrokenPipeError as error:
            raise self._died(op) from error

    def _receive(self, pipe: Any, op: str) -> bool:
        """Take what there is; False at the end of what it prints. Raises where its replies end."""
        data = os.read(pipe.fileno(), _CHUNK)
        if pipe is self._child.stderr:
            self._said = (self._said + data)[-_KEPT_OF_STDERR:]
            return bool(data)
        if not data:
            raise self._died(op)
        self._rest += data
        if len(self._rest) > MOST_BYTES:
            raise SystemFailedError(f"worker: the reply to {op} is longer than {MOST_BYTES} bytes")
        return True

    def _died(self, op: str) -> InfrastructureError:
        with contextlib.suppress(OSError):
            self._said += os.read(self._child.stderr.fileno(), _CHUNK)  # type: ignore[union-attr]
        return InfrastructureError(f"worker: it ended in {op}, {_fate(self.pid)}; {self.said()}")


def _ended(pid: int, flags: int) -> os.waitid_result | None:
    """How a child ended, without collecting it."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | flags)


def _fate(pid: int) -> str:
    for _ in range(20):
        if (ended := _ended(pid, os.WNOHANG)) is not None:
            kind = "exit status" if ended.si_code == os.CLD_EXITED else "killed by signal"
            return f"{kind} {ended.si_status}"
        time.sleep(0.05)
    return "or closed its output"


def _read(line: bytes) -> dict[str, Any]:
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise SystemFailedError(f"worker: the reply is no JSON: {error}") from error
    if not isinstance(reply, dict):
        raise SystemFailedError("worker: the reply is no JSON object")
    return reply


def _error(op: str, told: Any) -> Exception:
    kind, message = (told.get("kind"), told.get("message")) if isinstance(told, dict) else (None, told)
    words = f"{op}: {str(message)[:2000]}"
    return InfrastructureError(words) if kind == "later" else SystemFailedError(words)


def _descendants(pid: int) -> list[psutil.Process]:
    """Also those that left the group, as long as their parents live."""
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []
