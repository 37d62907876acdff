"""The bench's program for engines of two values gives the three-valued answers, in clingo and in Nemo."""

from __future__ import annotations

from collections import Counter

import pytest

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.sql.compiled import compiled
from scenarios.generators.bench import HARDER, PROGRAM, history
from scenarios.generators.bench_rules import RULES, as_clingo, as_nemo
from scenarios.models import Scenario
from scenarios.services import bench_clingo, bench_nemo, bench_ways
from scenarios.services.bench_duckdb import translated
from scenarios.services.bench_store import Asked, requests_of
from scenarios.services.bench_turns import by_turns, same_answers

COMPILED = compiled(load_program(PROGRAM))


@pytest.fixture(scope="module")
def families() -> dict[str, Asked]:
    """What is asked of one history that is not stored, by family."""
    scenario, made = Scenario(pk=1), history(0, events=470, queries=180)
    told = {1: History.of(action for event in made.spec.events for action in event.actions)}
    asked = {"main": made.asked, **made.harder}
    return {name: Asked(tuple(requests_of(scenario, goals)), told) for name, goals in asked.items()}


@pytest.mark.parametrize("family", ["main", *HARDER])
def test_both_engines_answer_as_the_evaluator_in_memory(families: dict[str, Asked], family: str) -> None:
    asked, harder = families[family], family != "main"
    with bench_nemo.way(asked, harder=harder) as nemo:
        ways = {
            "memory": bench_ways.memory(COMPILED, asked),
            "clingo": bench_clingo.way(asked, harder=harder),
            "nemo": nemo,
        }
        times = by_turns(ways, pairs=1)
        expected = ways["memory"]().golds
        same_answers("nemo", nemo().golds, "memory", expected)
    assert not times.not_run
    labels = Counter(gold.label for gold in expected)
    assert labels[Answerability.ANSWERABLE] > 5
    assert labels[Answerability.UNKNOWN] > 5


@pytest.mark.parametrize("changed", ["maybe_outside", "maybe_linked", "rejected", "closed_trip"])
def test_a_rule_that_is_left_out_is_noticed(
    families: dict[str, Asked], changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = [line for line in RULES.splitlines() if changed not in line.split(":-")[0]]
    if changed == "closed_trip":  # it is a fact: here it is taken for its opposite
        broken = [line.replace("not closed_trip(C,P)", "closed_trip(C,P)") for line in broken]
    monkeypatch.setattr("scenarios.generators.bench_rules.RULES", "\n".join(broken) + "\n")
    asked = families["main"]
    expected = bench_ways.memory(COMPILED, asked)().golds
    assert list(bench_clingo.way(asked)().golds) != list(expected)


def test_rules_and_facts_in_the_words_of_each_engine() -> None:
    assert as_nemo('a(C,P) :- b(C,P), not c(C), P != "X".') == 'a(?C,?P) :- b(?C,?P), ~c(?C), ?P != "?X".'
    assert as_clingo(iter([("dest", (0, 't"1', "c")), ("amount", (1, "e", 5))])) == (
        'dest(0,"t\\"1","c").\namount(1,"e",5).'
    )


def test_the_emitted_sql_as_duckdb_spells_it() -> None:
    for pred in ("country", "n_outside", "spent", "linked"):
        text = translated(COMPILED.answers(pred).text)
        assert "COLLATE" not in text
        assert "%(" not in text
        assert "AS given(" not in text
        assert "unnest($ids::bigint[]) AS id" in text
