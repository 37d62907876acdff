"""What a rule reads is what a direct question is told: tombstones, defaults and constants in its heads."""

from __future__ import annotations

import pytest

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world

CANCELLED = """
func gone(trip) -> city on_cancel absent
func back(trip) -> city on_cancel default:home
func nil(trip) -> city on_cancel default:none
func plain(trip) -> city
set waived(person ; trip) on_cancel unknown
derived d_gone(trip) -> city
derived d_back(trip) -> city
derived d_nil(trip) -> city
derived d_plain(trip) -> city
derived w(person ; trip)
d_gone(T,C)  :- gone(T,C).
d_back(T,C)  :- back(T,C).
d_nil(T,C)   :- nil(T,C).
d_plain(T,C) :- plain(T,C).
w(P,T)       :- waived(P,T).
"""


def test_a_rule_reads_what_a_tombstone_leaves(engine: Engine) -> None:
    history = """
    e1: gone(g, x), back(g, x), nil(g, x), plain(g, x).
    e2: cancel gone(g), cancel back(g), cancel nil(g), cancel plain(g).
    """
    check(
        engine,
        world(CANCELLED, history),
        """
        | at         | d_gone(g) | d_back(g) | d_nil(g)  | d_plain(g) |
        | 2026-01-01 | x         | x         | x         | x          |
        | 2026-01-02 | zero none | home      | zero none | unknown    |
        """,
    )


def test_a_rule_over_members_left_undecided_leaves_them_undecided(engine: Engine) -> None:
    history = """
    e1: waived(V; g), waived(V; h), complete(waived, V).
    e2: cancel waived(V; g).
    e3: complete(waived, V).
    """
    check(
        engine,
        world(CANCELLED, history),
        """
        | at         | w(V)    | w(V) has g | w(V) has h | w(V) has k |
        | 2026-01-01 | {g, h}  | true       | true       | false      |
        | 2026-01-03 | unknown | unknown    | true       | false      |
        """,
    )


def test_a_rule_reads_defaults_none_among_them(engine: Engine) -> None:
    program = """
    param floor() -> money default 25
    param head() -> person default none
    func cost(trip) -> money
    derived over(trip) -> bool
    derived rest(trip) -> money
    derived signer(trip) -> person
    over(T)     :- cost(T,C), floor(F), C > F.
    rest(T,R)   :- cost(T,C), floor(F), R = C - F.
    signer(T,P) :- cost(T,C), C > 10, head(P).
    """
    check(
        engine,
        world(program, "e1: cost(a, 28).\ne2: floor(30), head(Vera)."),
        """
        | at         | over(a) | rest(a) | signer(a) |
        | 2026-01-01 | true    | 3       | zero none |
        | 2026-01-02 | false   | -2      | Vera      |
        """,
    )


HEADS = """
set trip(person ; trip)
func dest(trip) -> city
func cost(trip) -> money
derived special(trip) -> bool
derived rank(trip) -> int
derived same(trip, trip) -> bool
derived exactly(person, int) -> bool
derived twice(person) -> money
derived tagged(person ; word)
special(grus)  :- dest(grus,C), C = x.
rank(T,3)      :- dest(T,C), C = x.
same(T,T)      :- dest(T,_).
exactly(P,K)   :- K = count{ T : trip(P,T) }.
twice(P,S)     :- S = sum{ 2 @ T : trip(P,T) }.
tagged(P,busy) :- trip(P,_).
"""


def test_heads_and_aggregates_may_hold_constants(engine: Engine) -> None:
    known = world(
        HEADS, "e1: dest(grus, x), dest(b, x), dest(c, y), trip(V; grus), trip(V; b), complete(trip, V)."
    )
    check(
        engine,
        known,
        """
        | at  | special(grus) | special(b) | rank(b) | rank(c)   | twice(V) | tagged(V) | tagged(V) has idle |
        | end | true          | false      | 3       | zero none | 4        | {busy}    | false              |
        """,
    )


def test_a_key_that_stands_twice_in_a_head_must_be_one(engine: Engine) -> None:
    known = world(HEADS, "e1: dest(grus, x), dest(b, x).")
    check(engine, known, "| at | same(b, b) | same(b, grus) | same(k, k) |\n| end | true | false | unknown |")


def test_an_aggregate_may_be_asked_whether_it_is_a_given_number(engine: Engine) -> None:
    history = "e1: trip(V; a), trip(V; b).\ne2: complete(trip, V)."
    check(
        engine,
        world(HEADS, history),
        """
        | at         | exactly(V, 2) | exactly(V, 3) |
        | 2026-01-01 | unknown       | unknown       |
        | 2026-01-02 | true          | false         |
        """,
    )
    found = evaluate(engine, world(HEADS, history), "exactly(V, 2)")
    assert found.witnesses.witnesses == (("e1", "e2"),)


