"""What shortcuts score on a suite: by family, BM25 beside the full history, and by witness size (spec 12.4).

Everything is read from the rows of the latest check, in a constant number of database queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from benchmark.models import ShortcutCheck, ShortcutForm, ShortcutScore
from benchmark.oracles.shortcuts import KNOWS, Shortcut
from benchmark.scoring.aggregation import Share
from benchmark.scoring.gold_view import UNKNOWN
from benchmark.scoring.statistics import Interval, cluster_bootstrap, difference, mcnemar
from benchmark.selectors.results import SEED
from scenarios.generators.derive.targets import ALL, FAMILIES, Band, band_of
from scenarios.models import Query, Suite

#: As many shortcuts as are no reader of records: what they score is had without deriving anything.
SIMPLE = tuple(Shortcut)[:6]
READERS = tuple(Shortcut)[6:]


@dataclass(frozen=True, slots=True)
class Row:
    """One query with what its gold is and which shortcuts are right on it."""

    scenario: int
    family: str
    label: str
    witness: int
    right: Mapping[Shortcut, bool]
    recall: float | None


@dataclass(frozen=True, slots=True)
class FamilyShares:
    """A family, or ``all``, with the share of its queries that each shortcut answers right."""

    name: str
    shares: Mapping[Shortcut, Share]


@dataclass(frozen=True, slots=True)
class Step:
    """BM25 on the queries of one band of witness sizes. ``rise`` is the interval of how far it lies above the
    band before; it ``rises`` where all of that lies above 0."""

    band: Band
    share: Share
    rise: Interval | None

    @property
    def rises(self) -> bool:
        return self.rise is not None and self.rise.low > 0


@dataclass(frozen=True, slots=True)
class Paired:
    """Full history less BM25 on the same queries: ``gained`` are right on the full history alone, ``lost`` by
    BM25 alone. ``spread`` is the bootstrap interval over scenarios, over queries where there is only one."""

    gained: int
    lost: int
    n: int
    spread: Interval | None

    @property
    def mean(self) -> float | None:
        return (self.gained - self.lost) / self.n if self.n else None

    @property
    def p(self) -> float:
        """Of McNemar's exact test."""
        return mcnemar(self.gained, self.lost)

    @property
    def holds(self) -> bool:
        return self.spread is not None and self.spread.low > 0


@dataclass(frozen=True, slots=True)
class Marked:
    """A query that question only answers right on a form that it answers above chance."""

    scenario: str
    label: str

    def __str__(self) -> str:
        return f"{self.scenario}/{self.label}"


@dataclass(frozen=True)
class ShortcutResults:
    """All of it. ``stale`` says that the suite was edited after the check."""

    suite: Suite
    check: ShortcutCheck
    rows: Sequence[Row]
    forms: Sequence[ShortcutForm]
    marked: Sequence[Marked] = ()

    @property
    def stale(self) -> bool:
        return self.check.content_hash != self.suite.content_hash

    @property
    def is_empty(self) -> bool:
        return not self.rows

    @cached_property
    def families(self) -> list[FamilyShares]:
        """The families of the paper first, others by name, and all of them last."""
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in self.rows:
            groups[row.family].append(row)
        order: list[str] = [name for name in FAMILIES if name in groups]
        order += sorted(groups.keys() - set(order))
        return [*(_shares(name, groups[name]) for name in order), _shares(ALL, self.rows)]

    @property
    def overall(self) -> Mapping[Shortcut, Share]:
        return self.families[-1].shares

    @cached_property
    def whole_witness(self) -> Share:
        """Of the queries that need records, those of which supporting events cite a whole witness."""
        recalls = [row.recall for row in self.rows if row.recall is not None]
        return Share(sum(recall == 1 for recall in recalls), len(recalls))

    @cached_property
    def paired(self) -> Paired:
        gained = lost = 0
        clusters: dict[str, list[float]] = defaultdict(list)
        alone = len({row.scenario for row in self.rows}) < 2
        for number, row in enumerate(self.rows):
            full, part = row.right[Shortcut.FULL_HISTORY], row.right[Shortcut.BM25]
            gained, lost = gained + (full and not part), lost + (part and not full)
            clusters[str(number if alone else row.scenario)].append(float(full - part))
        return Paired(gained, lost, len(self.rows), cluster_bootstrap(clusters, seed=SEED))

    @cached_property
    def curve(self) -> list[Step]:
        """BM25 by the size of the smallest witness; what is unknown has none. A band without queries is left
        out, and the next one compared with the one before it."""
        counts = {band: [0, 0] for band in Band}
        for row in self.rows:
            if row.label != UNKNOWN:
                counts[band_of(row.witness)][0] += row.right[Shortcut.BM25]
                counts[band_of(row.witness)][1] += 1
        shares = [(band, Share(right, n)) for band, (right, n) in counts.items() if n]
        rises = [None, *(_rise(before, share) for (_, before), (_, share) in pairwise(shares))]
        return [Step(band, share, rise) for (band, share), rise in zip(shares, rises, strict=False)]

    @property
    def above_chance(self) -> list[ShortcutForm]:
        """The forms that question only answers more often than chance allows, the explained ones last."""
        return sorted((form for form in self.forms if form.above_chance), key=lambda form: bool(form.reason))

    @cached_property
    def failures(self) -> list[str]:
        """What a suite must show and this one does not."""
        if self.is_empty:
            return []
        found = [
            _("%(name)s: the symbolic reader is right on %(share)s, not on all")
            % {"name": _(name.value.replace("_", " ")), "share": share}
            for name in (Shortcut.SUPPORTING_EVENTS, Shortcut.FULL_HISTORY)
            if (share := self.overall[name]).numerator < share.denominator
        ]
        if self.whole_witness.numerator < self.whole_witness.denominator:
            found.append(
                _("citation recall: a whole witness is cited in %(share)s, not in all")
                % {"share": self.whole_witness}
            )
        if not self.paired.holds:
            found.append(
                _("full history is not above BM25: the lower bound of the difference is not above 0")
            )
        found += [
            _("BM25 rises at witnesses of %(band)s events, to %(share)s")
            % {"band": step.band.value, "share": step.share}
            for step in self.curve
            if step.rises
        ]
        found += [
            _("above chance: %(form)s") % {"form": form} for form in self.above_chance if not form.reason
        ]
        return found


