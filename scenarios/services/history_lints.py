"""Lints about earlier versions: ties in time, and tombstones of what is not there (spec 1.3, overview 5).

For authored histories these are problems that refuse the bundle. For imported ones they are findings, and a
tombstone that has nothing to end is marked ineffective, decided on the whole history in rank order, never
on a sub-history.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator

from scenarios.bundle import EventSpec, Finding
from scenarios.datalog.history import TOMBSTONES, ActionRecord, Op
from scenarios.exceptions import Problem
from scenarios.services.action_checks import version_keys

VersionKey = tuple[str, tuple[str, ...], str | None]
#: Codes that authored histories may carry: a tie has one answer by (t, seq, pos) and is only pointed out.
_ALLOWED_WHEN_AUTHORED = frozenset({"equal-times"})


def lint_history(
    scenario: str, events: tuple[EventSpec, ...], *, authored: bool
) -> tuple[tuple[EventSpec, ...], list[Problem], list[Finding]]:
    """The events with ineffective tombstones marked, problems if authored, and findings."""
    chains: dict[VersionKey, list[ActionRecord]] = defaultdict(list)
    for event in events:
        for action in event.actions:
            for key in version_keys(action):
                chains[key].append(action)
    findings: list[Finding] = []
    idle: set[tuple[str, int]] = set()
    for key, chain in sorted(chains.items(), key=lambda item: _shown(item[0])):
        chain.sort(key=lambda action: action.rank)
        findings += (
            Finding(code, "", scenario, action.event, detail)
            for code, action, detail in _lint_chain(_shown(key), chain, idle)
        )
    problems = [
        Problem(finding.code, f"{scenario} {finding.message}", finding.detail)
        for finding in findings
        if authored and finding.code not in _ALLOWED_WHEN_AUTHORED
    ]
    return tuple(_marked(event, idle) for event in events), problems, findings


def _lint_chain(
    shown: str, chain: list[ActionRecord], idle: set[tuple[str, int]]
) -> Iterator[tuple[str, ActionRecord, str]]:
    live = False
    for index, action in enumerate(chain):
        if index and chain[index - 1].t == action.t and chain[index - 1].event != action.event:
            other = chain[index - 1].event
            yield (
                "equal-times",
                action,
                f"{shown} is also stated by {other} at {action.t.isoformat()}; seq decides",
            )
        if action.op in TOMBSTONES and not live:
            idle.add((action.event, action.pos))
            yield (
                "nothing-to-end",
                action,
                f"{action.op} of {shown}, which nothing stands for; it has no effect",
            )
        if action.op is Op.REVISE and not live:
            yield "nothing-to-revise", action, f"revise of {shown}, which has no earlier version"
        live = action.op not in TOMBSTONES


def _marked(event: EventSpec, idle: set[tuple[str, int]]) -> EventSpec:
    actions = tuple(
        dataclasses.replace(action, ineffective=(action.event, action.pos) in idle)
        for action in event.actions
    )
    return dataclasses.replace(event, actions=actions)


def _shown(key: VersionKey) -> str:
    pred, arguments, member = key
    return f"{pred}({', '.join([*arguments, *([member] if member is not None else [])])})"
