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
from scenarios.sentences import Sentence
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
            Section(Sentence("What it is"), (card_words.WHAT[suite.kind], _size(figures))),
            Section(Sentence("What it is for"), items=card_words.USES[suite.kind]),
            Section(Sentence("What it is not for"), items=card_words.MISUSES[suite.kind]),
            _making(suite, scenarios),
            _composition(figures),
            Section(Sentence("What is verified"), tuple(_verified(suite, limits))),
            Section(Sentence("Known limits"), items=tuple(_limits(suite, figures, limits))),
        ),
    )


def _facts(suite: Suite) -> Iterator[tuple[str, str]]:
    yield Sentence("Suite"), suite.slug
    yield Sentence("Version"), str(suite.version)
    yield Sentence("Kind"), suite.get_kind_display()
    yield Sentence("Verification"), suite.verification_text
    yield Sentence("Content hash"), suite.content_hash or Sentence("none yet")
    unsaid = Sentence("not stated: ask those you have it from")
    yield Sentence("Licence"), card_words.stated(suite.config, "licence") or unsaid
    yield Sentence("Citation"), card_words.stated(suite.config, "citation") or citations.by_hash(suite)


def _size(figures: SuiteStatistics) -> str:
    whole = figures.domains[-1]
    return Sentence(
        "It holds %(scenarios)s with %(records)s and %(queries)s: %(answerable)s answerable, %(zero)s with a "
        "justified zero, %(unknown)s unknown.",
        scenarios=_counted(
            whole.scenarios, Sentence("1 scenario"), Sentence("%(n)s scenarios", n=number(whole.scenarios))
        ),
        records=_counted(
            whole.events, Sentence("1 record"), Sentence("%(n)s records", n=number(whole.events))
        ),
        queries=_counted(
            whole.queries, Sentence("1 query"), Sentence("%(n)s queries", n=number(whole.queries))
        ),
        answerable=number(whole.answerable),
        zero=number(whole.zero),
        unknown=number(whole.unknown),
    )


def _counted(count: int, one: str, several: str) -> str:
    return one if count == 1 else several


def _making(suite: Suite, scenarios: list[Scenario]) -> Section:
    said = suite.config or any(scenario.config for scenario in scenarios)
    how = card_words.MADE[suite.kind] if said else card_words.UNSAID
    return Section(Sentence("How it was made"), (how,), tuple(_settings(suite, scenarios)))


def _settings(suite: Suite, scenarios: list[Scenario]) -> Iterator[str]:
    yield from card_words.settings(suite.config)
    for scenario in scenarios:
        name = Sentence(
            "Scenario %(slug)s, domain %(domain)s, seed %(seed)s",
            slug=scenario.slug,
            domain=scenario.domain,
            seed=scenario.seed,
        )
        told = Sentence.joined("; ", card_words.settings(scenario.config))
        yield Sentence.joined(": ", (name, told)) if told else name


def _composition(figures: SuiteStatistics) -> Section:
    head = (
        Sentence("Domain"),
        Sentence("Scenarios"),
        Sentence("Records"),
        Sentence("Queries"),
        Sentence("answerable"),
        Sentence("justified-zero"),
        Sentence("unknown"),
    )
    witness = (Sentence("Median witness"), Sentence("Largest witness"), Sentence("Booleans true"))
    means = (
        Sentence("Mean witness"),
        Sentence("Mean height"),
        Sentence("Mean width"),
        Sentence("Bounded witness lists"),
    )
    return Section(
        Sentence("Composition"),
        (card_words.FIGURES,),
        tables=(
            Table(Sentence("By domain"), (*head, *witness), tuple(map(_domain, figures.domains))),
            Table(
                Sentence("By family"),
                (Sentence("Family"), Sentence("Queries"), Sentence("Obsolete excluded, %"), *means),
                tuple(map(_family, figures.families)),
            ),
        ),
    )


def _domain(row: DomainRow) -> tuple[str, ...]:
    counts = (row.scenarios, row.events, row.queries, row.answerable, row.zero, row.unknown)
    sizes = (row.witness.median, row.witness.largest)
    true = Sentence("%(part)s of %(n)s", part=row.true.part, n=row.true.n) if row.true.n else "n/a"
    return row.name, *map(number, counts), *map(number, sizes), true


def _family(row: FamilyRow) -> tuple[str, ...]:
    means = (mean_text(row.measures[name].mean) for name in ("witness", "height", "width"))
    return row.name, number(row.queries), mean_text(row.obs.percent), *means, number(row.bounded)


def _verified(suite: Suite, limits: cards.Limits) -> Iterator[str]:
    yield f"{suite.verification_text}."
    texts = limits.texts
    yield Sentence(
        "By automatic checks: %(passed)s texts passed all of theirs, %(failed)s failed one, %(unchecked)s "
        "were not checked, for no template wrote them.",
        passed=number(texts.passed),
        failed=number(texts.failed),
        unchecked=number(texts.unchecked),
    )
    yield card_words.verified_gold(suite.slug)


def _limits(suite: Suite, figures: SuiteStatistics, limits: cards.Limits) -> Iterator[str]:
    yield _bounds(figures.families[-1])
    if limits.violating:
        yield Sentence(
            "%(n)s queries fail one of the checks C1 to C4 and are kept as they came.",
            n=number(limits.violating),
        )
    if limits.findings:
        yield Sentence(
            "The import noticed %(n)s oddities; findings.jsonl lists each.", n=number(limits.findings)
        )
    if limits.synthetic:
        yield Sentence(
            "%(n)s records came without a time and were given one in their order.", n=number(limits.synthetic)
        )
    for figure, reason in sorted(card_words.deviations(suite.config).items()):
        yield Sentence(
            "%(figure)s lies outside its tolerance, and is allowed to: %(reason)s",
            figure=figure,
            reason=reason,
        )
    yield _worded(limits.renderers)
    yield card_words.READERS


def _bounds(whole: FamilyRow) -> str:
    told = {"n": number(whole.bounded), "whole": number(whole.queries)}
    if not whole.bounded:
        return Sentence("Witness lists are complete for all %(whole)s queries.", whole=told["whole"])
    return Sentence(
        "%(n)s of %(whole)s queries have bounds instead of a complete list of witnesses: their support, "
        "their smallest witness and citation recall are intervals.",
        **told,
    )


def _worded(renderers: dict[str, int]) -> str:
    by = [
        Sentence.joined(" ", (number(n), card_words.RENDERERS.get(name, name)))
        for name, n in sorted(renderers.items())
    ]
    return Sentence(
        "Who worded the records: %(by)s. People phrase things in more ways.",
        by=Sentence.joined(", ", by) if by else Sentence("nobody"),
    )


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
