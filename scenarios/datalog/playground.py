"""Answers a program, a history and a goal that someone typed in: texts in, JSON out, nothing stored. PURE.

``respond`` gives the answer with its derivation and witnesses, and where it is unknown, false or other than
the goal states (``n_outside(Vera) = 3``), why; or every fault of the texts at once; or the limit that stopped
it. Run as a program it reads one JSON request and writes one JSON response::

    python -m scenarios.datalog.playground <<< '{"program": "…", "history": "…", "goal": "…", "cutoff": "…"}'

and sets itself limits of time and memory first, so that whoever starts it is safe from what is typed in.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scenarios.datalog import reference
from scenarios.datalog.cutoffs import parse_cutoff
from scenarios.datalog.derivation import Derivation, Evaluation, Node, NodeKey
from scenarios.datalog.errors import (
    EvaluationError,
    Fault,
    GoalError,
    RunawayError,
    in_order,
)
from scenarios.datalog.facts import Line, history_of, read_history
from scenarios.datalog.goal_text import AskedGoal, goal_text, parse_asked
from scenarios.datalog.history_checks import history_faults
from scenarios.datalog.parser import read_program
from scenarios.datalog.program_summary import summarize
from scenarios.datalog.statements import START
from scenarios.datalog.syntax import Program
from scenarios.datalog.validation import program_faults
from scenarios.datalog.whynot import why_not
from scenarios.datalog.whynot_text import as_object, report_lines
from scenarios.datalog.whynot_values import Report

FIELDS = ("program", "history", "goal", "cutoff")
CPU_SECONDS = 5
MEMORY_BYTES = 1024**3
#: A response longer than this is not sent: no page could show it.
RESPONSE_BYTES = 4_000_000

Request = Mapping[str, str]
Response = dict[str, Any]


def respond(request: Request) -> Response:
    """``{"result": …}``, ``{"faults": […]}`` or ``{"limit": {"code", "message"}}``."""
    unreadable = [fault for field in FIELDS for fault in _unreadable(field, request[field])]
    if unreadable:
        return _refused(unreadable, request)
    program, faults = read_program(request["program"], "program")
    if faults:  # what it declares is not known, so the other texts cannot be judged
        return _refused(faults, request)
    faults = program_faults(program)
    lines, found = read_history(program, request["history"])
    faults += found + ([] if faults else history_faults(program, lines))
    asked, found = _goal(program, request["goal"])
    faults += found
    cutoff, found = _cutoff(request["cutoff"], lines)
    faults += found
    if faults or asked is None:
        return _refused(faults, request)
    history = history_of(lines)
    try:
        evaluation = reference.evaluate(program, history, asked.goal, cutoff)
        report = why_not(program, history, asked, cutoff)
    except RunawayError as error:
        return stopped("recursion", f"{error}. Nothing that was found so far is an answer.")
    except EvaluationError as error:
        return stopped("depth", str(error))
    return {
        "result": {
            "goal": goal_text(asked.goal),
            "expected": asked.expected,
            "cutoff": _iso(cutoff),
            **_evaluated(evaluation),
            "whynot": None if report.root.met else _why_not(report),
            "events": [_event(line) for line in lines],
            "program": summarize(program).lines(),
        }
    }


def stopped(code: str, message: str) -> Response:
    """The response of an evaluation that was stopped at a limit."""
    return {"limit": {"code": code, "message": message}}


# -------------------------------------------------------------------- faults
def _goal(program: Program, text: str) -> tuple[AskedGoal | None, list[Fault]]:
    try:
        return parse_asked(program, text), []
    except GoalError as error:
        return None, [error.fault or Fault("goal", str(error), "goal", 1, 1, length=len(text))]


def _cutoff(text: str, lines: Sequence[Line]) -> tuple[datetime, list[Fault]]:
    """The cutoff written, or where none is, the time of the last event."""
    if not text.strip():
        return max((line.t for line in lines), default=START), []
    try:
        return parse_cutoff(text), []
    except GoalError as error:
        return START, [Fault("cutoff", str(error), "cutoff", 1, 1, length=len(text))]


def _unreadable(field: str, text: str) -> list[Fault]:
    """Characters that no record and no page can hold: NUL and halves of surrogate pairs."""
    for row, line in enumerate(text.split("\n"), start=1):
        for column, char in enumerate(line, start=1):
            if char == "\x00" or "\ud800" <= char <= "\udfff":
                message = f"the character {char!r} cannot be stored or shown"
                return [Fault("text", message, field, row, column, hint="remove it, or paste the text anew")]
    return []


def _refused(faults: list[Fault], request: Request) -> Response:
    return {"faults": [_fault(fault, request[fault.file]) for fault in in_order(faults)]}


def _fault(fault: Fault, source: str) -> dict[str, Any]:
    names = ("code", "message", "file", "line", "column", "length", "rule", "variable", "hint")
    shown = [_writable(line) for line in fault.excerpt(source)]
    return {**{name: getattr(fault, name) for name in names}, "excerpt": shown}


def _writable(text: str) -> str:
    return text.encode(errors="replace").decode().replace("\x00", "\N{REPLACEMENT CHARACTER}")


# -------------------------------------------------------------------- results
def _evaluated(found: Evaluation) -> dict[str, Any]:
    witnesses = found.witnesses
    return {
        "label": found.gold.label.value,
        "answer": found.gold.answer,
        "missing": list(found.gold.missing),
        "witnesses": [list(events) for events in witnesses.witnesses],
        "witnesses_unlisted": witnesses.unlisted,
        "exact": witnesses.exact,
        "support": list(witnesses.support_low),
        "support_high": list(witnesses.support_high),
        "derivation": derivation_object(found.derivation),
    }


def _why_not(report: Report) -> dict[str, Any]:
    return {"lines": report_lines(report), **as_object(report)}


def derivation_object(derivation: Derivation) -> dict[str, Any]:
    """A derivation as JSON: nodes by depth with ids ``n0``, ``n1``, …, edges as [parent, child]."""
    depths = derivation.depths
    order = sorted(derivation.nodes, key=lambda key: (depths[key], key))
    ids = {key: f"n{place}" for place, key in enumerate(order)}
    nodes = [
        {
            "id": ids[key],
            "kind": key[0],
            "pred": key[1],
            "args": list(key[2]),
            "label": node.label,
            "state": node.state,
            "depth": depths[key],
            "obsolete_count": node.obsolete_count,
            "checks": list(node.meta.get("checks", [])),
            "clauses": list(node.meta.get("clause") or []),
        }
        for key, node in ((key, derivation.nodes[key]) for key in order)
    ]
    return {
        "root": ids[derivation.root],
        "height": derivation.height,
        "width": derivation.width,
        "nodes": nodes,
        "edges": [[ids[parent], ids[child]] for parent, child in derivation.edges],
    }


def derivation_of(found: Mapping[str, Any]) -> Derivation:
    """The derivation that ``derivation_object`` wrote."""
    keys: dict[str, NodeKey] = {
        node["id"]: (node["kind"], node["pred"], tuple(node["args"])) for node in found["nodes"]
    }
    nodes = {
        keys[node["id"]]: Node(
            keys[node["id"]],
            node["state"],
            {"checks": node["checks"], "clause": node["clauses"]},
            node["obsolete_count"],
        )
        for node in found["nodes"]
    }
    edges = tuple((keys[parent], keys[child]) for parent, child in found["edges"])
    return Derivation(keys[found["root"]], nodes, edges)


def _event(line: Line) -> dict[str, Any]:
    return {"id": line.event, "line": line.span.line, "t": _iso(line.t)}


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


# -------------------------------------------------------------------- the program
def limit_this_process() -> None:
    """Bound the time, the memory and the files of this process, for good."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def main() -> None:
    """Answer the request on standard input."""
    request = json.loads(sys.stdin.buffer.read())
    limit_this_process()
    try:
        text = json.dumps(respond(request))
    except MemoryError:
        text = json.dumps(stopped("memory", f"it needs more than {MEMORY_BYTES >> 20} MB of memory"))
    if len(text) > RESPONSE_BYTES:
        text = json.dumps(stopped("size", f"its answer takes more than {RESPONSE_BYTES:,} characters"))
    sys.stdout.write(text)


if __name__ == "__main__":  # pragma: no cover - runs in a child process, whose tests see what it writes
    main()
