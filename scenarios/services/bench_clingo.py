"""The bench's workload in clingo: facts loaded, then the rules with what is asked grounded and solved."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable
from typing import Any

from scenarios.generators import bench_rules
from scenarios.generators.bench_rules import Fact
from scenarios.services.bench_store import Asked
from scenarios.services.bench_turns import ANSWERS, NotRunError, Timed, Way


def way(asked: Asked, *, harder: bool = False) -> Way:
    """clingo over all places in one run. ``NotRunError`` where it is not installed.

    The judged time is grounding, solving and reading out: grounding is where clingo derives.
    """
    loaded = bench_rules.as_clingo(asked.facts())
    program = _program(asked.asks(), harder=harder)

    def answers() -> Timed:
        clingo = installed()
        control = clingo.Control(["--warn=none"])
        began = time.perf_counter()
        control.add("base", [], loaded)
        control.ground([("base", [])])
        ready = time.perf_counter()
        control.add("asked", [], program)
        control.ground([("asked", [])])
        grounded = time.perf_counter()
        with control.solve(yield_=True) as models:
            found = _read(clingo.SymbolType.String, next(iter(models)).symbols(shown=True))
        golds = [bench_rules.gold_of(asked.numbers[one.place], one.goal, found) for one in asked.requests]
        done = time.perf_counter()
        return Timed(
            golds,
            {
                ANSWERS: done - ready,
                "load": ready - began,
                "ground": grounded - ready,
                "solve and read": done - grounded,
            },
        )

    return answers


def installed() -> Any:
    """The clingo module. Raises ``NotRunError`` where it is not installed."""
    try:
        return importlib.import_module("clingo")
    except ModuleNotFoundError:
        raise NotRunError("clingo is not installed: pip install clingo") from None


def _program(asks: Iterable[Fact], *, harder: bool) -> str:
    rules = bench_rules.RULES + bench_rules.CLINGO_AGGREGATES
    names: tuple[str, ...] = bench_rules.ANSWERS
    maybe: tuple[str, ...] = bench_rules.MAYBE
    if harder:
        rules, names = bench_rules.HARDER_RULES, bench_rules.HARDER_ANSWERS
        maybe = bench_rules.HARDER_MAYBE
    shown = [*(f"#show {name}/3." for name in names), *(f"#show {name}/2." for name in maybe)]
    return "\n".join([rules, *shown, bench_rules.as_clingo(iter(asks))])


def _read(text: Any, symbols: Iterable[Any]) -> dict[tuple[str, int, str], list[int | str]]:
    found: dict[tuple[str, int, str], list[int | str]] = {}
    for symbol in symbols:
        place, key, *rest = symbol.arguments
        rows = found.setdefault((symbol.name, place.number, key.string), [])
        rows.extend(part.string if part.type == text else part.number for part in rest)
    return found
