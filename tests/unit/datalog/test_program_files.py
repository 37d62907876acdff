"""Programs of several files: one program, every fault in its own file; and what a program holds."""

from __future__ import annotations

import pytest

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.facts import load_history
from scenarios.datalog.loading import load_files, load_program
from scenarios.datalog.program_summary import RecursionClass, summarize
from scenarios.datalog.reference import answer
from scenarios.datalog.syntax import Goal
from tests.spec.manual import END

PLACES = "func city_in(city) -> country\nfunc based_in(person) -> city\n"
RULES = "derived home(person) -> country\n\nhome(P,N) :- based_in(P,C), city_in(C,N)."


def test_a_declaration_in_one_file_serves_the_clauses_of_another() -> None:
    for files in ([("places.dl", PLACES), ("rules.dl", RULES)], [("rules.dl", RULES), ("places.dl", PLACES)]):
        program = load_files(files)
        history = load_history(program, "e1: based_in(Vera, Ashfell), city_in(Ashfell, Corvia).")
        assert answer(program, history, Goal("home", ("Vera",)), END).answer == "Corvia"
    assert load_program(program.source).decls == program.decls


def test_every_fault_stands_in_its_own_file_and_line_with_its_caret() -> None:
    files = [
        ("a.dl", "func city_in(city) -> country\nhome(P,N) :- based_in(P,C)\n"),  # not closed
        ("b.dl", "derived home(person) -> country\nfunc city_in(city) -> region\nfunc broken(\n"),
        ("c.dl", "# nothing here\n"),
    ]
    with pytest.raises(ProgramError) as caught:
        load_files(files)
    places = [(fault.place, fault.code) for fault in caught.value.faults]
    assert places == [("a.dl:3:1", "syntax"), ("b.dl:2:6", "declared-twice"), ("b.dl:4:1", "syntax")]
    assert "    func city_in(city) -> region\n         ^^^^^^^" in str(caught.value)


def test_faults_of_meaning_stand_in_their_own_file_too() -> None:
    files = [
        ("a.dl", "set trip(person ; trip)\nderived few(person) -> bool\n"),
        ("b.dl", "few(P) :- not many(P).\n\nmany(P) :- trip(P,T), T < 3, not few(P)."),
        ("c.dl", "derived many(person) -> bool"),
    ]
    with pytest.raises(ProgramError) as caught:
        load_files(files)
    places = {(fault.place, fault.code) for fault in caught.value.faults}
    assert places == {("b.dl:1:15", "unstratified"), ("b.dl:3:23", "type")}


def test_a_fault_without_a_place_names_all_files() -> None:
    with pytest.raises(ProgramError) as caught:
        load_files([("a.dl", "assume complete(trip)."), ("b.dl", "set stay(person ; trip)")])
    assert [fault.place for fault in caught.value.faults] == ["a.dl, b.dl"]


def test_a_program_is_counted_with_its_recursions_by_class() -> None:
    program = load_program("""
    func boss(person) -> person
    set road(town ; town)
    param cap() -> int
    derived above(person ; person)
    derived reach(town ; town)
    derived odd(town ; town)
    derived even(town ; town)
    derived far(town) -> bool
    above(P,Q) :- boss(P,Q).
    above(P,R) :- above(P,Q), boss(Q,R).
    reach(X,Y) :- road(X,Y).
    reach(X,Z) :- reach(X,Y), reach(Y,Z).
    odd(X,Y) :- road(X,Y).
    odd(X,Z) :- even(X,Y), road(Y,Z).
    even(X,Z) :- odd(X,Y), road(Y,Z).
    @rule(far) far(T) :- N = count{ X : reach(T,X) }, cap(C), N > C.
    """)
    found = summarize(program)
    linear, non_linear, mutual = RecursionClass.LINEAR, RecursionClass.NON_LINEAR, RecursionClass.MUTUAL
    assert [(r.preds, r.classes) for r in found.recursions] == [
        (("above",), (linear,)),
        (("even", "odd"), (mutual, linear)),
        (("reach",), (non_linear,)),
    ]
    assert found.lines() == [
        "8 declarations: 1 func, 1 set, 1 param, 5 derived",
        "8 rules, 1 of them replaceable by key: far",
        "2 strata",
        "recursion: above (linear); even, odd (mutual, linear); reach (non-linear)",
    ]
    assert summarize(load_program("")).lines() == ["0 declarations", "0 rules", "0 strata", "recursion: none"]
