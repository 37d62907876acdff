"""The checks of witnesses: what each of C1 to C4 catches, and how large witnesses are tested."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenarios.datalog import explainer, explainer_aggregates
from scenarios.datalog.derivation import Evaluation, Gold, WitnessList
from scenarios.datalog.history import History
from scenarios.datalog.minimality import Replay, check_witnesses, shrink_all
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.syntax import Goal
from tests.spec.manual import END, goal, world

PROGRAM = """
set line(order ; item)
func price(item) -> money
derived total(order) -> money
derived busy(order) -> bool
derived few(order) -> bool
total(O,S) :- S = sum{ P @ I : line(O,I), price(I,P) }.
busy(O) :- line(O,I), price(I,P), P > 5.
few(O) :- K = count{ I : line(O,I), price(I,P), P > 5 }, K >= 3.
"""


def known(items: int) -> tuple[Evaluation, Replay]:
    lines = [f"l{n}: line(o; i{n}).\np{n}: price(i{n}, {n})." for n in range(items)]
    loaded = world(PROGRAM, "\n".join([*lines, "z: complete(line, o)."]))
    asked = goal("total(o)")
    return evaluate(*loaded, asked, END), Replay.of(*loaded, asked, END, answer)


def with_witnesses(found: Evaluation, *witnesses: tuple[str, ...]) -> Evaluation:
    return replace(found, witnesses=WitnessList(witnesses))


def test_small_witnesses_are_proven_minimal_and_large_ones_tested() -> None:
    for items, minimal in ((3, "proven"), (8, "tested")):
        found, replay = known(items)
        checks = check_witnesses(found, replay.current, replay)
        assert (checks.hold, checks.minimal, checks.notes) == (True, minimal, ())


@pytest.mark.parametrize("items", [3, 8])
def test_each_check_catches_its_fault(items: int) -> None:
    found, replay = known(items)
    whole = found.witnesses.witnesses[0]
    less = check_witnesses(with_witnesses(found, whole[1:]), replay.current, replay)
    assert (less.c1, less.c4) == (False, False)
    assert less.notes[0].startswith("C1: {")
    nested = check_witnesses(with_witnesses(found, whole[1:], whole), replay.current, replay)
    assert not nested.c2
    more = tuple(sorted({*whole, "l0b"}))
    padded = check_witnesses(with_witnesses(found, more), replay.current, replay)
    assert (padded.c1, padded.c3) == (True, False)
    assert any(note.startswith("C3: ") for note in padded.notes)


def test_an_answer_that_the_empty_context_gives_is_told() -> None:
    loaded = world("param cap() -> money default 5\nderived c() -> money\nc(V) :- cap(V).", "e1: cap(5).")
    replay = Replay.of(*loaded, Goal("c", ()), END, answer)
    checks = check_witnesses(evaluate(*loaded, Goal("c", ()), END), loaded[1], replay)
    assert not checks.empty_unknown
    assert "the empty context does not give unknown" in checks.notes


def test_shrinking_drops_what_is_not_needed_and_what_contains_another() -> None:
    found, replay = known(2)
    whole = found.witnesses.witnesses[0]
    padded = WitnessList((tuple(sorted({*whole, "x"})), whole), exact=False, unlisted=None)
    assert shrink_all(padded, replay).witnesses == (whole,)


def test_alternatives_that_were_not_followed_make_the_list_incomplete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = """
    func kind(person) -> kind
    set line(person ; item)
    derived odd(person) -> bool
    odd(P) :- kind(P,"odd"), line(P,_), line(P,I), line(P,J), I != J.
    """
    loaded = world(program, "e1: kind(p, even).\ne2: complete(line, p, 0).")
    complete = evaluate(*loaded, goal("odd(p)"), END).witnesses
    assert (complete.witnesses, complete.exact) == ((("e1",), ("e2",)), True)
    monkeypatch.setattr(explainer, "ALTERNATIVE_ROWS", 0)
    cut = evaluate(*loaded, goal("odd(p)"), END).witnesses
    assert (cut.exact, cut.unlisted) == (False, None)
    assert set(cut.witnesses) <= set(complete.witnesses)


def test_an_early_count_that_fails_leaves_open_what_may_stay_open(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = world(
        PROGRAM,
        "e1: line(o; a), line(o; b), line(o; c), complete(line, o).\ne2: price(a, 1).\ne3: price(b, 2).",
    )
    found = evaluate(*loaded, goal("few(o)"), END)
    assert found.gold.answer is False
    assert found.witnesses.witnesses == (("e1", "e2"), ("e1", "e3"))
    monkeypatch.setattr(explainer_aggregates, "OPEN_CHOICES", 0)
    cut = evaluate(*loaded, goal("few(o)"), END).witnesses
    assert (cut.exact, cut.unlisted) == (False, None)
    assert set(cut.witnesses) < set(found.witnesses.witnesses)


def test_a_known_truth_needs_one_row_only() -> None:
    loaded = world(PROGRAM, "e1: line(o; a), price(a, 9).\ne2: line(o; b).")
    assert evaluate(*loaded, goal("busy(o)"), END).witnesses.witnesses == (("e1",),)


def test_shrinking_long_sets_is_bounded_and_lists_only_what_was_shrunk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = world(
        "set t(g ; m)\nderived n(g) -> int\nn(G,K) :- K = count{ M : t(G,M) }.", "e1: complete(t, g, 0)."
    )
    replay = Replay.of(*known, Goal("n", ("g",)), END, answer)
    listed = WitnessList((("e1",), ("e1", "x"), ("e1", "y", "z")), False, None)
    assert shrink_all(listed, replay).witnesses == (("e1",),)
    asked: list[int] = []

    def counted(chosen: History) -> Gold:
        asked.append(len(chosen.actions))
        return replay.answer(chosen)

    monkeypatch.setattr("scenarios.datalog.minimality.SHRINK_WORK", 0)
    assert shrink_all(listed, replace(replay, answer=counted)).witnesses == (("e1",),)
    assert len(asked) == 1
