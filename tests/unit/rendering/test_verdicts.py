"""A verdict says of one text what all its checks found, by code (spec 6.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenarios.bundle import EntitySpec, EventSpec, QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Node
from scenarios.rendering.checks import CheckResult
from scenarios.rendering.verdicts import Verdict, verdicts
from tests.factories.tripops_samples import TRIPOPS, at

DESTINATION = ("derived", "dest", ("Tamur",))


def told(text, *nodes, template="booking_made", entities=()):
    ref = at()
    event = EventSpec(ref.id, ref.t, ref.seq, text, template=template)
    spec = ScenarioSpec("small", "Small", "tripops", 0, "", (event,), (), entities)
    (verdict,) = verdicts(spec, TRIPOPS, nodes)
    return verdict


def test_what_one_check_found_several_times_is_told_once_with_all_it_saw():
    results = (
        CheckResult("K3", "e1", False, "Paris", (3, 8)),
        CheckResult("K3", "e1", False, "Oslo", (9, 13)),
    )
    verdict = Verdict("e1", False, results)
    assert verdict.passed is False
    assert verdict.as_json() == {"K3": {"passed": False, "evidence": "Paris; Oslo", "span": [3, 8]}}


def test_a_record_is_told_what_state_it_gives_away_at_any_cutoff():
    nodes = (Node(DESTINATION, "Tamwick"), Node(DESTINATION, "Lunmar"))
    for place in ("Tamwick", "Lunmar"):
        shown = told(f"The destination of Tamur is {place} after all.", *nodes).as_json()
        assert shown["K2"]["passed"] is False
    assert told("The destination of Tamur is Quorosse after all.", *nodes).as_json()["K2"]["passed"] is True


def test_a_record_of_no_template_gives_nothing_away_because_nothing_is_judged():
    verdict = told("The destination of Tamur is Tamwick.", Node(DESTINATION, "Tamwick"), template="")
    assert (verdict.passed, verdict.results) == (None, ())
    assert verdict.as_json() == {"reason": verdict.reason}


def test_ordinary_words_are_no_names_and_a_name_counts_only_as_a_whole():
    words = (EntitySpec("meal", "category"), EntitySpec("Paris", "city"))
    assert told("A meal in Parisian style for two people.", entities=words).as_json()["K3"]["passed"]
    shown = told("A meal in Paris for two people.", entities=words).as_json()["K3"]
    assert shown == {"passed": False, "evidence": "Paris", "span": [10, 15]}


def question(**fields):
    form, args = TRIPOPS.question("destination"), {"trip": "Tamur"}
    query = QuerySpec(
        "q001", form.goal(args), at().t, form.render(args, at().t), form.family, form.operator,
        form.answer_type, form.target(args),
    )  # fmt: skip
    return replace(query, **fields)


TAMUR = EntitySpec("Tamur", "trip")


def judged(query, domain=TRIPOPS, entities=(TAMUR,)):
    event = EventSpec("e0007", at().t, 7, "So be it.", template="booking_made")
    spec = ScenarioSpec("small", "Small", "tripops", 0, "", (event,), (query,), entities)
    return [(v.subject, v.asks, v.passed) for v in verdicts(spec, domain, ())], list(
        verdicts(spec, domain, ())
    )


def test_records_and_questions_have_a_verdict_each():
    shown, (_, asked) = judged(question())
    assert shown == [("e0007", False, False), ("q001", True, True)]
    assert list(asked.as_json()) == ["K1", "K3", "K4", "K7", "K8", "K9"]
    shown, (_, asked) = judged(question(), entities=(TAMUR, EntitySpec("Tamur", "city")))
    assert [code for code, one in asked.as_json().items() if not one["passed"]] == ["K9"]


@pytest.mark.parametrize(
    "target",
    [{}, {"form": ""}, {"form": "destination"}, {"form": 7, "args": {}}, {"form": "x", "args": {"a": 1}}],
)
def test_a_question_whose_target_names_no_template_is_not_judged(target):
    _, (_, asked) = judged(question(target=target))
    assert (asked.passed, asked.results) == (None, ())


def test_without_templates_of_the_domain_nothing_is_judged():
    shown, found = judged(question(), domain=None)
    assert shown == [("e0007", False, None), ("q001", True, None)]
    assert {verdict.reason for verdict in found} == {
        "No templates of a domain 'tripops' ship, so there is nothing to compare it with."
    }
