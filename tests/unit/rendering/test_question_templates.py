"""Questions parse back to target and cutoff (spec 3, 15)."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta, timezone

import pytest

from scenarios.datalog.syntax import Goal
from scenarios.rendering import questions
from scenarios.rendering.templates import TemplateError
from tests.factories import domain_samples
from tests.factories.tripops_samples import TRIPOPS

CUTOFF = datetime(2031, 10, 14, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_wording_of_every_question_parses_back_to_its_target(seed):
    rng = random.Random(seed)
    for template in TRIPOPS.question_templates:
        for surface in range(len(template.surfaces)):
            args = domain_samples.TRIPOPS.arguments(template, rng)
            text = template.render(args, CUTOFF, surface=surface)
            found = questions.readings(TRIPOPS.question_templates, text)
            assert [(one.template.slug, one.surface) for one in found] == [(template.slug, surface)], text
            assert (found[0].args, found[0].cutoff) == (args, CUTOFF)
            assert found[0].goal == template.goal(args)


def test_a_question_says_its_cutoff_and_the_form_of_the_answer():
    text = TRIPOPS.question("over_limit").render({"expense": "QF-1234"}, CUTOFF)
    assert text == (
        "Is QF-1234 over the limit that applies to it? Answer as of 14 October 2031, 09:30. Reply yes or no."
    )


def test_goals_of_membership_and_of_the_temporal_family():
    superior = TRIPOPS.question("is_superior").goal({"person": "Bela Torow", "other": "Cada Seler"})
    assert superior == Goal("above", ("Bela Torow",), "Cada Seler")
    assert TRIPOPS.question("current_lodging").goal({"trip": "Tamur"}) == Goal(
        "booking", ("Tamur",), None, True
    )


@pytest.mark.parametrize(
    "cutoff",
    [
        CUTOFF + timedelta(seconds=1),
        CUTOFF.astimezone(timezone(timedelta(hours=2))),
    ],
)
def test_a_cutoff_that_the_sentence_cannot_carry_exactly_is_refused(cutoff):
    with pytest.raises(TemplateError, match="no whole minute in UTC"):
        TRIPOPS.question("over_limit").render({"expense": "QF-1234"}, cutoff)


@pytest.mark.parametrize(
    "text",
    [
        "Is QF-1234 over the limit that applies to it?",
        "Is QF-1234 over the limit that applies to it? Answer as of 31 April 2031, 09:30. Reply yes or no.",
        "Is QF-1234 over the limit that applies to it? Answer as of 1 May 2031, 25:30. Reply yes or no.",
        "Is QF-1234 over the limit that applies to it? Answer as of 1 May 2031, 09:30. Give one name.",
        "Is QF-1234 over any limit at all? Answer as of 1 May 2031, 09:30. Reply yes or no.",
    ],
)
def test_what_is_not_a_question_of_the_domain_has_no_reading(text):
    assert questions.readings(TRIPOPS.question_templates, text) == []
