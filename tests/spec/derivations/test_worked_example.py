"""The worked example (spec 2.6): every number printed there, at every cutoff."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime

import pytest

from scenarios.datalog import reference
from scenarios.datalog.derivation import Evaluation
from scenarios.datalog.facts import moment
from scenarios.datalog.history import History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Replay, brute_force, check_witnesses
from scenarios.datalog.syntax import Program
from scenarios.generators import worked_example
from tests.spec.engines import Engine
from tests.spec.manual import cutoff, shown

SCENARIO = worked_example.bundle().scenarios[0]
QUERY = SCENARIO.queries[0]
AUGUST = QUERY.cutoff
NINE = ("e1", "e10", "e2", "e3", "e4", "e5", "e6", "e8", "e9")


def loaded() -> tuple[Program, History]:
    actions = [action for event in SCENARIO.events for action in event.actions]
    return load_program(SCENARIO.program, "figure3"), History.of(actions)


def at(engine: Engine, when: datetime, history: History | None = None) -> Evaluation:
    program, recorded = loaded()
    return engine.evaluate(program, history or recorded, QUERY.goal, when)


def levels(found: Evaluation) -> list[int]:
    depths = Counter(found.derivation.depths.values())
    return [depths[depth] for depth in sorted(depths)]


def size(found: Evaluation) -> tuple[int, int, int, int]:
    derivation = found.derivation
    return derivation.height, derivation.width, len(derivation.nodes), len(derivation.edges)


def test_the_fixture_is_the_history_of_the_paper() -> None:
    assert [event.id for event in SCENARIO.events] == [f"e{number}" for number in range(1, 12)]
    assert [event.t.month for event in SCENARIO.events] == [1, 1, 1, 1, 1, 2, 3, 4, 6, 7, 8]
    assert {(event.t.day, event.t.hour) for event in SCENARIO.events} == {(1, 9)}
    assert [len(event.actions) for event in SCENARIO.events] == [1] * 8 + [4, 1, 0]
    assert AUGUST == moment("2026-08-31T23:59:59.999999Z")
    assert all(len(event.text.splitlines()) == 1 for event in SCENARIO.events)


def test_at_the_end_of_august(engine: Engine) -> None:
    found = at(engine, AUGUST)
    assert shown(found.gold) == "2"
    assert size(found) == (4, 12, 28, 30)
    assert levels(found) == [1, 1, 5, 12, 9]
    assert found.witnesses.witnesses == (NINE,)
    assert found.witnesses.exact
    assert found.witnesses.support == NINE
    assert found.derivation.obs_flag
    assert QUERY.expected is not None
    assert (found.gold.label, found.gold.answer) == (QUERY.expected.label, QUERY.expected.answer)


def test_the_nodes_and_their_children(engine: Engine) -> None:
    derivation = at(engine, AUGUST).derivation
    below = {
        derivation.nodes[key].label: {derivation.nodes[child].label for child in children}
        for key, children in derivation.children.items()
    }
    assert derivation.nodes[derivation.root].label == "n_outside(Vera)"
    assert below["n_outside(Vera)"] == {"outside(Vera)"}
    assert below["outside(Vera)"] == {
        "trip(Vera)",
        "home(Vera)",
        "country(Anser)",
        "country(Grus)",
        "country(Ibex)",
    }
    assert below["trip(Vera)"] == {
        "trip(Vera,Anser)",
        "trip(Vera,Grus)",
        "trip(Vera,Ibex)",
        "complete(trip,Vera)",
    }
    assert below["home(Vera)"] == {"based_in(Vera)", "city_in(Ashfell)"}
    assert below["country(Grus)"] == {"dest(Grus)", "city_in(Corby)"}
    assert below["dest(Grus)"] == {"e10"}
    assert below["complete(trip,Vera)"] == {"e9"}
    states = {node.label: node.state for node in derivation.nodes.values()}
    assert states["outside(Vera)"] == {"members": ["Anser", "Ibex"], "undecided": [], "open": False}
    assert (states["country(Anser)"], states["country(Ibex)"]) == ("Meleth", "Drossel")
    assert states["dest(Grus)"] == "Corby"
    outside = derivation.nodes[("derived_set", "outside", ("Vera",))]
    assert "Corvia != Corvia: false" in outside.meta["checks"]


@pytest.mark.parametrize(
    ("when", "cell", "numbers", "missing"),
    [
        ("2025-12-31", "unknown", (4, 7, 6), ("missing(based_in(Vera))", "missing(complete(trip,Vera))")),
        ("2026-01-31", "unknown", (4, 9, 8), ("missing(complete(trip,Vera))",)),
        ("2026-03-31", "unknown", (4, 9, 8), ("missing(complete(trip,Vera))",)),
        ("2026-05-31", "unknown", (4, 9, 8), ("missing(complete(trip,Vera))",)),
        ("2026-06-01T08:59:59.999999Z", "unknown", (4, 9, 8), ("missing(complete(trip,Vera))",)),
        ("2026-06-01T09:00:00Z", "3", (4, 26, 29), ()),
        ("2026-06-30", "3", (4, 26, 29), ()),
        ("2026-07-31", "2", (4, 28, 30), ()),
    ],
)
def test_at_earlier_cutoffs(
    engine: Engine, when: str, cell: str, numbers: tuple[int, int, int], missing: tuple[str, ...]
) -> None:
    found = at(engine, cutoff(when))
    height, _, nodes, edges = size(found)
    assert shown(found.gold) == cell
    assert (height, nodes, edges) == numbers
    assert found.gold.missing == missing


def test_in_june_the_obsolete_booking_is_still_current(engine: Engine) -> None:
    found = at(engine, cutoff("2026-06-30"))
    assert found.witnesses.witnesses == (("e1", "e3", "e4", "e5", "e6", "e7", "e8", "e9"),)
    assert levels(found) == [1, 1, 5, 11, 8]
    shared = ("fact", "city_in", ("Halewick",))
    parents = {parent for parent, child in found.derivation.edges if child == shared}
    assert parents == {("derived", "country", ("Grus",)), ("derived", "country", ("Ibex",))}


def test_a_confirmation_instead_of_the_revision(engine: Engine) -> None:
    """AC-2.5: e10 confirms Halewick; two asserting events make two witnesses."""
    _, history = loaded()
    confirming = History.of(
        replace(a, op=Op.ASSERT, value="Halewick") if a.event == "e10" else a for a in history.actions
    )
    found = at(engine, AUGUST, confirming)
    common = ("e1", "e3", "e4", "e5", "e6")
    assert shown(found.gold) == "3"
    assert set(found.witnesses.witnesses) == {
        (*common, "e7", "e8", "e9"),
        ("e1", "e10", *common[1:], "e8", "e9"),
    }
    assert size(found) == (4, 11, 27, 30)
    assert levels(found) == [1, 1, 5, 11, 9]
    assert not found.derivation.obs_flag


def test_brute_force_over_all_sub_histories_finds_the_one_witness(engine: Engine) -> None:
    """All 2 to the 11 sets of events are tried; plain negation as failure would find three more."""
    program, history = loaded()
    replay = Replay.of(program, history, QUERY.goal, AUGUST, reference.answer)
    tried = brute_force([event.id for event in SCENARIO.events], replay)
    assert tried == at(engine, AUGUST).witnesses.witnesses == (NINE,)


def test_the_four_checks_hold() -> None:
    program, history = loaded()
    found = reference.evaluate(program, history, QUERY.goal, AUGUST)
    checks = check_witnesses(
        found, history, Replay.of(program, history, QUERY.goal, AUGUST, reference.answer)
    )
    assert (checks.hold, checks.minimal, checks.empty_unknown, checks.notes) == (True, "proven", True, ())
