"""The blast radius of an edit as text and as JSON: for commands, the API and pages alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scenarios.datalog.derivation import Gold
from scenarios.sentences import Sentence
from scenarios.services.gold import shown
from scenarios.services.impact import Impact, QueryImpact


def as_json(impact: Impact) -> dict[str, Any]:
    """JSON-ready, with every query that may change."""
    return {
        "suite": impact.suite,
        "scenario": impact.scenario,
        "verb": impact.verb,
        "event": impact.event,
        "stored": impact.stored,
        "since": impact.since.isoformat(),
        "touched_keys": [{"key": str(key), "since": key.since.isoformat()} for key in impact.keys],
        "queries_reported": len(impact.queries),
        "queries_changed": len(impact.changed),
        "queries_untouched": impact.untouched,
        "queries_remeasured": impact.remeasured,
        "queries": [_query(query) for query in impact.queries],
        "dependents": [
            {"what": one.what, "count": one.count, "names": list(one.names)} for one in impact.dependents
        ],
    }


def _query(query: QueryImpact) -> dict[str, Any]:
    return {
        "query": query.query,
        "cutoff": query.cutoff.isoformat(),
        "reads": list(query.reads),
        "replays": list(query.replays),
        "before": _gold(query.before),
        "after": _gold(query.after),
        "changed": changes_of(query),
    }


def _gold(gold: Gold | None) -> dict[str, Any] | None:
    if gold is None:
        return None
    return {"label": gold.label.value, "answer": gold.answer, "missing": list(gold.missing)}


def changes_of(query: QueryImpact) -> list[str]:
    """What of a query differs: answer, derivation, witnesses, figures."""
    parts = ("answer", "derivation", "witnesses", "figures")
    return [part for part in parts if getattr(query, part)]


def reason_of(query: QueryImpact) -> str:
    """Why a query may change: what its derivation reads, else what its witness checks replay."""
    if query.reads:
        return Sentence("reads %(names)s", names=", ".join(query.reads))
    return Sentence("its witness checks replay %(names)s", names=", ".join(query.replays))


def lines(impact: Impact) -> Iterator[str]:
    """The report in lines."""
    verb = {"add": "adds", "change": "changes", "remove": "removes", "annotate": "annotates"}[impact.verb]
    done = "Stored" if impact.stored else "Preview, nothing is stored"
    yield f"{done}: this {verb} {impact.event} in {impact.suite}/{impact.scenario}."
    yield f"Seen at cutoffs from {impact.since.isoformat()} on."
    keys = ", ".join(f"{key} from {key.since.isoformat()}" for key in impact.keys)
    yield f"Touched: {keys or 'no version of anything'}."
    total = len(impact.queries) + impact.untouched
    yield (
        f"Queries: {len(impact.queries)} of {total} may change, {len(impact.changed)} do; "
        f"{impact.untouched} are untouched, {impact.remeasured} of them stand elsewhere in the timeline."
    )
    for query in impact.queries:
        what = ", ".join(changes_of(query))
        yield (
            f"  {query.query} at {query.cutoff.isoformat()}: "
            f"{'changed: ' + what if what else 'unchanged'} ({reason_of(query)})"
        )
        if query.answer:
            before = "no gold" if query.before is None else shown(query.before)
            yield f"    before: {before}"
            yield f"    after:  {shown(query.after)}"
    for one in impact.dependents:
        more = one.count - len(one.names)
        tail = f", and {more} more" if one.names and more > 0 else ""
        named = f": {', '.join(one.names)}{tail}" if one.names else ""
        yield f"{one.what.capitalize()}: {one.count}{named}."
