"""A verdict says of one text what all its checks found, by code (spec 6.3)."""

from __future__ import annotations

from scenarios.bundle import EntitySpec, EventSpec, ScenarioSpec
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
