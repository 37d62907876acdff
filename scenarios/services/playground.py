"""Evaluates what someone typed in, in a child process with limits; no row is read or stored (ux.md 16).

A program may run for ever or need all memory: the child ends itself at its limits and is ended at ours, so
no web thread waits longer than ``WALL_SECONDS`` for it. Few children run at once (``evaluation_slots``).
"""

from __future__ import annotations

import hashlib
import json
import logging
import signal
import subprocess
import sys
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.cache import cache

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.verbs import Verb
from scenarios.datalog.playground import CPU_SECONDS, MEMORY_BYTES, Response, stopped
from scenarios.permissions import require
from scenarios.services import evaluation_slots
from scenarios.services.playground_texts import Texts

WALL_SECONDS = 10
REMEMBERED_SECONDS = 600
_REMEMBERED_BYTES = 100_000
_TIME = (
    f"it was stopped after {CPU_SECONDS} seconds of work. Ask for less, take a smaller history, or use "
    "scenarios.datalog.notebook, which has no limit."
)
_MEMORY = f"it was stopped because it needs more than {MEMORY_BYTES >> 20} MB of memory."
_FAILED = "the evaluation failed on our side. Tell the operator the time: the server's log has the details."

logger = logging.getLogger(__name__)


def evaluate(*, texts: Texts, by: User) -> Response:
    """The answer with its derivation and witnesses, or every fault, or the limit that stopped it, as
    ``scenarios.datalog.playground.respond`` gives them.

    Raises ``PermissionDenied`` and, where too many evaluations run, ``PlaygroundBusyError``.
    """
    require(by, Verb.PLAYGROUND_USE)
    request = json.dumps(asdict(texts)).encode()
    name = f"playground:{hashlib.sha256(request).hexdigest()}"
    known = cache.get(name)
    if known is not None:
        return known
    with evaluation_slots.hold(settings.VAR_DIR / "playground", str(by.pk)):
        answered = _ask_child(request)
    found: Response = json.loads(answered)
    if len(answered) <= _REMEMBERED_BYTES and "limit" not in found:
        cache.set(name, found, REMEMBERED_SECONDS)
    return found


def _ask_child(request: bytes) -> bytes:
    """What the child answers, or the limit at which it ended. It gets no setting and no secret of ours."""
    command = [sys.executable, "-E", "-s", "-m", "scenarios.datalog.playground"]
    try:
        done = subprocess.run(
            command,
            input=request,
            capture_output=True,
            cwd=settings.BASE_DIR,
            env={"LC_ALL": "C.UTF-8"},
            timeout=WALL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _limit("time", _TIME)
    if done.returncode == 0:
        return done.stdout
    if done.returncode == -signal.SIGXCPU:
        return _limit("time", _TIME)
    if done.returncode in (-signal.SIGKILL, -signal.SIGSEGV, -signal.SIGBUS, -signal.SIGABRT):
        return _limit("memory", _MEMORY)
    logger.error("playground child exited %s: %s", done.returncode, done.stderr.decode(errors="replace"))
    return _limit("failed", _FAILED)


def _limit(code: str, message: str) -> bytes:
    answer: dict[str, Any] = stopped(code, message)
    return json.dumps(answer).encode()
