"""Bait: quotes of questions that assert nothing, and the check that bait is bait (K6, AC-4.1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from scenarios.domains import registry
from scenarios.generators.derive.gates import GateError, refuse_faulty
from scenarios.rendering.bait import baited, key_terms
from scenarios.rendering.patterns import EventRef
from scenarios.rendering.quotes import quotes, quoting_surfaces
from scenarios.rendering.records import parse_record, readings
from scenarios.rendering.slots import DATE
from tests.factories.mini_suite import built

SCENARIO = next(
    spec
    for spec in (built(slug).scenario for slug in ("mini-shop", "mini-edu", "mini-trip"))
    if any(query.target.get("bait") for query in spec.queries)
)
DOMAIN = registry.get(SCENARIO.domain)
QUERY = next(query for query in SCENARIO.queries if query.target.get("bait"))
SUPPORT = frozenset(event for witness in QUERY.proof.witnesses for event in witness)
TERMS = key_terms(DOMAIN, QUERY.goal.pred, QUERY.question)


def with_events(change):
    return tuple(change(event) for event in SCENARIO.events)


def test_a_flagged_question_is_quoted_twice_before_its_cutoff():
    assert TERMS
    result = baited(DOMAIN, QUERY, SCENARIO.events, SUPPORT)
    assert (result.code, result.passed) == ("K6", True)
    assert result.evidence == ", ".join(sorted(TERMS))


def test_bait_that_comes_too_late_is_none():
    late = with_events(
        lambda event: (
            replace(event, t=QUERY.cutoff + timedelta(days=1)) if event.kind == "distractor" else event
        )
    )
    result = baited(DOMAIN, QUERY, late, SUPPORT)
    assert not result.passed
    assert result.evidence.endswith(" stands in 0 distractors")


def test_a_key_term_in_a_record_that_the_answer_needs_is_told():
    needed, term = min(SUPPORT), min(TERMS)
    spoiled = with_events(
        lambda event: replace(event, text=f"{event.text} {term}") if event.id == needed else event
    )
    result = baited(DOMAIN, QUERY, spoiled, SUPPORT)
    assert (result.passed, result.evidence) == (False, f"{term} stands in {needed}, which it needs")


def test_the_gates_refuse_a_scenario_whose_bait_is_none():
    quiet = replace(
        SCENARIO,
        events=with_events(
            lambda event: (
                replace(event, text="The lift is out of order again today.")
                if event.template.startswith("quoted_") or event.distractor_kind == "D1"
                else event
            )
        ),
    )
    with pytest.raises(GateError) as caught:
        refuse_faulty(DOMAIN, quiet, (), {QUERY.id: SUPPORT})
    assert ("K6", QUERY.id) in {(failure.code, failure.subject) for failure in caught.value.failures}


@pytest.mark.parametrize("slug", ["tripops", "shopops", "eduops"])
def test_every_quote_asserts_nothing_and_is_read_by_itself_alone(slug):
    domain = registry.get(slug)
    event = next(one for one in SCENARIO.events if one.actions)
    at = event.actions[0]
    quoted = [
        template for template in quotes(domain.question_templates) if DATE not in template.kinds.values()
    ]
    assert len(quoted) > 60
    for template in quoted[::9]:
        values = {slot: _sample(kind) for slot, kind in template.kinds.items()}
        for place in range(len(template.surfaces)):
            text = template.write(values, place)
            assert parse_record(domain, text, _ref(at)) == ()
            assert len(list(readings(domain, text, _ref(at)))) == 1


def _ref(action):
    return EventRef(action.event, action.t, action.seq)


def _sample(kind):
    samples = {
        "name": "Tamorne", "person": "Ana Bo", "code": "AB-1234", "word": "meal", "year": "2031",
        "quarter": "Q2 2031", "course": "Tornistry 240", "int": "3", "money": "5",
    }  # fmt: skip
    return samples[kind.name]


def test_a_form_is_quoted_in_both_registers():
    form = DOMAIN.question(QUERY.target["form"])
    template = DOMAIN.template(f"quoted_{form.slug}")
    note, message = quoting_surfaces(form, 1)
    assert [template.surfaces[place].register for place in (note, message)] == ["note", "message"]
    assert all(form.surfaces[1].source in template.surfaces[place].source for place in (note, message))
    assert template.distractor == "D1"
