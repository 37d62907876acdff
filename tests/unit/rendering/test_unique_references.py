"""K9: a phrase fits one entity at the cutoff, the one that the target names (spec 4.7, 6.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenarios.bundle import EventSpec, QuerySpec, ScenarioSpec
from scenarios.datalog.facts import load_history
from scenarios.datalog.history import ActionRecord
from scenarios.datalog.loading import load_program
from scenarios.domains.registry import get
from scenarios.generators.derive.gates import all_checks
from scenarios.rendering import checks
from scenarios.rendering.verdicts import verdicts
from tests.factories.referring_worlds import MOVED, ON
from tests.spec.manual import cutoff

TRIPOPS = get("tripops")
PROGRAM = load_program(TRIPOPS.program_text, "tripops/base.dl")
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


def test_k9_tells_what_a_target_lacks() -> None:
    query = asked("destination_country__via_departure", {**NAMED, "day": "2026-05-04"}, "2026-05-31", "Bur")
    bare = replace(query, target={"form": query.target["form"], "args": NAMED})
    (result,) = checks.resolved_references(TRIPOPS, moved(bare))
    assert (result.passed, result.evidence) == (False, "the target has no day")


def test_a_scenario_with_an_ambiguous_phrase_does_not_pass_the_gates_and_its_verdict_says_so() -> None:
    query = asked("destination_country__via_departure", {**NAMED, "day": "2026-05-04"}, "2026-06-15", "Bur")
    failed = [result for result in all_checks(TRIPOPS, moved(query), ()) if not result.passed]
    assert "trip by departure fits Ax, Bur" in {result.evidence for result in failed if result.code == "K9"}
    (verdict,) = [one for one in verdicts(moved(query), TRIPOPS, ()) if one.subject == "q001"]
    assert "trip by departure fits Ax, Bur" in verdict.as_json()["K9"]["evidence"]