def of_suite(suite: Suite) -> ShortcutResults | None:
    """The latest check of a suite, None where there is none."""
    check = ShortcutCheck.objects.filter(suite=suite).first()
    if check is None:
        return None
    marked = check.scores.filter(above_chance=True).order_by(*_PLACE).values_list(*_PLACE)
    return ShortcutResults(
        suite, check, _rows(check), list(check.forms.all()), [Marked(*place) for place in marked]
    )


_PLACE = ("query__scenario__slug", "query__label")
_TRAITS = ("pk", "scenario", "family", "gold__label", "gold__measures__witness_size")


def _rows(check: ShortcutCheck) -> list[Row]:
    right: dict[int, dict[Shortcut, bool]] = defaultdict(dict)
    recalls: dict[int, float | None] = {}
    scores = ShortcutScore.objects.filter(check_made=check).order_by()
    for query, shortcut, correct, recall in scores.values_list("query", "shortcut", "correct", "recall"):
        right[query][Shortcut(shortcut)] = correct
        if shortcut == Shortcut.SUPPORTING_EVENTS:
            recalls[query] = recall
    traits = Query.objects.filter(scenario__suite=check.suite_id).order_by("pk")
    return [
        Row(scenario, family, label, witness or 0, right[query], recalls[query])
        for query, scenario, family, label, witness in traits.values_list(*_TRAITS)
        if query in right
    ]


def _shares(name: str, rows: Sequence[Row]) -> FamilyShares:
    return FamilyShares(
        name, {one: Share(sum(row.right[one] for row in rows), len(rows)) for one in Shortcut}
    )


def _rise(before: Share, share: Share) -> Interval | None:
    return difference((before.numerator, before.denominator), (share.numerator, share.denominator))


def as_json(suite: Suite, found: ShortcutResults | None) -> dict[str, Any]:
    """All figures as one object, for the API and the command; an empty denominator is null. Of a suite on
    which nobody tried shortcuts it says only that: ``checked`` is false."""
    head = {
        "suite": suite.slug,
        "version": suite.version,
        "verification": suite.verification_text,
        "checked": found is not None,
    }
    return head if found is None else {**head, **_figures(found)}


def _figures(found: ShortcutResults) -> dict[str, Any]:
    paired, spread = found.paired, found.paired.spread
    return {
        "content_hash": found.check.content_hash,
        "stale": found.stale,
        "k": found.check.k,
        "knows": list(KNOWS),
        "families": [
            {"name": row.name, "shortcuts": {name.value: _object(row.shares[name]) for name in Shortcut}}
            for row in found.families
        ],
        "citation_recall": _object(found.whole_witness),
        "full_history_less_bm25": {
            "gained": paired.gained, "lost": paired.lost, "n": paired.n, "mean": paired.mean,
            "low": spread.low if spread else None, "high": spread.high if spread else None,
            "mcnemar_p": paired.p,
        },
        "bm25_by_witness": [
            {"band": step.band.value, **_object(step.share), "rises": step.rises} for step in found.curve
        ],
        "forms": [_form_object(form) for form in found.forms],
        "above_chance": [str(query) for query in found.marked],
        "failures": found.failures,
        "ok": not found.failures,
    }  # fmt: skip


def _object(share: Share) -> dict[str, Any]:
    interval = share.interval
    return {
        "right": share.numerator, "n": share.denominator, "share": share.value,
        "low": interval.low if interval else None, "high": interval.high if interval else None,
    }  # fmt: skip


def _form_object(form: ShortcutForm) -> dict[str, Any]:
    return {
        "domain": form.domain, "form": form.form, "options": form.options or None, "n": form.queries,
        "right": form.right, "chance": form.chance, "p": form.p, "above_chance": form.above_chance,
        "reason": form.reason,
    }  # fmt: skip
