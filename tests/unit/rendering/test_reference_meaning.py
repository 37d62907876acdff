"""What the phrases of questions mean, and the evidence of it (spec 4.7, ADR 15)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.facts import load_history
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Replay, check_witnesses
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Goal
from scenarios.domains.registry import get
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.references import refer, resolves_to
from tests.factories.domain_samples import ALL, Samples
from tests.factories.referring_worlds import MOVED, ON, arguments, form_of, pools, twins_of, worlds
from tests.spec.manual import cutoff, shown

TRIPOPS = get("tripops")

each_domain = pytest.mark.parametrize("samples", ALL, ids=lambda samples: samples.domain.slug)


# ---------------------------------------------------------------- the meaning, by hand
PROGRAM = load_program(TRIPOPS.program_text, "tripops/base.dl")
KNOWN = load_history(PROGRAM, MOVED)


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