TIED = """
set trip(person ; trip)
func dest(trip) -> city
func land(city) -> country
derived usual(person) -> city
derived seen(person ; city)
derived abroad(person) -> country
usual(P,C)  :- C = mode{ D @ T : trip(P,T), dest(T,D) }.
seen(P,C)   :- usual(P,C).
abroad(P,N) :- usual(P,C), land(C,N).
"""


@pytest.mark.parametrize(
    ("trips", "row"),
    [
        ("trip(V; a), trip(V; b), trip(V; c)", "x | {x} | true | false | corvia"),
        ("trip(V; a), trip(V; c)", "{x, y} | unknown | unknown | unknown | unknown"),
    ],
)
def test_a_tie_names_no_member_and_feeds_no_other_read(engine: Engine, trips: str, row: str) -> None:
    known = world(
        TIED,
        f"e1: {trips}, complete(trip, V), dest(a, x), dest(b, x), dest(c, y).\n"
        "e2: land(x, corvia), land(y, corvia).",
    )
    check(
        engine,
        known,
        f"| at | usual(V) | seen(V) | seen(V) has x | seen(V) has z | abroad(V) |\n| end | {row} |",
    )


def test_a_member_that_one_rule_leaves_open_another_may_make_certain(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    func dest(trip) -> city
    derived seen(person ; city)
    seen(P,C) :- trip(P,T), dest(T,C).
    seen(P,x) :- trip(P,a).
    """
    history = """
    e1: trip(V; a), trip(V; b), complete(trip, V).
    e2: dest(b, x).
    e3: dest(a, y).
    """
    check(
        engine,
        world(program, history),
        """
        | at         | seen(V) | seen(V) has x | seen(V) has y |
        | 2026-01-01 | unknown | true          | unknown       |
        | 2026-01-02 | unknown | true          | unknown       |
        | 2026-01-03 | {x, y}  | true          | true          |
        """,
    )


def test_all_with_a_condition_that_reads_a_collection(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    set signed(trip ; person)
    derived all_signed(person) -> bool
    all_signed(P) :- X = all{ T : trip(P,T) | signed(T,Q), Q != P }, X = true.
    """
    history = """
    e1: trip(V; a), trip(V; b), complete(trip, V), signed(a; O).
    e2: signed(b; V), complete(signed, b).
    e3: signed(b; O).
    """
    check(
        engine,
        world(program, history),
        """
        | at         | all_signed(V) |
        | 2026-01-01 | unknown       |
        | 2026-01-02 | false         |
        | 2026-01-03 | true          |
        """,
    )


def test_a_bare_truth_may_be_a_text(engine: Engine) -> None:
    program = """
    func receipt(claim) -> text
    derived has_one(claim) -> bool
    derived is_one(claim) -> bool
    derived flag(claim) -> text
    derived flags(claim ; text)
    has_one(E)     :- receipt(E,true).
    is_one(E)      :- receipt(E,R), R = true.
    flag(E,true)   :- receipt(E,_).
    flags(E,false) :- receipt(E,_).
    """
    check(
        engine,
        world(program, 'e1: receipt(a, true), receipt(b, "no").'),
        """
        | at  | has_one(a) | has_one(b) | is_one(a) | is_one(b) | flag(b) | flags(b) | flags(b) has no |
        | end | true       | false      | true      | false     | true    | {false}  | false           |
        """,
    )


def test_a_collection_without_a_rule_is_empty_for_those_that_read_it(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    derived barred(person ; trip)
    derived free(person ; trip)
    derived n_barred(person) -> int
    free(P,T)     :- trip(P,T), not barred(P,T).
    n_barred(P,K) :- K = count{ T : barred(P,T) }.
    """
    check(
        engine,
        world(program, "e1: trip(V; x), complete(trip, V)."),
        """
        | at  | barred(V) | barred(V) has x | free(V) | n_barred(V) |
        | end | zero {}   | false           | {x}     | zero 0      |
        """,
    )


def test_a_member_undecided_by_one_rule_is_certain_by_another(engine: Engine) -> None:
    program = """
    func dest(trip) -> city
    func vip(trip) -> bool
    derived stop(trip ; city)
    stop(T,C) :- dest(T,C), vip(T,true).
    stop(T,C) :- dest(T,C), C = x.
    """
    check(
        engine,
        world(program, "e1: dest(a, x), dest(b, y).\ne2: vip(b, false)."),
        """
        | at         | stop(a) | stop(b) | stop(b) has y |
        | 2026-01-01 | {x}     | unknown | unknown       |
        | 2026-01-02 | {x}     | zero {} | false         |
        """,
    )
