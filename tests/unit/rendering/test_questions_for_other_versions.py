"""Question templates for T2, T3 and T4 make goals for another version than the current one (spec 3.2)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scenarios.bundle import EntitySpec, QuerySpec
from scenarios.datalog.syntax import ChoiceKind, Goal, VersionChoice
from scenarios.datalog.version_goals import PREVIOUS, as_of, later_of
from scenarios.rendering import checks, questions
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.slots import DATE, NAME
from scenarios.rendering.templates import Surface

CUTOFF = datetime(2031, 10, 14, 9, 30, tzinfo=UTC)


def template(
    slug: str, operator: str, version: VersionChoice, wording: str, **kinds: object
) -> QuestionTemplate:
    return QuestionTemplate(
        slug,
        {"trip": NAME, **kinds},  # type: ignore[dict-item]
        (Surface("question", wording),),
        operator=operator,
        family="temporal",
        pred="booking",
        key=("trip",),
        answer_type="entity",
        hint="Give one name.",
        version=version,
    )


TEMPLATES = (
    template("then", "T2", as_of("day"), "Where did the people on {trip} stay on {day}?", day=DATE),
    template("before", "T3", PREVIOUS, "Where did the people on {trip} stay before the latest change?"),
    template("later", "T4", later_of("other"), "Which was settled later, {trip} or {other}?", other=NAME),
)
ARGS = (
    {"trip": "Tamur", "day": "2031-03-04"},
    {"trip": "Tamur"},
    {"trip": "Tamur", "other": "Verel"},
)
GOALS = (
    Goal("booking", ("Tamur",), None, True, as_of("2031-03-04")),
    Goal("booking", ("Tamur",), None, True, VersionChoice(ChoiceKind.PREVIOUS_VALUE)),
    Goal("booking", ("Tamur",), None, True, later_of("Verel")),
)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_question_reads_back_to_the_goal_it_asks(place: int) -> None:
    one, args = TEMPLATES[place], ARGS[place]
    assert one.goal(args) == GOALS[place]
    (found,) = questions.readings(TEMPLATES, one.render(args, CUTOFF))
    assert (found.template.slug, found.goal, found.cutoff) == (one.slug, GOALS[place], CUTOFF)


def test_a_date_refers_to_itself() -> None:
    """K9: what is neither a number nor a date must be the name of one entity."""
    then = TEMPLATES[0]

    def query(**args: str) -> QuerySpec:
        target = then.target(args)
        return QuerySpec(
            "q1", GOALS[0], CUTOFF, then.render(args, CUTOFF), "temporal", "T2", "entity", target
        )

    known = [EntitySpec("Tamur", "trip")]
    assert checks.unique_references(query(trip="Tamur", day="2031-03-04"), known).passed
    assert not checks.unique_references(query(trip="Verel", day="2031-03-04"), known).passed
