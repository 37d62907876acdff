"""Scripts for the systems and models that ship as test doubles: what to do at which question. PURE.

A script is a list of rules; the first whose ``match`` occurs in the question applies:
``{"match": "q3", "reply": "…", "raise": "broken", "sleep": 0.2, "limit": {"times": 2, "retry_after": 1}}``.
``match`` = ``*`` or left out fits every question. ``limit`` refuses the first ``times`` tries (null: all)
as a rate limit. ``log`` names a ``.jsonl`` file, which also keeps count of tries across processes.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sut_adapters.base import InfrastructureError, MisconfiguredError, SystemFailedError

_KEYS = frozenset({"match", "reply", "raise", "sleep", "limit"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a script; ``limit_times`` None with a ``limited`` rule means: always."""

    match: str = "*"
    reply: str | None = None
    error: str | None = None
    sleep: float = 0.0
    limited: bool = False
    limit_times: int | None = None
    retry_after: float | None = None

    def fits(self, question: str) -> bool:
        """Whether the rule is about this question."""
        return self.match == "*" or self.match in question


def read_rules(script: object) -> tuple[Rule, ...]:
    """The rules of a configuration. Raises ``MisconfiguredError`` naming the rule."""
    if not isinstance(script, Sequence) or isinstance(script, str):
        raise MisconfiguredError("a script is a list of rules")
    return tuple(_rule(number, entry) for number, entry in enumerate(script, 1))


def _rule(number: int, entry: Any) -> Rule:
    if not isinstance(entry, Mapping) or not set(entry) <= _KEYS:
        raise MisconfiguredError(f"rule {number} of the script may hold {', '.join(sorted(_KEYS))} only")
    limit = entry.get("limit")
    if limit is not None and not isinstance(limit, Mapping):
        raise MisconfiguredError(f'rule {number} of the script: "limit" holds times and retry_after')
    return Rule(
        match=str(entry.get("match", "*")),
        reply=entry.get("reply"),
        error=entry.get("raise"),
        sleep=float(entry.get("sleep", 0.0)),
        limited=limit is not None,
        limit_times=None if limit is None else limit.get("times"),
        retry_after=None if limit is None else limit.get("retry_after"),
    )


class Log:
    """Lines of JSON appended to a file, or kept in memory where no path is given. Safe between threads,
    and between processes by one short append a line."""

    def __init__(self, path: str) -> None:
        if path and not path.endswith(".jsonl"):
            raise MisconfiguredError(f"the log {path!r} must end in .jsonl")
        self._path = Path(path) if path else None
        self._lines: list[dict[str, Any]] = []
        self._lock = threading.Lock()

    def write(self, **line: Any) -> None:
        """Append one line."""
        with self._lock:
            if self._path is None:
                self._lines.append(line)
                return
            text = json.dumps(line, sort_keys=True, ensure_ascii=False) + "\n"
            descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                os.write(descriptor, text.encode())
            finally:
                os.close(descriptor)

    def lines(self) -> list[dict[str, Any]]:
        """All lines so far."""
        with self._lock:
            if self._path is None:
                return list(self._lines)
            if not self._path.exists():
                return []
            return [json.loads(line) for line in self._path.read_text(encoding="utf-8").splitlines()]


class Script:
    """Rules with a log. ``wait`` gets the seconds of ``sleep``."""

    def __init__(self, rules: Sequence[Rule], log: Log, wait: Callable[[float], object] = time.sleep) -> None:
        self.rules = tuple(rules)
        self.log = log
        self._wait = wait

    def play(self, question: str, *, scope: str) -> Rule | None:
        """Act on a question: sleep, refuse or fail as the first fitting rule says; return that rule.

        ``scope`` keeps the counts of tries apart. Raises ``InfrastructureError`` or
        ``SystemFailedError``.
        """
        rule = next((rule for rule in self.rules if rule.fits(question)), None)
        if rule is None:
            return None
        if rule.sleep:
            self._wait(rule.sleep)
        if rule.limited and (rule.limit_times is None or self._refused(scope, question) < rule.limit_times):
            self.log.write(op="refused", scope=scope, question=question)
            raise InfrastructureError("429: the script limits the rate", retry_after=rule.retry_after)
        if rule.error is not None:
            self.log.write(op="failed", scope=scope, question=question)
            raise SystemFailedError(rule.error)
        return rule

    def _refused(self, scope: str, question: str) -> int:
        seen = Counter(
            (line.get("scope"), line.get("question")) for line in self.log.lines() if line["op"] == "refused"
        )
        return seen[scope, question]
