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
    told = []
    for one in found.lines:
        line = one.line
        if line.knows:
            told.append(f"{line} is an oracle, it knows {_and(line.knows)}: a bound, never ranked.")
        if one.na_reason:
            told.append(f"{line}: n/a, {one.na_reason}.")
        if line.repetitions > 1:
            told.append(
                f"{line} was walked and read {line.repetitions} times; the first counts here, for a paired "
                "test takes one verdict a query."
            )
    served = sorted({one.line.run.suite.slug for one in found.lines if one.line.run.suite.is_practice})
    told += [f"{slug} is a practice suite: its gold is served, nothing on it is ranked." for slug in served]
    told += _few_scenarios(found)
    for reader in dict.fromkeys(one.line.run.reader for one in found.lines):
        knows = next(one.line.run.reader_knows for one in found.lines if one.line.run.reader == reader)
        known = f"; it knows {_and(knows)}" if knows else ""
        told.append(f"Read by {reader}{known}: {readers.title(reader)}.")
    return told


def _few_scenarios(found: RunComparison) -> Iterator[str]:
    """What few scenarios do to the bootstrap, which draws them whole."""
    counts = {one.against.whole.clusters for one in found.others if one.against and one.against.whole.n}
    if 1 in counts:
        yield "All queries are of one scenario, so intervals of differences are over queries."
    if few := [count for count in sorted(counts) if 1 < count < SMALL_CELL]:
        yield (f"Intervals of differences are over {_and(few)} scenarios; over so few, they are too narrow.")


def _reading(lines: Sequence[Line]) -> Iterator[str]:
    names = _different(lines, lambda line: line.run.reader)
    if names:
        yield f"Read by other readers: {_and(names)}. The difference is also that of the readers."
    settings = _unequal(
        lines, lambda line: line.run.reader, lambda line: line.run.config.get("reader_config", {})
    )
    for reader, keys in settings.items():
        yield f"Read by {reader} with other settings: {_and(keys)}."
    prompts = _unequal(
        lines,
        lambda line: line.run.reader,
        lambda line: {"prompt": line.run.config.get("prompt_version", "")},
    )
    for reader in prompts:
        yield f"Read by {reader} with other prompts."
    if budgets := _different(lines, lambda line: line.run.budget):
        tokens = _and([f"{budget:,}" for budget in budgets])
        yield f"Contexts were cut at other budgets: {tokens} tokens."
    if counted := _different(lines, lambda line: line.run.config.get("tokenizer", "")):
        yield f"Tokens were counted by other tokenizers: {_and(counted)}."


def _systems(lines: Sequence[Line]) -> Iterator[str]:
    """Systems of one name that were not the same. Values stay untold: they may hold addresses."""
    for system, keys in _unequal(lines, lambda line: line.system, _set_up).items():
        yield f"{system} was not set up the same: {_and(keys)}."


def _set_up(line: Line) -> dict[str, Any]:
    variant = line.variant
    return {**variant.config, "adapter": variant.adapter, "version of the adapter": variant.adapter_version}


def _releases(found: RunComparison) -> Iterator[str]:
    first = found.baseline.line.run.suite.slug
    for one in found.dropped:
        yield (
            f"Over several releases. Of the queries of {first} and {one.suite} are dropped: {one.absent} "
            f"that are in one of them only, {one.differing} that have another goal, cutoff or gold. Records "
            "and questions of the others may read otherwise."
        )


def _ends(lines: Sequence[Line]) -> Iterator[str]:
    for run in {line.run.pk: line.run for line in lines}.values():
        if run.status != RunStatus.DONE:
            yield f"Run {run.pk} ended as {run.status}: what it did not answer has no pair."


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
    *most, last = (str(word) for word in words)
    return f"{', '.join(most)} and {last}" if most else last
