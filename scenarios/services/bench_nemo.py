"""The bench's workload in Nemo: facts as files of comma-separated values, rules as text."""

from __future__ import annotations

import csv
import importlib
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scenarios.generators import bench_rules
from scenarios.generators.bench_rules import Fact
from scenarios.services.bench_store import Asked
from scenarios.services.bench_turns import ANSWERS, NotRunError, Timed, Way

_FORMATS = {int: "int", str: "string"}
#: Pairs of runs a turn, of which the shortest times count.
RUNS = 3


@contextmanager
def way(asked: Asked, *, harder: bool = False) -> Iterator[Way]:
    """Nemo over all places in one run, while the files of its facts are there.

    Nemo reads its facts while it reasons. What that takes is measured in every turn by a run that reads them
    and counts them, and taken off: the judged time is the rest of the reasoning, and reading out. Of a few
    such pairs of runs the shortest times are taken, so that the difference is not that of two disturbances.
    ``NotRunError`` where Nemo is not installed.
    """
    with tempfile.TemporaryDirectory(prefix="stemma-bench-") as folder:
        imports = _write(Path(folder), [*asked.facts(), *asked.asks()])
        names, rules = _program(harder=harder)

        def answers() -> Timed:
            nemo = installed()
            runs = [
                (_reasoned(nemo, imports + _counted()), _reasoned(nemo, imports + rules)) for _ in range(RUNS)
            ]
            reading = min(only.reasoning for only, _ in runs)
            reasoning = min(whole.reasoning for _, whole in runs)
            parsed, engine = runs[-1][1].parsing, runs[-1][1].engine
            began = time.perf_counter()
            found = _read(engine, names)
            golds = [bench_rules.gold_of(asked.numbers[one.place], one.goal, found) for one in asked.requests]
            read = time.perf_counter() - began
            reason = max(0.0, reasoning - reading)
            phases = {"load": reading, "parse rules": parsed, "reason": reason, "read out": read}
            return Timed(golds, {ANSWERS: reason + read, **phases})

        yield answers


def installed() -> Any:
    """The module of Nemo. Raises ``NotRunError`` where it is not installed."""
    try:
        return importlib.import_module("nmo_python")
    except ModuleNotFoundError:
        raise NotRunError("Nemo is not installed: pip install nemo-python") from None


def _write(folder: Path, facts: Iterable[Fact]) -> str:
    """One file a predicate, also where nothing is to say; the statements that import them."""
    rows: dict[str, list[tuple[int | str, ...]]] = defaultdict(list)
    for name, parts in facts:
        rows[name].append(parts)
    statements = []
    for name, types in bench_rules.SIGNATURES.items():
        path = folder / f"{name}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows[name])
        kinds = ", ".join(_FORMATS[kind] for kind in types)
        statements.append(f'@import {name} :- csv{{resource="{path}", format=({kinds})}} .\n')
    return "".join(statements)


def _counted() -> str:
    """Rules that read every fact and do nothing else."""
    lines = []
    for name, types in bench_rules.SIGNATURES.items():
        variables = ", ".join(f"?X{place}" for place in range(len(types)))
        lines.append(f"n_{name}(#count(?X1)) :- {name}({variables}).\n")
    return "".join(lines)


def _program(*, harder: bool) -> tuple[tuple[str, ...], str]:
    if harder:
        names: tuple[str, ...] = (*bench_rules.HARDER_ANSWERS, *bench_rules.HARDER_MAYBE)
        return names, bench_rules.as_nemo(bench_rules.HARDER_RULES)
    names = (*bench_rules.ANSWERS, *bench_rules.MAYBE)
    return names, bench_rules.as_nemo(bench_rules.RULES) + bench_rules.NEMO_AGGREGATES


@dataclass(frozen=True, slots=True)
class _Run:
    """Seconds of parsing and of reasoning, and the engine that did it."""

    parsing: float
    reasoning: float
    engine: Any


def _reasoned(nemo: Any, text: str) -> _Run:
    began = time.perf_counter()
    engine = nemo.NemoEngine(nemo.load_string(text))
    parsed = time.perf_counter()
    engine.reason()
    return _Run(parsed - began, time.perf_counter() - parsed, engine)


def _read(engine: Any, names: Iterable[str]) -> dict[tuple[str, int, str], list[int | str]]:
    found: dict[tuple[str, int, str], list[int | str]] = {}
    for name in names:
        for row in engine.result(name):
            place, key, *rest = (_plain(part) for part in row)
            found.setdefault((name, int(place), str(key)), []).extend(rest)
    return found


def _plain(part: Any) -> int | str:
    """Nemo writes texts with their quotes; names of the bench hold none."""
    return part.strip('"') if isinstance(part, str) else int(part)
