"""How hard a query is: its figures in plain words, each with where it stands among the queries of its family
(spec 3.1, 4.5, 5.1)."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _n

from scenarios import standings
from scenarios.datalog.composition import constructs_of
from scenarios.datalog.derivation import Derivation
from scenarios.datalog.errors import DatalogError
from scenarios.models import Query
from scenarios.rendering.references import ReferenceKind
from scenarios.selectors import programs, query_facts
from scenarios.selectors.query_facts import QueryFacts
from scenarios.selectors.query_filters import FIGURES, figure_of

#: What each figure says, in words for those who have not read the specification.
_WORDS = {
    "witness": "So few records are enough for the answer.",
    "support": "Records that stand in at least one minimal witness.",
    "height": "The longest way from the answer down to a record.",
    "width": "The most nodes that stand on one level of the derivation.",
    "degree": "So many kinds of step lead to the answer.",
    "disp": "How far apart the records of the witness lie: 1 is evenly spread, near 0 close together.",
    "span": "The part of the history that lies between the first and the last record of the witness.",
    "age": "How far back they lie in the mean: 0 at the cutoff, 1 at the beginning.",
    "overlap": "Words that the question shares with them, of all words of both: the fewer, the less a search "
    "for its words finds.",
    "versions": "How many versions a fact or rule on the way has had by the cutoff, in the mean.",
    "obsolete": "Records that state a version on the way which another one superseded.",
}
_CONSTRUCTS = {
    "version": "passing over an obsolete version",
    "mapping": "looking one value up by another",
    "recursion": "recursion",
    "rule": "a rule or a negation",
    "aggregation": "counting or adding up",
    "completeness": "knowing that a list is complete",
}
_BOUNDS = {"witness": _n("at most %(value)s"), "support": _n("at least %(value)s")}


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a value stands among those of ``n`` queries of the family, its own included: so many are smaller,
    so many the same."""

    n: int
    below: int
    same: int
    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float], own: float) -> Standing:
        return cls(
            n=len(values),
            below=sum(value < own for value in values),
            same=sum(value == own for value in values),
            low=min(values),
            median=statistics.median(values),
            high=max(values),
        )


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure: what it is called, what it says, its value, and where that stands; None without a value."""

    name: str
    title: str
    words: str
    value: float | None
    text: str
    standing: Standing | None = None
    svg: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that a query has or has not, and how many of its family have it."""

    name: str
    title: str
    words: str
    value: bool
    count: int


@dataclass(frozen=True, slots=True)
class IndirectReference:
    """What stands in ``slot`` is told ``kind`` with the ``told`` values, and means ``entity``."""

    slot: str
    kind: str
    told: tuple[tuple[str, str], ...]
    entity: str

    @property
    def kind_in_words(self) -> str:
        return self.kind.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Difficulty:
    """All of it. ``family`` counts the queries of the suite that it is compared with."""

    family: int
    measures: list[Measure]
    flags: list[Flag]
    constructs: tuple[str, ...]
    references: list[IndirectReference]
    named: tuple[str, ...]

    @property
    def constructs_in_words(self) -> list[str]:
        return [_CONSTRUCTS[name] for name in self.constructs]


def of(query: Query, derivation: Derivation) -> Difficulty:
    """The figures of a query that has gold, ``derivation`` being that of its gold. One database query."""
    family = query_facts.of_suite(query.scenario.suite, with_gold=True, family=query.family)
    here = (query.scenario.slug, query.label)
    own = next(one for one in family if (one.scenario, one.id) == here)
    assert own.gold is not None  # its derivation was given
    peers = [one for one in family if one.gold is not None]
    return Difficulty(
        family=len(peers),
        measures=[_measure(own, peers, name) for name in FIGURES],
        flags=_flags(own, peers),
        constructs=_constructs(query, derivation),
        references=_references(query.target),
        named=own.gold.references,
    )


def _measure(own: QueryFacts, peers: Sequence[QueryFacts], name: str) -> Measure:
    value, title = figure_of(own, name), FIGURES[name]
    if value is None:
        return Measure(name, title, _WORDS[name], None, "n/a")
    values = [found for peer in peers if (found := figure_of(peer, name)) is not None]
    standing = Standing.of(values, value)
    text = _bounded(own, name, shown(value))
    says = _("%(title)s of %(n)s queries of %(family)s, %(text)s marked") % {
        "title": _(title),
        "n": standing.n,
        "family": own.family,
        "text": text,
    }
    svg = standings.drawn(values, value, says=says)
    return Measure(name, title, _WORDS[name], value, text, standing, svg)


def _bounded(own: QueryFacts, name: str, value: str) -> str:
    """A value, said to be a bound where the list of witnesses is not complete."""
    if name not in _BOUNDS or own.gold is None or not own.gold.bounded:
        return value
    return _(_BOUNDS[name]) % {"value": value}


def shown(value: float) -> str:
    """A figure with two decimals unless it is whole."""
    return str(int(value)) if float(value).is_integer() else f"{value:.2f}"


def _flags(own: QueryFacts, peers: Sequence[QueryFacts]) -> list[Flag]:
    golds = [peer.gold for peer in peers if peer.gold is not None]
    assert own.gold is not None  # seen to by ``of``
    return [
        Flag(
            "obs",
            "Excludes an obsolete version",
            _n("A version that something superseded was passed over on the way."),
            own.gold.obs,
            sum(gold.obs for gold in golds),
        ),
        Flag(
            "bait",
            "Bait",
            _n("The key words of the question stand in distractors, and in no record that it needs."),
            own.gold.bait,
            sum(gold.bait for gold in golds),
        ),
    ]


def _constructs(query: Query, derivation: Derivation) -> tuple[str, ...]:
    """Those that the derivation went through; none where the program cannot be read."""
    try:
        return constructs_of(derivation, programs.load(query.scenario))
    except DatalogError:
        return ()


def _references(target: Mapping[str, Any]) -> list[IndirectReference]:
    """The indirect references of a target, by slot. What an import states otherwise is no reference."""
    refs, args = target.get("refs"), target.get("args")
    if not isinstance(refs, dict):
        return []
    values = args if isinstance(args, dict) else {}
    return [
        IndirectReference(
            slot=slot,
            kind=str(ref.get("kind")),
            told=tuple((str(one), str(values[one])) for one in ref.get("by") or () if one in values),
            entity=str(ref.get("entity", "")),
        )
        for slot, ref in sorted(refs.items())
        if isinstance(ref, dict) and ref.get("kind") not in (None, ReferenceKind.ID.value)
    ]
