"""The data card of a suite: what it is, how it was made, what is in it and where its limits lie.

It is made of rows: every figure is counted, every setting is the stored one. It holds no clock, no person and
nothing that an import would change, so the same suite has the same card everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scenarios.generators.derive.statistics import DomainRow, FamilyRow, SuiteStatistics, mean_text, number
from scenarios.models import Scenario, Suite
from scenarios.selectors import cards, citations
from scenarios.services import card_words

NAME = "DATACARD.md"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; ``numbers`` says from which column on they are figures."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: int = 1


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with paragraphs, then a list, then tables."""

    title: str
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class DataCard:
    """A whole card; ``facts`` are its short statements by name."""

    title: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]


def card(suite: Suite, figures: SuiteStatistics) -> DataCard:
    """The card of a suite with these figures."""
    limits = cards.limits_of(suite)
    scenarios = list(suite.scenarios.order_by("position", "pk"))
    return DataCard(
        title=suite.title,
        facts=tuple(_facts(suite)),
        sections=(
            Section("What it is", (card_words.WHAT[suite.kind], _size(figures))),
            Section("What it is for", items=card_words.USES[suite.kind]),
            Section("What it is not for", items=card_words.MISUSES[suite.kind]),
            _making(suite, scenarios),
            _composition(figures),
            Section("What is verified", tuple(_verified(suite, limits))),
            Section("Known limits", items=tuple(_limits(suite, figures, limits))),
        ),
    )


def _facts(suite: Suite) -> Iterator[tuple[str, str]]:
    yield "Suite", suite.slug
    yield "Version", str(suite.version)
    yield "Kind", suite.get_kind_display()
    yield "Verification", suite.verification_text
    yield "Content hash", suite.content_hash or "none yet"
    yield "Licence", card_words.stated(suite.config, "licence") or "not stated: ask those you have it from"
    yield "Citation", card_words.stated(suite.config, "citation") or citations.by_hash(suite)


def _size(figures: SuiteStatistics) -> str:
    whole = figures.domains[-1]
    held = (
        _counted(whole.scenarios, "scenario"),
        _counted(whole.events, "record"),
        _counted(whole.queries, "query", "queries"),
    )
    return (
        f"It holds {held[0]} with {held[1]} and {held[2]}: {number(whole.answerable)} answerable, "
        f"{number(whole.zero)} with a justified zero, {number(whole.unknown)} unknown."
    )


def _counted(count: int, one: str, several: str = "") -> str:
    return f"{number(count)} {one if count == 1 else several or one + 's'}"


def _making(suite: Suite, scenarios: list[Scenario]) -> Section:
    said = suite.config or any(scenario.config for scenario in scenarios)
    how = card_words.MADE[suite.kind] if said else card_words.UNSAID
    return Section("How it was made", (how,), tuple(_settings(suite, scenarios)))


def _settings(suite: Suite, scenarios: list[Scenario]) -> Iterator[str]:
    yield from card_words.settings(suite.config)
    for scenario in scenarios:
        told = "; ".join(card_words.settings(scenario.config))
        yield f"Scenario {scenario.slug}, domain {scenario.domain}, seed {scenario.seed}{told and ': '}{told}"


def _composition(figures: SuiteStatistics) -> Section:
    head = ("Domain", "Scenarios", "Records", "Queries", "answerable", "justified-zero", "unknown")
    witness = ("Median witness", "Largest witness", "Booleans true")
    means = ("Mean witness", "Mean height", "Mean width", "Bounded witness lists")
    return Section(
        "Composition",
        (card_words.FIGURES,),
        tables=(
            Table("By domain", (*head, *witness), tuple(map(_domain, figures.domains))),
            Table(
                "By family",
                ("Family", "Queries", "Obsolete excluded, %", *means),
                tuple(map(_family, figures.families)),
            ),
        ),
    )


def _domain(row: DomainRow) -> tuple[str, ...]:
    counts = (row.scenarios, row.events, row.queries, row.answerable, row.zero, row.unknown)
    sizes = (row.witness.median, row.witness.largest)
    true = f"{row.true.part} of {row.true.n}" if row.true.n else "n/a"
    return row.name, *map(number, counts), *map(number, sizes), true


def _family(row: FamilyRow) -> tuple[str, ...]:
    means = (mean_text(row.measures[name].mean) for name in ("witness", "height", "width"))
    return row.name, number(row.queries), mean_text(row.obs.percent), *means, number(row.bounded)


def _verified(suite: Suite, limits: cards.Limits) -> Iterator[str]:
    yield f"{suite.verification_text}."
    texts = limits.texts
    yield (
        f"By automatic checks: {number(texts.passed)} texts passed all of theirs, {number(texts.failed)} "
        f"failed one, {number(texts.unchecked)} were not checked, for no template wrote them."
    )
    yield card_words.GOLD.format(slug=suite.slug)


def _limits(suite: Suite, figures: SuiteStatistics, limits: cards.Limits) -> Iterator[str]:
    bounded = figures.families[-1].bounded
    whole = number(figures.families[-1].queries)
    yield (
        f"Witness lists are complete for all {whole} queries."
        if not bounded
        else f"{number(bounded)} of {whole} queries have bounds instead of a complete list of witnesses: "
        f"their support, their smallest witness and citation recall are intervals."
    )
    if limits.violating:
        yield f"{number(limits.violating)} queries fail one of the checks C1 to C4 and are kept as they came."
    if limits.findings:
        yield f"The import noticed {number(limits.findings)} oddities; findings.jsonl lists each."
    if limits.synthetic:
        yield f"{number(limits.synthetic)} records came without a time and were given one in their order."
    for figure, reason in sorted(card_words.deviations(suite.config).items()):
        yield f"{figure} lies outside its tolerance, and is allowed to: {reason}"
    worded = (
        f"{number(n)} {card_words.RENDERERS.get(name, name)}" for name, n in sorted(limits.renderers.items())
    )
    yield f"Who worded the records: {', '.join(worded) or 'nobody'}. People phrase things in more ways."
    yield card_words.READERS


def as_json(shown: DataCard) -> dict[str, Any]:
    """The card as the API gives it."""
    return {
        "title": shown.title,
        "facts": dict(shown.facts),
        "sections": [
            {
                "title": section.title,
                "paragraphs": list(section.paragraphs),
                "items": list(section.items),
                "tables": [
                    {
                        "title": table.title,
                        "head": list(table.head),
                        "rows": [list(row) for row in table.rows],
                    }
                    for table in section.tables
                ],
            }
            for section in shown.sections
        ],
    }
