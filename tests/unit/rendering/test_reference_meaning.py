"""What the phrases of questions mean, the evidence of it, and K9 (spec 4.7, ADR 15)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scenarios.bundle import EventSpec, QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Answerability
from scenarios.datalog.facts import load_history
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.history import ActionRecord
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Replay, check_witnesses
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Goal
from scenarios.domains.registry import get
from scenarios.generators.derive.gates import all_checks
from scenarios.rendering import checks
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.references import refer, resolves_to
from tests.factories.domain_samples import ALL, Samples
from tests.factories.referring_worlds import arguments, form_of, pools, twins_of, worlds
from tests.spec.manual import cutoff, shown

TRIPOPS = get("tripops")

each_domain = pytest.mark.parametrize("samples", ALL, ids=lambda samples: samples.domain.slug)


# ---------------------------------------------------------------- the meaning, by hand
#: Ana goes to Mel and to Nor; then the first journey is moved to the day of the second, and the second away.
MOVED = """
p1 2026-01-05: city_in(Ash, Cor), city_in(Lun, Mel), city_in(Dro, Nor).
p2: hotel_in(Orne, Lun), hotel_in(Ette, Dro).
s1: based_in(Ana, Ash), reports_to(Ana, Bo).
s2: based_in(Bo, Lun), reports_to(Bo, none).
t1: trip(Ana, 2026; Ax), starts(Ax, 2026-03-02), ends(Ax, 2026-03-09).
t2: trip(Ana, 2026; Bur), starts(Bur, 2026-05-04), ends(Bur, 2026-05-06).
b1: booking(Ax, Orne).
b2: booking(Bur, Ette).
y1: complete(trip, Ana, 2026).
m1: signoff_days(5).
w1 2026-02-01: starts(Ax, 2026-03-02).
z1 2026-06-01: revise starts(Ax, 2026-05-04).
z2 2026-07-01: revise starts(Bur, 2026-05-01).
z3 2026-08-01: cancel starts(Bur).
z4 2026-09-01: reopen(trip, Ana, 2026).
"""
PROGRAM = load_program(TRIPOPS.program_text, "tripops/base.dl")
KNOWN = load_history(PROGRAM, MOVED)
ON = {"traveller": "Ana", "year": "2026"}


@pytest.mark.parametrize(
    ("form", "args", "at", "expected", "missing"),
    [
        # it departs on that day until it is moved
        ("destination_country__via_departure", {**ON, "day": "2026-03-02"}, "2026-05-31", "Mel", []),
        ("destination_country__via_departure", {**ON, "day": "2026-05-04"}, "2026-05-31", "Nor", []),
        ("requires_clearance__via_departure", {**ON, "day": "2026-03-02"}, "2026-05-31", "true", []),
        # nothing departs on that day: unknown, also where the answer is yes or no
        (
            "destination_country__via_departure", {**ON, "day": "2026-03-02"}, "2026-06-01", "unknown",
            ["missing(rule:unresolved_country_by_departure)"],
        ),
        (
            "requires_clearance__via_departure", {**ON, "day": "2026-03-02"}, "2026-06-01", "unknown",
            ["missing(rule:unresolved_needs_signoff_by_departure)"],
        ),
        (
            "documents_lacking__via_departure", {**ON, "day": "2026-03-02"}, "2026-06-01", "unknown",
            ["missing(rule:unresolved_lacks_by_departure)"],
        ),
        # two depart on it
        (
            "destination_country__via_departure", {**ON, "day": "2026-05-04"}, "2026-06-01", "unknown",
            [
                "conflict(trip_by_departure(Ana,2026,2026-05-04))",
                "missing(rule:unresolved_country_by_departure)",
            ],
        ),
        (
            "requires_clearance__via_departure", {**ON, "day": "2026-05-04"}, "2026-06-01", "unknown",
            [
                "conflict(trip_by_departure(Ana,2026,2026-05-04))",
                "missing(rule:unresolved_needs_signoff_by_departure)",
            ],
        ),
        # the other one has moved away
        ("destination_country__via_departure", {**ON, "day": "2026-05-04"}, "2026-07-01", "Mel", []),
        # it is not known when the other one departs, then whether there are more
        (
            "destination_country__via_departure", {**ON, "day": "2026-05-04"}, "2026-08-01", "unknown",
            ["cancelled(starts(Bur))", "missing(rule:unresolved_country_by_departure)"],
        ),
        # read forward: nobody is above Bo
        ("home_country__via_superior", {"report": "Ana"}, "end", "Mel", []),
        (
            "home_country__via_superior", {"report": "Bo"}, "end", "unknown",
            ["missing(rule:unresolved_home_by_superior)"],
        ),
        ("home_country__via_traveller", {"journey": "Ax"}, "end", "Cor", []),
        ("destination_country__via_earliest", ON, "2026-05-31", "Mel", []),
        (
            "total_outlay__via_lodging", {**ON, "hotel": "Ette"}, "2026-05-31", "unknown",
            ["missing(complete(expense,Bur))"],
        ),
    ],
)  # fmt: skip
def test_a_phrase_means_what_fits_it_at_the_cutoff(
    form: str, args: dict[str, str], at: str, expected: str, missing: list[str]
) -> None:
    found = evaluate(PROGRAM, KNOWN, TRIPOPS.question(form).goal(args), cutoff(at))
    assert shown(found.gold) == expected
    assert sorted(found.gold.missing) == sorted(missing)


def test_the_evidence_of_a_reference_is_in_the_derivation_and_in_every_witness() -> None:
    goal = TRIPOPS.question("destination_country__via_departure").goal({**ON, "day": "2026-05-04"})
    before, after = (evaluate(PROGRAM, KNOWN, goal, cutoff(at)) for at in ("2026-05-31", "2026-07-01"))
    assert before.witnesses.witnesses == (("b2", "p1", "p2", "t1", "t2", "y1"),)
    assert after.witnesses.witnesses == (("b1", "p1", "p2", "t1", "t2", "y1", "z1", "z2"),)
    assert "z1" in {node.label for node in after.derivation.nodes.values()}
    for at, found in (("2026-05-31", before), ("2026-07-01", after)):
        replay = Replay.of(PROGRAM, KNOWN, goal, cutoff(at), answer)
        assert check_witnesses(found, KNOWN, replay).hold
    assert (before.derivation.obs_flag, after.derivation.obs_flag) == (False, True)


def test_a_question_that_is_answered_no_whatever_is_meant_still_rests_on_what_is_meant() -> None:
    """Someone with a hold may enrol in nothing, so the course that is meant decides nothing."""
    eduops = get("eduops")
    program = load_program(eduops.program_text)
    told = """
    e1 2026-01-01: hold(Ana; H1).
    e2 2026-02-01: enrolled(Bo, Alba; K1), taught_by(K1, Alba, Cy), complete(enrolled, Bo, Alba).
    """
    goal = eduops.question("may_enrol__via_instructor").goal(
        {"student": "Ana", "peer": "Bo", "term": "Alba", "teacher": "Cy"}
    )
    known = load_history(program, told)
    early, late = (evaluate(program, known, goal, cutoff(at)) for at in ("2026-01-15", "end"))
    assert (shown(early.gold), shown(late.gold)) == ("unknown", "false")
    assert late.witnesses.witnesses == (("e1", "e2"),)


# ---------------------------------------------------------------- the meaning, on random histories
@each_domain
def test_a_twin_answers_as_its_form_does_of_what_is_meant_and_is_unknown_while_that_is(
    samples: Samples,
) -> None:
    domain, fitted, labels = samples.domain, Counter[tuple[int, bool]](), Counter[Answerability]()
    for number, world in enumerate(worlds(domain, 1, 15)):
        for at in world.cutoffs:
            resolved = resolve(world.history, at)
            evaluator = Evaluator(world.program, resolved)
            for place, twin in enumerate(twins_of(domain)):
                reference, every = twin.reference, list(arguments(domain, twin))
                assert reference is not None
                args = random.Random(f"{number}/{place}").choice(every)
                fitting = resolves_to(reference, world.program, resolved, args)
                key = tuple(args[slot] for slot in reference.own)
                meant = gold_of(goal_state(evaluator, Goal(reference.referent, key))).answer
                gold = gold_of(goal_state(evaluator, twin.goal(args)))
                known = isinstance(meant, str) and meant != "none"
                fitted[len(fitting), known] += 1
                labels[gold.label] += 1
                if known:
                    assert fitting == (meant,)
                    form = form_of(domain, twin)
                    asked = form.goal({**args, reference.slot: str(meant)})
                    assert gold == gold_of(goal_state(evaluator, asked)), (twin.slug, args)
                else:
                    assert gold.label is Answerability.UNKNOWN, (twin.slug, args)
    assert {fits for fits, _ in fitted} >= {0, 1, 2}, "the histories no longer mix what phrases fit"
    assert len(labels) == 3, "the histories no longer mix the labels"


@each_domain
def test_whoever_can_be_referred_to_is_what_the_phrase_then_means(samples: Samples) -> None:
    found = Counter[bool]()
    for world in worlds(samples.domain, 2, 6):
        for at in world.cutoffs:
            resolved = resolve(world.history, at)
            for reference in {twin.reference for twin in twins_of(samples.domain) if twin.reference}:
                for entity in pools(samples.domain)[reference.types(world.program.decls)[reference.slot]]:
                    args = refer(reference, world.program, resolved, entity)
                    found[args is not None] += 1
                    if args is not None:
                        assert set(args) == set(reference.own)
                        assert resolves_to(reference, world.program, resolved, args) == (entity,)
    assert min(found[True], found[False]) > 10, found


def test_what_a_phrase_does_not_single_out_cannot_be_referred_to() -> None:
    ways = {twin.reference.name: twin.reference for twin in twins_of(TRIPOPS) if twin.reference}

    def named(way: str, at: str, entity: str) -> dict[str, str] | None:
        return refer(ways[way], PROGRAM, resolve(KNOWN, cutoff(at)), entity)

    assert named("departure", "2026-05-31", "Bur") == {**ON, "day": "2026-05-04"}
    assert [named("departure", at, "Bur") for at in ("2026-06-01", "2026-08-01")] == [None, None]
    assert named("departure", "2026-05-31", "Dor") is None
    assert named("traveller", "end", "Ana") == {"journey": "Ax"}
    assert named("superior", "end", "Bo") == {"report": "Ana"}
    assert named("superior", "end", "Ana") is None
    assert [named("earliest", "2026-05-31", trip) for trip in ("Ax", "Bur")] == [ON, None]


# ---------------------------------------------------------------- witnesses
@each_domain
def test_witnesses_of_twins_suffice_are_minimal_and_hold_what_singles_the_entity_out(
    samples: Samples,
) -> None:
    """C1 to C4, and unknown for a reader of nothing (spec 2.4)."""
    domain, checked = samples.domain, 0
    for number, world in enumerate(worlds(domain, 3, 10)):
        at = world.cutoffs[-1]
        for place, twin in enumerate(twins_of(domain)):
            every = list(arguments(domain, twin))
            goal = twin.goal(random.Random(f"{number}/{place}").choice(every))
            if answer(world.program, world.history, goal, at).label is Answerability.UNKNOWN:
                continue
            found = evaluate(world.program, world.history, goal, at)
            replay = Replay.of(world.program, world.history, goal, at, answer)
            assert twin.reference is not None
            referent = Goal(twin.reference.referent, _own_key(twin, goal))
            meant = answer(world.program, world.history, referent, at)
            if found.witnesses.exact and max(map(len, found.witnesses.witnesses)) <= 12:
                checked += 1
                result = check_witnesses(found, world.history, replay)
                assert (result.c1, result.c2, result.c3, result.empty_unknown) == (True,) * 4, result.notes
                for witness in found.witnesses.witnesses:
                    kept = Replay.of(world.program, world.history, referent, at, answer)(witness)
                    assert (kept.label, kept.answer) == (meant.label, meant.answer), goal
    assert checked > 25


def _own_key(twin: QuestionTemplate, goal: Goal) -> tuple[str, ...]:
    given = dict(zip(twin.key, goal.key, strict=True))
    assert twin.reference is not None
    return tuple(given[slot] for slot in twin.reference.own)


# ---------------------------------------------------------------- K9
NAMED = {**ON, "traveller": "Ana Torow"}


def asked(form: str, args: dict[str, str], at: str, entity: str | None) -> QuerySpec:
    template = TRIPOPS.question(form)
    tau = cutoff(at).replace(second=0, microsecond=0)
    return QuerySpec(
        "q001", template.goal(args), tau, template.render(args, tau), template.family, template.operator,
        template.answer_type, template.target(args, entity=entity),
    )  # fmt: skip


def moved(*queries: QuerySpec) -> ScenarioSpec:
    told: dict[str, list[ActionRecord]] = {}
    for action in load_history(PROGRAM, MOVED.replace("Ana", '"Ana Torow"')).actions:
        told.setdefault(action.event, []).append(action)
    events = tuple(
        EventSpec(name, actions[0].t, actions[0].seq, "", tuple(actions)) for name, actions in told.items()
    )
    return ScenarioSpec("moved", "Moved", "tripops", 1, TRIPOPS.program_text, events, queries)


@pytest.mark.parametrize(
    ("at", "entity", "passed", "evidence"),
    [
        ("2026-05-31", "Bur", True, "trip by departure fits Bur"),
        ("2026-05-31", None, True, "trip by departure fits Bur"),
        ("2026-06-15", "Bur", False, "trip by departure fits Ax, Bur"),
        ("2026-07-15", "Ax", True, "trip by departure fits Ax"),
        ("2026-07-15", "Bur", False, "trip by departure fits Ax; the target means Bur"),
        ("2026-01-01", "Bur", False, "trip by departure fits nothing"),
    ],
)
def test_k9_wants_the_phrase_to_fit_one_entity_the_one_that_the_target_names(
    at: str, entity: str | None, passed: bool, evidence: str
) -> None:
    query = asked("destination_country__via_departure", {**NAMED, "day": "2026-05-04"}, at, entity)
    (result,) = checks.resolved_references(TRIPOPS, moved(query))
    assert (result.code, result.subject, result.passed, result.evidence) == ("K9", "q001", passed, evidence)
    assert result.span == ((0, 0) if passed else (0, len(query.question)))
    assert checks.question_faithful(TRIPOPS, query).passed


def test_k9_asks_nothing_of_questions_that_name_what_they_mean() -> None:
    named = asked("destination_country", {"trip": "Bur"}, "2026-05-31", None)
    assert checks.resolved_references(TRIPOPS, moved(named)) == ()


def test_a_scenario_with_an_ambiguous_phrase_does_not_pass_the_gates() -> None:
    query = asked("destination_country__via_departure", {**NAMED, "day": "2026-05-04"}, "2026-06-15", "Bur")
    failed = [result for result in all_checks(TRIPOPS, moved(query), ()) if not result.passed]
    assert "trip by departure fits Ax, Bur" in {result.evidence for result in failed if result.code == "K9"}
