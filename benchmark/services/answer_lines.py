"""The lines of a file that is scored without a run: answers and contexts, each fault named (ux 15).

A line answers a query, or a state probe of its derivation: ``{"query", "label", "answer", "citations"}`` or
``{"query", "raw"}``; or it holds what a memory handed over: ``{"query", "context": [item, …]}``, where an
item is a text or ``{"text", "events"}``. ``probe`` names a probe, ``on`` the node on whose context it was
answered where that is not the probe's own; ``scenario`` stands where labels repeat.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from benchmark.exceptions import BenchmarkError
from scenarios.models import Event, Query, Suite

#: What a line may hold, and what it may carry along from the list of questions, which is not read.
KEYS: Final = frozenset(
    {"query", "scenario", "label", "answer", "citations", "raw", "context", "probe", "on"}
)
CARRIED: Final = frozenset({"question", "cutoff", "answer_type"})
_ANSWER: Final = ("label", "answer", "citations")
#: Names listed in a message at most.
_SHOWN: Final = 8


class AnswerFileError(BenchmarkError):
    """Lines of the file cannot be scored; all of them are named, nothing was scored."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))


@dataclass(frozen=True, slots=True)
class GivenItem:
    """A piece of context; ``events`` are labels of the records it holds, where they are told."""

    text: str
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """A line that can be used: ``raw``, the text of an answer, or a ``context``; both where both are read.

    ``probe`` and ``on`` are as written, empty where absent; whoever knows the probes says what they name.
    """

    number: int
    query: Query
    raw: str | None = None
    context: tuple[GivenItem, ...] | None = None
    probe: str = ""
    on: str = ""


class NamesNoQuery(str):
    """What is wrong with a line that names no query of the suite."""


class _NoQueryError(ValueError):
    """A line names no query of the suite."""


@dataclass(frozen=True)
class Read:
    """The lines that can be used, and what is wrong with the others, by line."""

    given: tuple[Given, ...]
    faults: tuple[tuple[int, str], ...]


def read(*, suite: Suite, lines: Iterable[str]) -> Read:
    """Read JSON lines against the queries and records of a suite. Empty lines are passed over."""
    found = list(stream(suite=suite, lines=lines))
    given = tuple(line for line in found if isinstance(line, Given))
    return Read(given, tuple(line for line in found if not isinstance(line, Given)))


def stream(*, suite: Suite, lines: Iterable[str], both: bool = False) -> Iterator[Given | tuple[int, str]]:
    """Each line that can be used, or its number with what is wrong. ``both``: a line may hold a context and
    the answer that was given from it."""
    known = _Known.of(suite)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield _given(number, _object(line), known, both)
        except _NoQueryError as error:
            yield number, NamesNoQuery(error)
        except ValueError as error:
            yield number, str(error)


def told(faults: Iterable[tuple[int, str]]) -> list[str]:
    """Faults in words, in the order of the lines."""
    return [f"line {number}: {what}" for number, what in sorted(faults)]


@dataclass(frozen=True)
class _Known:
    """Queries by (scenario, label), and by ("", label) where the label is used once in the suite; the labels
    of the records, by scenario."""

    queries: Mapping[tuple[str, str], Query]
    records: Mapping[int, frozenset[str]]

    @classmethod
    def of(cls, suite: Suite) -> _Known:
        found: dict[tuple[str, str], Query] = {}
        repeated: set[str] = set()
        for query in Query.objects.filter(scenario__suite=suite).select_related("scenario", "gold"):
            found[query.scenario.slug, query.label] = query
            if ("", query.label) in found:
                repeated.add(query.label)
            found["", query.label] = query
        labels: dict[int, set[str]] = {}
        for scenario, label in Event.objects.filter(scenario__suite=suite).values_list("scenario", "label"):
            labels.setdefault(scenario, set()).add(label)
        return cls(
            {key: query for key, query in found.items() if key[0] or key[1] not in repeated},
            {scenario: frozenset(names) for scenario, names in labels.items()},
        )


