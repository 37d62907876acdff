"""What must be said beside a comparison of runs: in words, what was not the same in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from benchmark.models import RunStatus
from benchmark.scoring.aggregation import SMALL_CELL
from benchmark.services import readers
from probes.selectors.comparing import RunComparison
from probes.selectors.comparison_lines import Line
from scenarios.sentences import Sentence


def warnings(found: RunComparison) -> list[str]:
    """What makes the difference of two lines something else than that of their systems."""
    lines = [one.line for one in found.lines]
    return [
        *_reading(lines),
        *_systems(lines),
        *_releases(found),
        *_ends(lines),
    ]


def marks(found: RunComparison) -> list[str]:
    """What a reader of the figures must know of single lines: oracles, rehearsals, n/a, repetitions."""
    told: list[str] = []
    for one in found.lines:
        line = one.line
        if line.knows:
            told.append(
                Sentence(
                    "%(line)s is an oracle, it knows %(knows)s: a bound, never ranked.",
                    line=str(line),
                    knows=_and([Sentence(word) for word in line.knows]),
                )
            )
        if one.na_reason:
            told.append(
                Sentence("%(line)s: n/a, %(reason)s.", line=str(line), reason=Sentence(one.na_reason))
            )
        if line.repetitions > 1:
            told.append(
                Sentence(
                    "%(line)s was walked and read %(n)s times; the first counts here, for a paired test "
                    "takes one verdict a query.",
                    line=str(line),
                    n=line.repetitions,
                )
            )
    served = sorted({one.line.run.suite.slug for one in found.lines if one.line.run.suite.is_practice})
    told += [
        Sentence("%(suite)s is a practice suite: its gold is served, nothing on it is ranked.", suite=slug)
        for slug in served
    ]
    told += _few_scenarios(found)
    for reader in dict.fromkeys(one.line.run.reader for one in found.lines):
        knows = next(one.line.run.reader_knows for one in found.lines if one.line.run.reader == reader)
        title = Sentence(readers.title(reader))
        if knows:
            words = _and([Sentence(word) for word in knows])
            told.append(
                Sentence(
                    "Read by %(reader)s; it knows %(knows)s: %(title)s.",
                    reader=reader,
                    knows=words,
                    title=title,
                )
            )
        else:
            told.append(Sentence("Read by %(reader)s: %(title)s.", reader=reader, title=title))
    return told


def _few_scenarios(found: RunComparison) -> Iterator[str]:
    """What few scenarios do to the bootstrap, which draws them whole."""
    counts = {one.against.whole.clusters for one in found.others if one.against and one.against.whole.n}
    if 1 in counts:
        yield Sentence("All queries are of one scenario, so intervals of differences are over queries.")
    if few := [count for count in sorted(counts) if 1 < count < SMALL_CELL]:
        yield Sentence(
            "Intervals of differences are over %(few)s scenarios; over so few, they are too narrow.",
            few=_and(few),
        )


def _reading(lines: Sequence[Line]) -> Iterator[str]:
    names = _different(lines, lambda line: line.run.reader)
    if names:
        yield Sentence(
            "Read by other readers: %(names)s. The difference is also that of the readers.", names=_and(names)
        )
    settings = _unequal(
        lines, lambda line: line.run.reader, lambda line: line.run.config.get("reader_config", {})
    )
    for reader, keys in settings.items():
        yield Sentence("Read by %(reader)s with other settings: %(keys)s.", reader=reader, keys=_and(keys))
    prompts = _unequal(
        lines,
        lambda line: line.run.reader,
        lambda line: {"prompt": line.run.config.get("prompt_version", "")},
    )
    for reader in prompts:
        yield Sentence("Read by %(reader)s with other prompts.", reader=reader)
    if budgets := _different(lines, lambda line: line.run.budget):
        tokens = _and([f"{budget:,}" for budget in budgets])
        yield Sentence("Contexts were cut at other budgets: %(tokens)s tokens.", tokens=tokens)
    if counted := _different(lines, lambda line: line.run.config.get("tokenizer", "")):
        yield Sentence("Tokens were counted by other tokenizers: %(names)s.", names=_and(counted))


def _systems(lines: Sequence[Line]) -> Iterator[str]:
    """Systems of one name that were not the same. Values stay untold: they may hold addresses."""
    for system, keys in _unequal(lines, lambda line: line.system, _set_up).items():
        yield Sentence("%(system)s was not set up the same: %(keys)s.", system=system, keys=_and(keys))


def _set_up(line: Line) -> dict[str, Any]:
    variant = line.variant
    return {**variant.config, "adapter": variant.adapter, "version of the adapter": variant.adapter_version}


def _releases(found: RunComparison) -> Iterator[str]:
    first = found.baseline.line.run.suite.slug
    for one in found.dropped:
        yield Sentence(
            "Over several releases. Of the queries of %(first)s and %(second)s are dropped: %(absent)s that "
            "are in one of them only, %(differing)s that have another goal, cutoff or gold. Records and "
            "questions of the others may read otherwise.",
            first=first,
            second=str(one.suite),
            absent=one.absent,
            differing=one.differing,
        )


def _ends(lines: Sequence[Line]) -> Iterator[str]:
    for run in {line.run.pk: line.run for line in lines}.values():
        if run.status != RunStatus.DONE:
            yield Sentence(
                "Run %(run)s ended as %(status)s: what it did not answer has no pair.",
                run=run.pk,
                status=run.status,
            )


def _different(lines: Sequence[Line], value: Callable[[Line], Any]) -> list[Any]:
    """The values in the order of the lines, where there is more than one."""
    found = list(dict.fromkeys(value(line) for line in lines))
    return found if len(found) > 1 else []


def _unequal(
    lines: Sequence[Line], name: Callable[[Line], str], settings: Callable[[Line], dict[str, Any]]
) -> dict[str, list[str]]:
    """By name, the keys in which the settings of lines of that name differ."""
    found: dict[str, set[str]] = {}
    for one, other in combinations(lines, 2):
        if name(one) == name(other):
            here, there = settings(one), settings(other)
            keys = {key for key in here.keys() | there.keys() if here.get(key) != there.get(key)}
            if keys:
                found.setdefault(name(one), set()).update(keys)
    return {key: sorted(keys) for key, keys in found.items()}


def _and(words: Sequence[Any]) -> str:
    *most, last = (word if isinstance(word, str) else str(word) for word in words)
    if not most:
        return last
    return Sentence("%(most)s and %(last)s", most=Sentence.joined(", ", most), last=last)
