"""Questions put to people in small: suites whose queries have gold (``question_entries`` answers them)."""

from __future__ import annotations

from typing import Any

from scenarios.models import (
    DerivationEdge,
    Entity,
    GoldAnswer,
    Query,
    Rendering,
    ReviewItem,
    Scenario,
    Suite,
    Witness,
)
from tests.factories import reviews
from tests.factories import scenarios as make

SUBJECTS = [
    "benchmark.reviewing.questions.QUESTIONS",
    "scenarios.review.subjects.complaints.COMPLAINTS",
]
TRIPS = ("Grus", "Anser", "Ibex", "Lutra", "Meles")
CITIES = ("Corby", "Halewick", "Lunmar")


def alone(settings: Any) -> None:
    """Let only questions and complaints be registered for a test (``settings`` is the fixture)."""
    settings.REVIEW_SUBJECTS = SUBJECTS


def suite_of_questions(questions: int = 1, **fields: Any) -> Suite:
    """A draft suite with so many questions (at most five) of where a trip goes: Corby, by ``e0001``."""
    suite = make.suite(**fields)
    scenario = make.scenario(suite=suite, slug=f"{suite.slug}-one")
    Entity.objects.bulk_create(
        [Entity(scenario=scenario, name=name, type="trip") for name in TRIPS]
        + [Entity(scenario=scenario, name=name, type="city") for name in CITIES]
    )
    for number, trip in enumerate(TRIPS[:questions], 1):
        question(scenario, number, trip)
    make.action(make.event(scenario, 1, "The people on Grus stay in Corby."))
    return suite


def question(
    scenario: Scenario, number: int, trip: str, *, gold: dict[str, Any] | None = None, **fields: Any
) -> Query:
    """One question with gold and its own derivation over one record."""
    asked = make.query(
        scenario, number, f"Where does {trip} go?", goal_key=[trip], cutoff=make.day(30 + number), **fields
    )
    fact = make.node(scenario, "fact", "dest", trip, state="Corby", cutoff=asked.cutoff)
    leaf = make.node(scenario, "event", "e0001", cutoff=asked.cutoff)
    DerivationEdge.objects.create(parent=fact, child=leaf, position=0)
    found = {"label": "answerable", "answer": "Corby", "support": ["e0001"], **(gold or {})}
    if found["label"] != "unknown":
        Witness.objects.create(query=asked, position=0, events=["e0001"])
    GoldAnswer.objects.create(query=asked, height=1, width=1, context_events=["e0001"], root=fact, **found)
    Rendering.objects.filter(query=asked).update(status="auto_passed")
    return asked


def opened(questions: int = 1, *, judges: int = 1, **fields: Any) -> Suite:
    """``suite_of_questions`` with its review open."""
    suite = suite_of_questions(questions, **fields)
    reviews.open_review(suite, question_judges=judges)
    return suite


def items(suite: Suite) -> list[ReviewItem]:
    """The questions of a suite that are put to people, in their order."""
    return list(ReviewItem.objects.filter(suite=suite, kind="question").order_by("place"))
