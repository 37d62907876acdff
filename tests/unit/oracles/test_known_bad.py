"""Known-bad systems: what each hands over of a small history, and what comes of it (spec 12.6)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from benchmark.oracles import misreadings, withheld
from benchmark.oracles.context_reading import stored_lookup
from benchmark.oracles.known_bad import (
    DropsRevisions,
    IgnoresCompleteness,
    KnownBad,
    LosesRules,
    NeverUpdates,
    NewestRecords,
    SwapsClause,
)
from benchmark.oracles.misreadings import swapped, swapped_clause
from benchmark.oracles.symbolic import SymbolicReader
from scenarios.bundle import EventSpec
from scenarios.datalog.history import History
from scenarios.datalog.loading import ByIdentity, load_program
from scenarios.datalog.printing import clause_text
from scenarios.datalog.syntax import Goal
from scenarios.datalog.validation import program_faults
from scenarios.domains import registry as domains
from sut_adapters.answering.base import AnswerRequest
from sut_adapters.base import AskedQuestion, EventRecord, MisconfiguredError
from tests.factories.scenarios import act, day, event_spec

PROGRAM = load_program("""
func dest(trip) -> country
func home(person) -> country
set trip(person ; trip)
param cap(person) -> int
derived frozen(trip) -> bool
derived abroad(person ; trip)
derived n_abroad(person) -> int
derived within(person) -> bool
@set(P) abroad(P,T) :- trip(P,T), dest(T,C), home(P,H), C != H.
n_abroad(P,N) :- N = count{ T : abroad(P,T) }.
within(P) :- n_abroad(P,N), cap(P,L), N <= L.
""")
EVENTS = (
    event_spec(
        1, act("assert", "home", "Vera", value="Corvia"), act("assert", "home", "Otis", value="Corvia")
    ),
    event_spec(2, act("complete", "trip", "Vera", size=2, members=("Grus", "Anser"))),
    event_spec(3, act("assert", "dest", "Grus", value="Meleth")),
    event_spec(4, act("assert", "dest", "Anser", value="Corvia")),
    event_spec(5, act("assert", "cap", "Vera", value="1")),
    event_spec(6, act("revise", "dest", "Anser", value="Meleth")),
    event_spec(7, kind="filler"),
    event_spec(8, act("assert", "dest", "Grus", value="Meleth")),
    event_spec(9, act("revise", "cap", "Vera", value="3")),
    event_spec(10, act("member", "trip", "Otis", member="Ibex")),
    event_spec(11, act("assert", "dest", "Ibex", value="Meleth")),
    event_spec(12, act("rule", "frozen", clause='frozen(T) :- dest(T,"Meleth").')),
)
HISTORY = History.of(action for event in EVENTS for action in event.actions)
ALL = [event.id for event in EVENTS]
UNKNOWN = ("unknown", None)


def shown(label: str) -> str:
    """The opaque id of an event."""
    return f"x{label[1:]}"


def made(kind: type[KnownBad], **config: Any) -> KnownBad:
    """A system over the history above, which has taken all of it."""
    given: dict[str, Any] = {}
    if kind is DropsRevisions:
        given["withheld"] = [shown(label) for label in withheld.changing(HISTORY)]
    if kind is LosesRules:
        given["withheld"] = [shown(label) for label in withheld.declaring(PROGRAM, HISTORY)]
    if kind is NeverUpdates:
        given["times"] = [event.t for event in EVENTS]
    system = kind(config=config, store_key="s", **given)
    take(system, EVENTS)
    return system


def take(system: KnownBad, events: tuple[EventSpec, ...]) -> None:
    system.ingest([EventRecord(shown(event.id), event.t, event.text) for event in events])


def handed(system: KnownBad) -> list[str]:
    """The labels of the records of a context, in its order."""
    context = system.retrieve(AskedQuestion("Whatever?", day(30), 10_000))
    return [f"e{event[1:]}" for item in context.items for event in item.event_ids]


def answers(system: KnownBad) -> dict[str, tuple[str, Any]]:
    """What the symbolic reader makes of the context of a system, by goal."""
    stored = stored_lookup((shown(event.id), event.text, event.actions) for event in EVENTS)
    reader = SymbolicReader(
        program=PROGRAM, domain=None, stored=stored, misreading=misreadings.of(system.name)
    )
    items = system.retrieve(AskedQuestion("Whatever?", day(30), 10_000)).items
    found = {}
    for pred, key in (
        ("dest", "Anser"),
        ("trip", "Vera"),
        ("trip", "Otis"),
        ("cap", "Vera"),
        ("frozen", "Grus"),
        ("abroad", "Vera"),
        ("n_abroad", "Vera"),
        ("n_abroad", "Otis"),
        ("within", "Vera"),
    ):
        reply = reader.answer(AnswerRequest("Whatever?", day(30), "set", items), Goal(pred, (key,)))
        found[f"{pred}({key})"] = (str(reply.label), reply.answer)
    return found


TRUE = {
    "dest(Anser)": ("answerable", "Meleth"),
    "trip(Vera)": ("answerable", ["Anser", "Grus"]),
    "trip(Otis)": UNKNOWN,
    "cap(Vera)": ("answerable", 3),
    "frozen(Grus)": ("answerable", True),
    "abroad(Vera)": ("answerable", ["Anser", "Grus"]),
    "n_abroad(Vera)": ("answerable", 2),
    "n_abroad(Otis)": UNKNOWN,
    "within(Vera)": ("answerable", True),
}


def test_without_a_fault_all_is_right() -> None:
    assert answers(made(KnownBad)) == TRUE
    assert handed(made(KnownBad)) == ALL


@pytest.mark.parametrize(
    ("kind", "lost", "wrong"),
    [
        (
            DropsRevisions,
            {"e0006", "e0009"},
            {
                "dest(Anser)": ("answerable", "Corvia"),
                "cap(Vera)": ("answerable", 1),
                "abroad(Vera)": ("answerable", ["Grus"]),
                "n_abroad(Vera)": ("answerable", 1),
            },
        ),
        (
            LosesRules,
            {"e0005", "e0009", "e0012"},
            {"cap(Vera)": UNKNOWN, "frozen(Grus)": ("answerable", False), "within(Vera)": UNKNOWN},
        ),
        (IgnoresCompleteness, set(), {"n_abroad(Otis)": ("answerable", 1)}),
        (
            SwapsClause,
            set(),
            {"abroad(Vera)": ("justified-zero", []), "n_abroad(Vera)": ("justified-zero", 0)},
        ),
    ],
)
def test_each_loses_what_its_fault_loses_and_errs_there_alone(
    kind: type[KnownBad], lost: set[str], wrong: dict[str, tuple[str, Any]]
) -> None:
    system = made(kind)
    assert handed(system) == [label for label in ALL if label not in lost]
    assert answers(system) == TRUE | wrong


def test_the_newest_records_are_the_last_ten_or_as_many_as_are_asked_for() -> None:
    assert handed(made(NewestRecords)) == ALL[2:]
    assert handed(made(NewestRecords, k=3)) == ALL[9:]
    assert set(answers(made(NewestRecords, k=3)).values()) == {UNKNOWN}


def test_what_never_updates_keeps_to_the_first_sixth_of_the_events() -> None:
    assert handed(made(NeverUpdates)) == ALL[:2]
    assert handed(made(NeverUpdates, after=0.5)) == ALL[:6]
    assert handed(made(NeverUpdates, after=0)) == []
    assert handed(made(NeverUpdates, after=1)) == ALL
    found = answers(made(NeverUpdates, after=0.4))
    assert (found["dest(Anser)"], found["cap(Vera)"]) == (("answerable", "Corvia"), ("answerable", 1))


def test_what_never_updates_goes_by_the_first_checkpoint_where_there_is_one() -> None:
    times = [event.t for event in EVENTS]
    system = NeverUpdates(config={}, store_key="s", times=times, checkpoint=day(4))
    take(system, EVENTS[:3])
    assert handed(system) == ALL[:3]
    take(system, EVENTS)
    assert handed(system) == ALL[:4], "records up to the checkpoint, that moment included, each once"
    early = NeverUpdates(config={}, store_key="s", times=times, checkpoint=day(4) - timedelta(seconds=1))
    take(early, EVENTS)
    assert handed(early) == ALL[:3]


@pytest.mark.parametrize(("events", "kept"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (18, 3), (600, 100)])
def test_a_sixth_is_rounded_up_to_whole_events(events: int, kept: int) -> None:
    times = [day(number) for number in range(events)]
    assert NeverUpdates(config={}, store_key="s", times=times).until == day(kept - 1)


@pytest.mark.parametrize(
    ("kind", "config", "words"),
    [
        (NeverUpdates, {"after": 1.5}, "after must be a number from 0 to 1"),
        (NewestRecords, {"k": 0}, "k must be a whole number of at least 1"),
        (SwapsClause, {"order": "newest_first"}, "unknown setting order"),
    ],
)
def test_settings_that_a_system_does_not_have_are_refused(
    kind: type[KnownBad], config: dict[str, Any], words: str
) -> None:
    with pytest.raises(MisconfiguredError, match=f"{kind.name}: {words}"):
        kind(config=config, store_key="s")


def test_a_history_larger_than_the_budget_keeps_its_end() -> None:
    system = made(DropsRevisions)
    context = system.retrieve(AskedQuestion("Whatever?", day(30), 25))
    assert context.meta["left_out"] > 0
    assert context.items[-1].event_ids == (shown("e0012"),)


def changing(*events: EventSpec) -> list[str]:
    return sorted(withheld.changing(History.of(action for event in events for action in event.actions)))


def test_what_repeats_or_adds_is_no_change() -> None:
    first = event_spec(
        1, act("assert", "f", "a", value="x"), act("complete", "s", "a", size=1, members=("m",))
    )
    again = event_spec(2, act("assert", "f", "a", value="x"), act("member", "s", "a", member="m"))
    late = event_spec(3, act("assert", "f", "a", value="x", as_of=day(0)))
    added = event_spec(4, act("member", "s", "a", member="n"))
    assert changing(first, again, late, added) == []


@pytest.mark.parametrize(
    "later",
    [
        act("assert", "f", "a", value="y"),
        act("revise", "f", "a", value="x"),
        act("cancel", "f", "a"),
        act("cancel", "s", "a", member="m"),
        act("complete", "s", "a", size=2, members=("m", "n")),
        act("reopen", "s", "a"),
        act("rule", "r", clause="g(A) :- f(A,x)."),
        act("unrule", "r"),
    ],
    ids=lambda later: f"{later['op']} {later['pred']}",
)
def test_what_says_otherwise_is_a_change(later: dict[str, Any]) -> None:
    first = event_spec(
        1,
        act("assert", "f", "a", value="x"),
        act("complete", "s", "a", size=1, members=("m",)),
        act("rule", "r", clause="g(A) :- f(A,y)."),
    )
    assert changing(first, event_spec(2, later)) == ["e0002"]
    assert changing(event_spec(2, later)) == [], "nothing was told before it"


def test_a_record_is_lost_with_all_that_it_tells_and_may_be_told_again() -> None:
    first = event_spec(1, act("assert", "f", "a", value="x"))
    both = event_spec(2, act("revise", "f", "a", value="y"), act("assert", "f", "b", value="x"))
    again = event_spec(3, act("assert", "f", "b", value="z"))
    assert changing(first, both, again) == ["e0002"], "what was lost with a change counts as never told"


def test_what_has_no_effect_changes_nothing() -> None:
    first = event_spec(1, act("member", "s", "a", member="m"))
    void = event_spec(2, act("cancel", "s", "a", member="m", ineffective=True))
    assert changing(first, void) == []


@pytest.mark.parametrize(
    ("slug", "reads"),
    [
        (
            "tripops",
            "@set(P,Y) outside(P,Y,T) :- trip(P,Y,T), purpose(T,business), country(T,N), home(P,M), N = M.",
        ),
        ("shopops", "@set(O) kept(O,I) :- line(O,I), return(O,I)."),
        ("eduops", "@inline enough(S,C) :- attempt_grade(S,C,G), division(C,K), pass_mark(K,M), G < M."),
    ],
)
def test_the_swapped_clause_is_the_one_that_most_rests_on(slug: str, reads: str) -> None:
    program = load_program(domains.get(slug).program_text)
    clause = swapped_clause(program)
    assert clause is not None
    assert clause_text(clause) == reads
    changed = swapped(ByIdentity(program))
    pairs = zip(program.clauses, changed.clauses, strict=True)
    assert sum(written is not read for written, read in pairs) == 1
    assert list(program_faults(changed)) == []


def test_a_program_without_a_test_stays_as_it_is() -> None:
    program = load_program("func f(a) -> a\nderived g(a) -> a\ng(A,B) :- f(A,B).\n")
    assert swapped(ByIdentity(program)) is program
    assert swapped_clause(program) is None


def test_a_clause_that_records_may_replace_is_left_alone() -> None:
    program = load_program("""
        func f(a) -> int
        derived g(a) -> bool
        derived h(a) -> bool
        @rule(limit) g(A) :- f(A,N), N > 3.
        h(A) :- f(A,N), N >= 1.
    """)
    clause = swapped_clause(program)
    assert clause is not None
    assert clause_text(clause) == "h(A) :- f(A,N), N < 1."


def test_every_known_bad_system_is_marked() -> None:
    kinds = (DropsRevisions, NewestRecords, LosesRules, NeverUpdates, IgnoresCompleteness, SwapsClause)
    assert all(kind.knows and kind.fault for kind in kinds)
    assert len({kind.name for kind in kinds}) == 6
