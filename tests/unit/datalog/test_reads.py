"""What a derivation looks up, also where nothing was found (scenarios/datalog/reads.py)."""

from __future__ import annotations

import pytest

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.facts import load_history, on_day
from scenarios.datalog.goal_text import parse_goal
from scenarios.datalog.loading import load_program
from scenarios.datalog.reads import Reads, TracedResolved, Tracer, heads_of_rule, rests_on
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Program

PROGRAM = load_program(
    """\
func dest(trip) -> city
func city_in(city) -> country
func home(person) -> country
func boss(person) -> person
set trip(person ; trip)
set signed(person ; trip)
inverse owner(trip) -> person of trip
derived country(trip) -> country
derived outside(person ; trip)
derived abroad(trip) -> bool
derived loops(person) -> bool
derived above(person ; person)
country(T,N) :- dest(T,C), city_in(C,N).
@set(P) outside(P,T) :- trip(P,T), country(T,N), home(P,M), N != M, not signed(P,T).
@rule(abroad) abroad(T) :- owner(T,P), home(P,M), country(T,N), N != M.
@recursive above(P,Q) :- boss(P,Q).
@recursive above(P,R) :- above(P,Q), boss(Q,R).
loops(P) :- above(P,P).
"""
)
END = on_day(load_history(PROGRAM, "e1 2026-12-31: dest(t, c).").actions[0].t.date())


def reads_of(goal: str, *lines: str, program: Program = PROGRAM) -> Reads:
    tracer = Tracer(program, resolve(load_history(program, "\n".join(lines)), END))
    tracer.evaluate(parse_goal(program, goal))
    return tracer.reads


def test_a_lookup_that_finds_nothing_is_read() -> None:
    reads = reads_of("country(Grus)")
    assert reads.meets(("dest", ("Grus",), None))
    assert not reads.meets(("dest", ("Anser",), None))
    assert not reads.meets(("city_in", ("Corby",), None))
    assert reads_of("country(Grus)", "e1: dest(Grus, Corby).").meets(("city_in", ("Corby",), None))


def test_a_collection_is_read_whole_with_its_completeness() -> None:
    reads = reads_of("outside(Vera)", "e1: trip(Vera; Grus).")
    assert reads.meets(("trip", ("Vera",), "of whom nobody spoke"))
    assert reads.meets(("complete:trip", ("Vera",), None))
    assert not reads.meets(("trip", ("Orm",), "Grus"))


def test_another_reason_for_a_false_literal_is_read_where_the_answer_is_known() -> None:
    history = (
        "e1: trip(Vera; Grus), dest(Grus, Corby), city_in(Corby, Corvia), home(Vera, Corvia).",
        "e2: signed(Vera; Grus), complete(trip, Vera), complete(signed, Vera).",
    )
    reads = reads_of("outside(Vera)", *history)
    assert reads.meets(("home", ("Vera",), None))
    assert reads.meets(("signed", ("Vera",), "Grus"))


def test_an_inverse_reads_every_group_of_the_member() -> None:
    reads = reads_of("abroad(Grus)", "e1: trip(Vera; Grus).")
    assert reads.meets(("trip", ("anyone",), "Grus"))
    assert not reads.meets(("trip", ("anyone",), "Anser"))
    assert not reads.meets(("complete:trip", ("anyone",), None))


def test_witnesses_without_evidence_begin_from_the_whole_history() -> None:
    assert not reads_of("country(Grus)", "e1: dest(Grus, Corby).").everything
    assert Reads(everything=True).meets(("anything", (), None))


def test_every_way_to_read_a_key_is_noted() -> None:
    resolved = resolve(load_history(PROGRAM, "e1: dest(Grus, Corby).\ne2: dest(Grus, Ash)."), END)
    traced = TracedResolved(resolved)
    assert traced.rules == resolved.rules
    assert traced.reads == Reads()
    key = ("dest", ("Grus",), None)
    assert traced.versions(key) == resolved.versions(key)
    assert traced.reads.keys == {key}
    assert TracedResolved(resolved).obsolete_count(key) == 1


def test_a_predicate_rests_on_what_it_reads_through_inverses_and_declared_rules() -> None:
    nothing = resolve(load_history(PROGRAM, ""), END)
    assert rests_on(PROGRAM, nothing, "abroad") == {
        *("abroad", "owner", "trip", "home", "country", "dest", "city_in"),
    }
    declared = resolve(load_history(PROGRAM, 'e1: rule abroad "abroad(T) :- dest(T,_).".'), END)
    assert rests_on(PROGRAM, declared, "abroad") == {"abroad", "dest"}
    assert rests_on(PROGRAM, nothing, "dest") == {"dest"}


def test_a_rule_key_gives_clauses_to_the_heads_of_all_its_texts() -> None:
    assert heads_of_rule(PROGRAM, "abroad", []) == {"abroad"}
    assert heads_of_rule(PROGRAM, "new", ["abroad(T) :- dest(T,_).", "country(T,N) :- dest(T,N)."]) == {
        *("abroad", "country")
    }
    with pytest.raises(ProgramError, match="expected"):
        heads_of_rule(PROGRAM, "new", ["abroad("])