def _object(line: str) -> dict[str, Any]:
    try:
        row: Any = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(
            _("no JSON: %(msg)s at column %(colno)s") % {"msg": error.msg, "colno": error.colno}
        ) from error
    except RecursionError as error:
        raise ValueError(_("nested too deeply")) from error
    except ValueError as error:  # a number of more digits than Python converts
        raise ValueError(_("a number of too many digits")) from error
    if not isinstance(row, dict) or not set(row) <= KEYS | CARRIED:
        raise ValueError(
            _("a line is an object with keys among %(keys)s") % {"keys": ", ".join(sorted(KEYS))}
        )
    return row


def _given(number: int, row: Mapping[str, Any], known: _Known, both: bool) -> Given:
    query = _query(row, known)
    probe, on = _name(row, "probe"), _name(row, "on")
    answers = [name for name in ("raw", *_ANSWER) if name in row]
    if "context" in row and answers and not both:
        raise ValueError(
            _("holds a context and %(answers)s; leave one out, or write two lines")
            % {"answers": f"{answers[0]!r}"}
        )
    if on and not probe:
        raise ValueError(_("'on' says on whose context a probe was answered; name the 'probe' too"))
    if on and "context" in row:
        raise ValueError(_("'on' is for answers: the context of a probe is read for what it is an input of"))
    if "context" in row:
        context = _context(row["context"], known.records.get(query.scenario_id, frozenset()))
        return Given(number, query, _raw(row) if answers else None, context, probe)
    return Given(number, query, raw=_raw(row), probe=probe, on=on)


def _raw(row: Mapping[str, Any]) -> str:
    said = row.get("raw", {name: row[name] for name in _ANSWER if name in row})
    return said if isinstance(said, str) else json.dumps(said)


def _name(row: Mapping[str, Any], key: str) -> str:
    """The name of a node: its text, or its position as a whole number."""
    value = row.get(key, "")
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(
            _('%(key)s is the text of a node, such as "dest(Grus)", or its position') % {"key": f"{key!r}"}
        )
    return str(value).strip()


def _query(row: Mapping[str, Any], known: _Known) -> Query:
    scenario, label = str(row.get("scenario", "")), str(row.get("query", ""))
    if (scenario, label) in known.queries:
        return known.queries[scenario, label]
    if not scenario and any(other == label for _, other in known.queries):
        raise ValueError(
            _("query %(label)s is in several scenarios; name its scenario too") % {"label": f"{label!r}"}
        )
    labels = list(dict.fromkeys(other for _, other in known.queries))[:_SHOWN]
    of = _(" of %(scenario)s") % {"scenario": scenario} if scenario else ""
    raise _NoQueryError(
        _("no query %(label)s%(of)s; known are %(labels)s and so on")
        % {"label": f"{label!r}", "of": of, "labels": ", ".join(labels)}
    )


def _context(value: Any, records: frozenset[str]) -> tuple[GivenItem, ...]:
    if not isinstance(value, list):
        raise ValueError(_('a context is a list of texts, or of objects {"text", "events"}'))
    return tuple(_item(place, item, records) for place, item in enumerate(value, 1))


def _item(place: int, value: Any, records: frozenset[str]) -> GivenItem:
    if isinstance(value, str):
        return GivenItem(value)
    text = value.get("text") if isinstance(value, dict) else None
    events = value.get("events", []) if isinstance(value, dict) else None
    if not isinstance(text, str) or not isinstance(events, list):
        raise ValueError(
            _('item %(place)s of the context is neither a text nor {"text", "events"}') % {"place": place}
        )
    unknown = [event for event in events if not isinstance(event, str) or event not in records]
    if unknown:
        known = ", ".join(sorted(records)[:_SHOWN])
        raise ValueError(
            _(
                "item %(place)s of the context names no record of the scenario: %(unknown)s; "
                "records are %(known)s and so on"
            )
            % {"place": place, "unknown": f"{unknown[0]!r}", "known": known}
        )
    return GivenItem(text, tuple(dict.fromkeys(events)))
