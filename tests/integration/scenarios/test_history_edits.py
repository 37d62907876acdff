"""Records that arrive late, change or go: each whole kind, what is refused, and nothing half stored."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from benchmark.floor.audit.models import AuditRecord
from scenarios.exceptions import BundleRefusedError, StateRefusedError, SuiteReleasedError
from scenarios.models import Event, Query, Scenario
from scenarios.services import hashing, history_edits, suites
from scenarios.services.edited_specs import AddEvent, ChangeActions, RemoveEvent
from scenarios.services.impact import Impact
from scenarios.services.interchange import suite_files
from tests.factories import scenarios as make
from tests.factories.scenarios import act, day, event_spec, query_spec

pytestmark = pytest.mark.django_db

PROGRAM = """\
func dest(trip) -> city
func city_in(city) -> country
set trip(person ; trip)
param cap(city) -> money
derived country(trip) -> country
derived n_trips(person) -> int
derived far(trip) -> bool
derived near(trip) -> bool
derived lone(person) -> bool
country(T,N) :- dest(T,C), city_in(C,N).
n_trips(P,K) :- K = count{ T : trip(P,T) }.
@rule(far) far(T) :- dest(T,"Corby").
@rule(near) near(T) :- dest(T,"Ash").
lone(P) :- not trip(P,_).
"""
DEST = act("assert", "dest", "Grus", value="Corby")
IN = act("assert", "city_in", "Corby", value="Corvia")
VERA = (
    act("member", "trip", "Vera", member="Grus"),
    act("member", "trip", "Vera", member="Anser"),
    act("complete", "trip", "Vera", size=2),
)


def stored(*events: Any, queries: tuple[Any, ...] = (), **fields: Any) -> Scenario:
    """A draft with the given records, and a query on each of the given goals at days 10, 20 and 30."""
    asked = queries or (("dest", "Grus"), ("country", "Grus"), ("n_trips", "Vera"), ("far", "Grus"))
    specs = tuple(
        query_spec(place * 3 + number, *goal, cutoff=day(cutoff))
        for place, goal in enumerate(asked)
        for number, cutoff in enumerate((10, 20, 30), start=1)
    )
    bundle = make.bundle(*events, queries=specs, program=PROGRAM, **fields)
    return suites.store(bundle=bundle, by=None).scenarios.get()


def labels(scenario: Scenario, *goal: str) -> list[str]:
    """The labels of the queries on a goal, by cutoff."""
    found = scenario.queries.filter(goal_pred=goal[0], goal_key=list(goal[1:])).order_by("cutoff")
    return [query.label for query in found]


def answers(scenario: Scenario, *goal: str) -> list[Any]:
    found = Query.objects.filter(label__in=labels(scenario, *goal), scenario=scenario).order_by("cutoff")
    return [query.gold.answer for query in found.select_related("gold")]


def witnesses(scenario: Scenario, *goal: str) -> list[list[list[str]]]:
    found = Query.objects.filter(label__in=labels(scenario, *goal), scenario=scenario).order_by("cutoff")
    return [[witness.events for witness in query.witnesses.order_by("position")] for query in found]


def add(scenario: Scenario, number: int, *actions: dict[str, Any], **fields: Any) -> Impact:
    event = event_spec(number, *actions, **fields)
    return history_edits.add_event(scenario=scenario, event=event, by=None)


def changed(done: Impact) -> set[str]:
    return {query.query for query in done.changed}


# -------------------------------------------------------------------- whole kinds of late records
def test_a_late_different_value_changes_the_answers_from_its_own_time_on() -> None:
    scenario = stored(event_spec(5, DEST), event_spec(6, IN))
    done = add(scenario, 15, act("assert", "dest", "Grus", value="Ash"))
    assert answers(scenario, "dest", "Grus") == ["Corby", "Ash", "Ash"]
    assert changed(done) == {
        label for goal in ("dest", "country", "far") for label in labels(scenario, goal, "Grus")[1:]
    }
    assert done.since == day(15)
    assert [str(key) for key in done.keys] == ["dest(Grus)"]
    assert (done.untouched, done.stored) == (6, True)
    one = next(query for query in done.queries if query.query == labels(scenario, "country", "Grus")[1])
    assert one.reads == ("dest(Grus)",)
    assert one.before is not None
    assert (one.before.answer, one.after.answer, one.after.missing) == (
        "Corvia",
        None,
        ("missing(city_in(Ash))",),
    )


def test_an_event_observed_before_others_changes_what_they_supersede_alone() -> None:
    scenario = stored(event_spec(12, DEST), event_spec(1, IN))
    done = add(scenario, 2, act("assert", "dest", "Grus", value="Ash"))
    assert answers(scenario, "dest", "Grus") == ["Ash", "Corby", "Corby"]
    later = [query for query in done.changed if query.cutoff > day(12)]
    assert later
    assert not any(query.answer or query.witnesses for query in later)
    assert all(query.derivation for query in later)
    assert Query.objects.get(label=labels(scenario, "dest", "Grus")[1]).gold.obs_flag


def test_a_late_equal_value_is_a_confirmation_and_another_witness() -> None:
    scenario = stored(event_spec(5, DEST))
    done = add(scenario, 15, DEST)
    assert answers(scenario, "dest", "Grus") == ["Corby"] * 3
    assert witnesses(scenario, "dest", "Grus") == [
        [["e0005"]],
        [["e0005"], ["e0015"]],
        [["e0005"], ["e0015"]],
    ]
    assert not any(query.answer for query in done.queries)
    assert {query.query for query in done.queries if query.witnesses} == {
        label for goal in ("dest", "far") for label in labels(scenario, goal, "Grus")[1:]
    }


def test_a_late_value_dated_between_two_confirmations_splits_their_version() -> None:
    scenario = stored(event_spec(1, DEST), event_spec(8, DEST))
    done = add(scenario, 15, act("assert", "dest", "Grus", value="Ash", as_of=day(4)))
    assert answers(scenario, "dest", "Grus") == ["Corby"] * 3
    assert witnesses(scenario, "dest", "Grus") == [[["e0001"], ["e0008"]], [["e0008"]], [["e0008"]]]
    assert labels(scenario, "dest", "Grus")[0] not in changed(done)


def test_a_late_record_of_old_date_below_the_current_version_changes_no_answer() -> None:
    scenario = stored(event_spec(5, DEST), event_spec(6, IN))
    done = add(scenario, 15, act("assert", "dest", "Grus", value="Ash", as_of=day(2)))
    assert answers(scenario, "dest", "Grus") == ["Corby"] * 3
    assert not any(query.answer for query in done.queries)
    assert {query.cutoff for query in done.queries} == {day(20), day(30)}


def test_a_late_cancellation_ends_a_member_and_a_collection_stays_closed() -> None:
    scenario = stored(event_spec(5, *VERA))
    done = add(scenario, 15, act("cancel", "trip", "Vera", member="Grus"))
    assert answers(scenario, "n_trips", "Vera") == [2, 1, 1]
    assert changed(done) == set(labels(scenario, "n_trips", "Vera")[1:])


def test_a_late_member_opens_a_collection_and_a_late_completeness_closes_it() -> None:
    scenario = stored(event_spec(5, *VERA))
    add(scenario, 12, act("member", "trip", "Vera", member="Cygnus"))
    assert answers(scenario, "n_trips", "Vera") == [2, None, None]
    add(scenario, 25, act("complete", "trip", "Vera", size=3))
    assert answers(scenario, "n_trips", "Vera") == [2, None, 3]
    add(scenario, 28, act("reopen", "trip", "Vera"))
    assert answers(scenario, "n_trips", "Vera") == [2, None, None]


def test_a_member_that_arrives_late_but_is_dated_before_the_completeness_is_of_its_number() -> None:
    events = (event_spec(5, act("member", "trip", "Vera", member="Grus")), event_spec(6, VERA[2]))
    scenario = stored(*events)
    assert answers(scenario, "n_trips", "Vera") == [None] * 3
    add(scenario, 15, act("member", "trip", "Vera", member="Anser", as_of=day(5)))
    assert answers(scenario, "n_trips", "Vera") == [None, 2, 2]


def test_a_negation_reads_members_that_are_not_there() -> None:
    empty = event_spec(5, act("complete", "trip", "Vera", size=0))
    scenario = stored(empty, queries=(("lone", "Vera"), ("lone", "Orm")))
    assert answers(scenario, "lone", "Vera") == [True] * 3
    done = add(scenario, 15, act("member", "trip", "Vera", member="Grus"))
    assert answers(scenario, "lone", "Vera") == [True, False, False]
    assert changed(done) == set(labels(scenario, "lone", "Vera")[1:])


def test_an_event_at_the_exact_cutoff_is_seen_and_one_a_microsecond_later_is_not() -> None:
    scenario = stored(event_spec(5, DEST))
    add(scenario, 7, act("assert", "dest", "Grus", value="Ash"), t=day(20))
    assert answers(scenario, "dest", "Grus") == ["Corby", "Ash", "Ash"]
    done = add(scenario, 8, act("assert", "dest", "Grus", value="Lun"), t=day(20) + timedelta(microseconds=1))
    assert answers(scenario, "dest", "Grus") == ["Corby", "Ash", "Lun"]
    assert changed(done) >= {labels(scenario, "dest", "Grus")[2]}
    assert labels(scenario, "dest", "Grus")[1] not in {query.query for query in done.queries}


@pytest.mark.parametrize(("seq", "expected"), [(4, "Corby"), (9, "Ash")])
def test_of_two_events_of_one_time_the_higher_number_wins_whichever_arrives_first(
    seq: int, expected: str
) -> None:
    scenario = stored(event_spec(5, DEST))
    add(scenario, 50, act("assert", "dest", "Grus", value="Ash"), t=day(5), seq=seq)
    assert answers(scenario, "dest", "Grus") == [expected] * 3
    assert scenario.suite.findings.filter(code="equal-times").count() == 1
    history_edits.remove_event(scenario=scenario, event="e0050", by=None)
    assert answers(scenario, "dest", "Grus") == ["Corby"] * 3
    assert not scenario.suite.findings.exists()


# -------------------------------------------------------------------- rules
def test_a_rule_that_arrives_touches_the_queries_that_can_rest_on_it_from_then_on() -> None:
    scenario = stored(event_spec(5, DEST), event_spec(6, IN))
    done = add(scenario, 15, act("rule", "far", clause='far(T) :- country(T,"Corvia").'))
    assert {query.query for query in done.queries} == set(labels(scenario, "far", "Grus")[1:])
    assert all(query.reads == ("rule far",) for query in done.queries)
    assert answers(scenario, "far", "Grus") == [True] * 3
    add(scenario, 25, act("unrule", "far"))
    stated = [query.derivation for query in done.changed]
    assert stated == [True, True]


def test_a_rule_that_closes_a_cycle_is_refused_at_its_event_and_earlier_gold_stays() -> None:
    scenario = stored(event_spec(5, DEST), event_spec(12, act("rule", "near", clause="near(T) :- far(T).")))
    files = suite_files(scenario.suite)
    rule = act("rule", "far", clause="far(T) :- not near(T).")
    for number in (15, 7):
        with pytest.raises(BundleRefusedError) as caught:
            add(scenario, number, rule, act("assert", "dest", "Anser", value="Ash"))
        (problem,) = caught.value.problems
        assert problem.code == "rule-refused"
        for part in ("far -> near -> far", "rule:far:1:15", "e0012", f"e{number:04}"):
            assert part in problem.what
    assert suite_files(scenario.suite) == files


# -------------------------------------------------------------------- changes and removals
def test_changed_actions_keep_words_time_and_measures() -> None:
    scenario = stored(event_spec(5, DEST), event_spec(6, IN))
    before = Event.objects.get(label="e0005")
    actions = event_spec(5, act("assert", "dest", "Grus", value="Ash")).actions
    done = history_edits.change_actions(scenario=scenario, event="e0005", actions=actions, by=None)
    assert answers(scenario, "dest", "Grus") == ["Ash"] * 3
    after = Event.objects.with_text().get(label="e0005")
    assert (after.pk, after.observed_at, after.text) == (before.pk, before.observed_at, "Record 5.")
    assert (done.verb, done.event, done.remeasured) == ("change", "e0005", 0)


def test_a_removed_record_goes_with_its_words_and_leaves_the_answer_it_superseded() -> None:
    scenario = stored(event_spec(5, DEST), event_spec(15, act("revise", "dest", "Grus", value="Ash")))
    done = history_edits.remove_event(scenario=scenario, event="e0015", by=None)
    assert answers(scenario, "dest", "Grus") == ["Corby"] * 3
    assert not Event.objects.filter(label="e0015").exists()
    assert scenario.horizon_end == day(5)
    assert done.verb == "remove"


def test_a_tombstone_without_anything_to_end_takes_effect_once_there_is_something() -> None:
    scenario = stored(event_spec(15, act("cancel", "dest", "Grus")))
    assert scenario.suite.findings.filter(code="nothing-to-end").count() == 1
    done = add(scenario, 5, DEST)
    assert answers(scenario, "dest", "Grus") == ["Corby", None, None]
    assert not scenario.suite.findings.filter(code="nothing-to-end").exists()
    assert {str(key) for key in done.keys} == {"dest(Grus)"}
    history_edits.remove_event(scenario=scenario, event="e0005", by=None)
    assert answers(scenario, "dest", "Grus") == [None] * 3
    assert scenario.suite.findings.filter(code="nothing-to-end").count() == 1


def test_a_record_without_actions_touches_no_gold_but_moves_places_in_the_timeline() -> None:
    scenario = stored(event_spec(5, DEST), event_spec(9, IN))
    done = add(scenario, 7, kind="filler")
    assert (done.keys, done.queries, done.since) == ((), (), day(7))
    assert done.remeasured == 3
    assert done.untouched == 12


# -------------------------------------------------------------------- refusals
def test_every_fault_of_an_edit_is_told_at_once_and_nothing_is_stored() -> None:
    scenario = stored(event_spec(5, DEST))
    files = suite_files(scenario.suite)
    wrong = event_spec(
        5,
        act("assert", "origin", "Grus", value="Corby"),
        act("assert", "country", "Grus", value="Corvia"),
        act("assert", "dest", "Grus", value="Ash", as_of=day(9)),
    )
    with pytest.raises(BundleRefusedError) as caught:
        history_edits.add_event(scenario=scenario, event=wrong, by=None)
    codes = {problem.code for problem in caught.value.problems}
    assert codes == {"event-twice", "seq-twice", "undeclared", "derived-asserted", "as-of-later"}
    assert suite_files(scenario.suite) == files
    assert not AuditRecord.objects.filter(action__startswith="event.").exists()


def test_what_is_not_there_and_what_changes_nothing_is_refused() -> None:
    scenario = stored(event_spec(5, DEST))
    with pytest.raises(StateRefusedError, match="no event 'e0099' in scenario 'small'"):
        history_edits.remove_event(scenario=scenario, event="e0099", by=None)
    with pytest.raises(StateRefusedError, match="stands for these actions already"):
        history_edits.change_actions(
            scenario=scenario, event="e0005", actions=event_spec(5, DEST).actions, by=None
        )


def test_a_released_suite_is_previewed_and_refuses_the_edit_in_words() -> None:
    scenario = stored(event_spec(5, DEST), event_spec(6, IN))
    suites.release(suite=scenario.suite, by=None)
    files = suite_files(scenario.suite)
    edits = [
        AddEvent(event_spec(15, act("assert", "dest", "Grus", value="Ash"))),
        ChangeActions("e0005", event_spec(5, act("assert", "dest", "Grus", value="Ash")).actions),
        RemoveEvent("e0005"),
    ]
    for edit in edits:
        shown = history_edits.preview(scenario=scenario, edit=edit)
        assert (len(shown.changed) >= 6, shown.stored) == (True, False)
        with pytest.raises(SuiteReleasedError, match="Copy it to a draft"):
            history_edits.apply(scenario=scenario, edit=edit, by=None)
    scenario.suite.refresh_from_db()
    assert scenario.suite.is_released
    assert suite_files(scenario.suite) == files


def test_a_generated_suite_refuses_an_edit_that_breaks_its_witness_checks() -> None:
    scenario = stored(event_spec(5, DEST), event_spec(6, IN), kind="derive")
    loose = event_spec(15, act("revise", "dest", "Grus", value="Ash"), DEST_OF_ANOTHER)
    done = history_edits.preview(scenario=scenario, edit=AddEvent(loose))
    assert done.changed
    with pytest.raises(BundleRefusedError, match="nothing-to-revise|no earlier version"):
        add(scenario, 16, act("revise", "dest", "Cygnus", value="Ash"))


DEST_OF_ANOTHER = act("assert", "dest", "Anser", value="Corby")


def test_an_edit_is_on_record_and_the_hash_is_that_of_the_rows(lead: Any) -> None:
    scenario = stored(event_spec(5, DEST))
    event = event_spec(15, act("assert", "dest", "Grus", value="Ash"))
    history_edits.add_event(scenario=scenario, event=event, by=lead)
    row = AuditRecord.objects.get(action="event.add")
    suite = scenario.suite
    assert (row.subject, row.actor) == (f"event:{suite.slug}/small/e0015", lead.username)
    assert row.details["keys"] == ["dest(Grus)"]
    assert row.details["queries_changed"] == sorted(row.details["queries_changed"])
    suite.refresh_from_db()
    assert suite.content_hash == hashing.content_hash(suite) == row.details["content_hash"]
    assert suites.release(suite=suite, by=None).is_released


@pytest.fixture
def lead() -> Any:
    from benchmark.floor.accounts.models import User

    return User.objects.create_user(username="lena", password="x" * 12, role="lead")


def test_the_frame_of_actions_is_that_of_their_event() -> None:
    scenario = stored(event_spec(5, DEST))
    strange = tuple(replace(action, event="other", seq=77) for action in event_spec(15, DEST).actions)
    history_edits.change_actions(
        scenario=scenario, event="e0005", actions=[replace(strange[0], value="Ash")], by=None
    )
    assert answers(scenario, "dest", "Grus") == ["Ash"] * 3
