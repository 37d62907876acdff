"""Two suites beside each other: each kind of change by itself, and which scores of the first go stale."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.services import draining
from scenarios.bundle import Bundle, EntitySpec, ScenarioSpec
from scenarios.datalog.syntax import Goal
from scenarios.models import Suite
from scenarios.services import suite_comparison, suites
from scenarios.services.suite_comparison import Comparison
from tests.factories import runs as make_runs
from tests.factories import scenarios as make
from tests.factories.exchanged import printed
from tests.factories.scenarios import act, day, event_spec, query_spec

pytestmark = pytest.mark.django_db

EVENTS = (
    event_spec(
        1, act("assert", "dest", "Grus", value="Corby"), act("assert", "city_in", "Corby", value="Corvia")
    ),
    event_spec(5, act("assert", "cap", "Corby", value="90"), text="The cap is 90."),
    event_spec(12, act("revise", "dest", "Grus", value="Ash")),
    event_spec(20, kind="filler", text="It rained."),
)
QUERIES = (
    query_spec(1, "dest", "Grus", cutoff=day(2), question="Question 1: what then?"),
    query_spec(2, "dest", "Grus", cutoff=day(15), question="Question 2: what then?"),
    query_spec(3, "cap", "Corby", cutoff=day(15), answer_type="money", question="Question 3: what then?"),
    query_spec(4, "country", "Grus", cutoff=day(30), question="Question 4: what then?"),
)
Change = Callable[[ScenarioSpec], ScenarioSpec]


def spec() -> ScenarioSpec:
    return make.bundle(*EVENTS, queries=QUERIES).scenarios[0]


def stored(slug: str, *scenarios: ScenarioSpec, **fields: Any) -> Suite:
    bundle = Bundle(slug, fields.pop("title", "A suite"), "imported", scenarios or (spec(),), **fields)
    return suites.store(bundle=bundle, by=None)


def compared(change: Change) -> Comparison:
    """The suite beside one whose scenario was changed."""
    return suite_comparison.compare(stored("a"), stored("b", change(spec())))


def event(label: str, **fields: Any) -> Change:
    """The change of one event."""
    return lambda spec: replace(
        spec,
        events=tuple(replace(one, **fields) if one.id == label else one for one in spec.events),
    )


def query(label: str, **fields: Any) -> Change:
    """The change of one query."""
    return lambda spec: replace(
        spec,
        queries=tuple(replace(one, **fields) if one.id == label else one for one in spec.queries),
    )


def changes(found: Comparison, kind: str) -> dict[str, tuple[str, ...]]:
    return {suite_comparison.named(row): row.parts for row in getattr(found, kind).changed}


def stale(found: Comparison) -> dict[str, list[str]]:
    lists = ("walked_again", "asked_again", "scored_again")
    return {name: [label for _, label in getattr(found.stale, name)] for name in lists}


NOTHING: dict[str, list[str]] = {"walked_again": [], "asked_again": [], "scored_again": []}


def test_equal_suites_under_other_names_are_the_same() -> None:
    first = stored("a")
    second = suites.store(
        bundle=Bundle("b", "Another title", "imported", (spec(),), config={"x": 1}), by=None, version=3
    )
    found = suite_comparison.compare(first, second)
    assert found.same
    assert (found.events.alike, found.queries.alike, found.scenarios.alike) == (4, 4, 1)
    assert found.stale.stands == 4
    assert stale(found) == NOTHING
    assert found.stale.since == {}


def test_a_suite_is_the_same_as_itself() -> None:
    suite = stored("a")
    assert suite_comparison.compare(suite, suite).same


# ---------------------------------------------------------------- events
def test_a_text_alone_makes_contexts_stale_from_its_time_on_and_changes_no_gold() -> None:
    found = compared(event("e0005", text="The limit is 90."))
    assert changes(found, "events") == {"small/e0005": ("text",)}
    assert changes(found, "queries") == {}
    assert found.stale.since == {"small": day(5)}
    assert stale(found) == {**NOTHING, "walked_again": ["q002", "q003", "q004"]}
    assert found.stale.stands == 1


def test_a_text_behind_every_cutoff_makes_nothing_stale() -> None:
    found = compared(event("e0020", text="It snowed.", t=day(40)))
    assert changes(found, "events") == {"small/e0020": ("text", "time")}
    assert found.stale.since == {"small": day(20)}
    assert stale(found) == {**NOTHING, "walked_again": ["q004"]}
    later = suite_comparison.compare(
        stored("c", event("e0020", t=day(40))(spec())),
        stored("d", event("e0020", t=day(40), text="It snowed.")(spec())),
    )
    assert later.stale.since == {"small": day(40)}
    assert stale(later) == NOTHING


def test_a_cutoff_at_the_very_instant_of_a_changed_record_is_stale() -> None:
    """Cutoffs are inclusive (case T05)."""
    found = compared(
        lambda one: query("q003", cutoff=day(5))(event("e0005", text="The limit is 90.")(one)),
    )
    assert ("small", "q003") in found.stale.walked_again
    before = compared_again(query("q003", cutoff=day(5) - timedelta(microseconds=1)))
    assert ("small", "q003") not in before.stale.walked_again


def compared_again(change: Change) -> Comparison:
    worded_anew = event("e0005", text="The limit is 90.")(spec())
    return suite_comparison.compare(stored("c", change(spec())), stored("d", change(worded_anew)))


def test_actions_alone_are_a_change_of_gold_alone() -> None:
    """Systems read texts, not actions: the answers are scored again, nothing is walked again."""
    (old,) = (one for one in EVENTS if one.id == "e0005")
    actions = (replace(old.actions[0], value="95"),)
    found = compared(event("e0005", actions=actions))
    assert changes(found, "events") == {"small/e0005": ("actions",)}
    assert changes(found, "queries") == {"small/q003": ("answer",)}
    assert found.stale.since == {}
    assert stale(found) == {**NOTHING, "scored_again": ["q003"]}
    (row,) = found.queries.changed
    assert (row.values["answer"].before, row.values["answer"].after) == (90, 95)


@pytest.mark.parametrize(
    ("fields", "parts"),
    [
        ({"speaker": "Vera"}, ("speaker",)),
        ({"session": "s1"}, ("speaker",)),
        ({"t": day(21)}, ("time",)),
        ({"kind": "distractor", "distractor_kind": "D6"}, ("kind",)),
        ({"template": "rain"}, ("kind",)),
        ({"seq": 21}, ()),
    ],
)
def test_each_part_of_an_event_is_told_apart(fields: dict[str, Any], parts: tuple[str, ...]) -> None:
    found = compared(event("e0020", **fields))
    differing = changes(found, "events").get("small/e0020", ())
    assert tuple(part for part in differing if part != "kind" or "kind" in parts) == parts
    seen = bool(set(parts) & suite_comparison.SEEN)
    assert bool(found.stale.since) is seen


def test_the_order_of_records_of_one_instant_counts_and_their_numbers_do_not() -> None:
    def tied(first: int, second: int) -> ScenarioSpec:
        rows = (
            event_spec(first, kind="filler", id="x", t=day(3), text="One."),
            event_spec(second, kind="filler", id="y", t=day(3), text="Two."),
        )
        return replace(spec(), events=(*rows, *EVENTS))

    first = stored("a", tied(30, 31))
    assert suite_comparison.compare(first, stored("b", tied(40, 50))).same
    found = suite_comparison.compare(first, stored("c", tied(31, 30)))
    assert changes(found, "events") == {"small/x": ("order",), "small/y": ("order",)}
    assert found.stale.since == {"small": day(3)}


def test_an_added_and_a_removed_event_are_named_and_make_contexts_stale() -> None:
    new = event_spec(13, kind="filler", text="A new one.")
    found = compared(
        lambda one: replace(one, events=(*(e for e in one.events if e.id != "e0020"), new)),
    )
    assert [suite_comparison.named(row) for row in found.events.added] == ["small/e0013"]
    assert [suite_comparison.named(row) for row in found.events.removed] == ["small/e0020"]
    assert (found.events.before, found.events.after, found.events.alike) == (4, 4, 3)
    assert found.stale.since == {"small": day(13)}
    assert stale(found) == {**NOTHING, "walked_again": ["q002", "q003", "q004"]}


# --------------------------------------------------------------- queries
@pytest.mark.parametrize(
    ("fields", "parts", "told"),
    [
        ({"question": "Other words?"}, ("question",), "asked_again"),
        ({"cutoff": day(3)}, ("cutoff", "figures"), "asked_again"),
        ({"tolerance": "0.5"}, ("scoring",), "scored_again"),
        ({"answer_type": "date"}, ("scoring",), "scored_again"),
        ({"family": "rules"}, ("classes",), None),
        ({"target": {"form": "x"}}, ("classes",), None),
        ({"checkpoint": "c"}, ("classes",), None),
    ],
)
def test_each_part_of_a_query_is_told_apart(
    fields: dict[str, Any], parts: tuple[str, ...], told: str | None
) -> None:
    found = compared(query("q001", **fields))
    assert set(parts) - {"figures"} <= set(changes(found, "queries")["small/q001"]) <= {*parts, "figures"}
    assert stale(found) == ({**NOTHING, told: ["q001"]} if told else NOTHING)
    assert found.stale.stands == (3 if told else 4)


def test_another_goal_with_another_answer_is_scored_again() -> None:
    found = compared(query("q001", goal=Goal("cap", ("Corby",))))
    (parts,) = changes(found, "queries").values()
    assert {"goal", "label", "answer", "witnesses"} <= set(parts)
    assert stale(found) == {**NOTHING, "scored_again": ["q001"]}
    (row,) = found.queries.changed
    assert (row.values["label"].before, row.values["label"].after) == ("answerable", "unknown")


def test_a_further_witness_is_a_change_of_gold_alone() -> None:
    """A confirmation whose text a system does not read otherwise."""
    filler = replace(EVENTS[3], t=day(6), seq=6)
    first = replace(spec(), events=(*EVENTS[:3], filler))
    again = act("assert", "cap", "Corby", value="90")
    confirming = event_spec(20, again, id="e0020", t=day(6), seq=6, text="It rained.")
    found = suite_comparison.compare(
        stored("a", first), stored("b", replace(first, events=(*EVENTS[:3], confirming)))
    )
    assert set(changes(found, "events")["small/e0020"]) == {"actions", "kind"}
    assert "witnesses" in changes(found, "queries")["small/q003"]
    assert stale(found) == {**NOTHING, "scored_again": ["q003"]}


def test_added_and_removed_queries_have_no_stale_score() -> None:
    found = compared(lambda one: replace(one, queries=(*one.queries[1:], query_spec(9, "dest", "Grus"))))
    assert [row.label for row in found.queries.added] == ["q009"]
    assert [row.label for row in found.queries.removed] == ["q001"]
    assert stale(found) == NOTHING
    assert found.stale.stands == 3


# -------------------------------------------------------------- scenarios
@pytest.mark.parametrize(
    ("fields", "parts"),
    [
        ({"title": "Other"}, ("title",)),
        ({"seed": 8}, ("configuration",)),
        ({"config": {"accent": "ledger"}}, ("configuration",)),
        ({"program": f"% other\n{make.PROGRAM}"}, ("program",)),
        ({"entities": (EntitySpec("Vera", "person"),)}, ("entities",)),
    ],
)
def test_each_part_of_a_scenario_is_told_apart(fields: dict[str, Any], parts: tuple[str, ...]) -> None:
    found = compared(lambda one: replace(one, **fields))
    assert changes(found, "scenarios") == {"small": parts}
    assert stale(found) == NOTHING


def test_aliases_of_an_answer_are_a_change_of_scoring() -> None:
    found = compared(lambda one: replace(one, entities=(EntitySpec("Corby", "city", ("Old Corby",)),)))
    assert changes(found, "scenarios") == {"small": ("entities",)}
    assert changes(found, "queries")["small/q001"] == ("scoring",)
    assert "q001" in stale(found)["scored_again"]


def test_a_scenario_without_a_partner_is_listed_with_all_it_holds() -> None:
    other = replace(spec(), slug="other")
    found = suite_comparison.compare(stored("a"), stored("b", other))
    assert [row.scenario for row in found.scenarios.removed] == ["small"]
    assert [row.scenario for row in found.scenarios.added] == ["other"]
    assert (len(found.events.added), len(found.events.removed)) == (4, 4)
    assert (len(found.queries.added), len(found.queries.removed)) == (4, 4)
    assert (found.events.alike, found.stale.stands) == (0, 0)
    assert found.stale.since == {}
    assert stale(found) == NOTHING


def test_scenarios_are_compared_each_with_its_own_since() -> None:
    first = [replace(spec(), slug=slug) for slug in ("one", "two")]
    second = [first[0], event("e0012", text="Off to Ash.")(first[1])]
    found = suite_comparison.compare(stored("a", *first), stored("b", *second))
    assert found.stale.since == {"two": day(12)}
    assert found.stale.walked_again == (("two", "q002"), ("two", "q003"), ("two", "q004"))
    assert found.stale.stands == 5


# ---------------------------------------------------------------- runs
def ran(patch: pytest.MonkeyPatch, suite: Suite) -> None:
    run = make_runs.launch(
        suite, make_runs.system("one"), reader=make_runs.reader(patch, make_runs.OwnAnswers())
    )
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    run.refresh_from_db()
    assert run.status == "done", run.message


def dependents(before: Suite, change: Change) -> dict[str, int]:
    after = stored(f"b-{Suite.objects.count()}", change(spec()))
    return {one.what: one.count for one in suite_comparison.compare(before, after).dependents}


def test_what_rests_on_the_first_suite_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    before = suites.release(suite=stored("a"), by=None)
    ran(monkeypatch, before)
    same = dependents(before, lambda one: one)
    assert same == {
        "runs": 0,
        "leaderboard rows": 0,
        "answers to score again": 0,
        "contexts that saw other records": 0,
    }
    touched = {"runs": 1, "leaderboard rows": 1}
    assert dependents(before, query("q003", tolerance="1")) == {
        **same,
        **touched,
        "answers to score again": 1,
    }
    text = dependents(before, event("e0005", text="The limit is 90."))
    assert text == {**same, **touched, "contexts that saw other records": 3}
    asked = dependents(before, query("q001", question="Other words?"))
    assert asked == {**same, **touched, "contexts that saw other records": 1}
    both = dependents(
        before, lambda one: query("q001", tolerance="1")(event("e0012", text="Off to Ash.")(one))
    )
    assert both == {
        **touched,
        "answers to score again": 1,
        "contexts that saw other records": 3,
    }


def test_a_run_on_two_scenarios_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = [replace(spec(), slug=slug) for slug in ("one", "two")]
    before = suites.release(suite=stored("a", *first), by=None)
    ran(monkeypatch, before)
    after = stored("b", *(event("e0012", text="Off to Ash.")(one) for one in first))
    found = {one.what: one.count for one in suite_comparison.compare(before, after).dependents}
    assert (found["runs"], found["contexts that saw other records"]) == (1, 6)


# ------------------------------------------------------- cost and command
def test_the_cost_does_not_grow_with_what_the_suites_hold() -> None:
    def cost(first: Suite, second: Suite) -> int:
        with CaptureQueriesContext(connection) as caught:
            suite_comparison.compare(first, second)
        return len(caught)

    def many(slug: str, text: str) -> Suite:
        extra = tuple(event_spec(n, kind="filler", text=f"{text} {n}.") for n in range(30, 130))
        asked = tuple(query_spec(n, "dest", "Grus", question=f"{text} {n}?") for n in range(30, 60))
        whole = replace(spec(), events=(*EVENTS, *extra), queries=(*QUERIES, *asked))
        return stored(slug, *(replace(whole, slug=f"s{place}") for place in range(3)))

    small = cost(stored("a"), stored("b", event("e0012", text="Off to Ash.")(spec())))
    assert cost(many("c", "One"), many("d", "Other")) == small
    assert small <= 20


def test_the_command_prints_lines_and_one_object() -> None:
    stored("a")
    new = event_spec(13, kind="filler", text="A new one.")
    stored("b", replace(query("q001", question="Other words?")(spec()), events=(*EVENTS, new)))
    text = printed("compare_suites", "a", "b")
    assert "Events: 1 added, 0 removed, 0 changed, 4 alike." in text
    assert "  added    small/e0013\n" in text
    assert "  changed  small/q001: question\n" in text
    assert "Records of small differ for a system from 2026-01-14T09:00:00Z on." in text
    assert (
        "Scores: 3 queries walked again, 1 asked again, 0 scored again, 0 stand; 0 are new, 0 drop out."
        in text
    )
    printed_json = printed("compare_suites", "a", "b", "--json")
    assert printed_json.count("\n") == 1
    found = json.loads(printed_json)
    assert found["events"]["added"] == ["small/e0013"]
    assert found["queries"]["changed"] == [{"id": "small/q001", "parts": ["question"]}]
    assert found["stale"]["walked_again"] == ["small/q002", "small/q003", "small/q004"]
    assert (found["before"]["suite"], found["after"]["verification"]) == ("a", "Not verified by people")
    assert "They hold the same" in printed("compare_suites", "a", "a")


def test_the_command_names_the_suites_that_are_there() -> None:
    stored("a")
    with pytest.raises(CommandError, match="There is no suite 'b'. Suites here: a"):
        printed("compare_suites", "a", "b")


def test_changes_of_gold_are_shown_on_both_sides_in_json() -> None:
    stored("a")
    actions = (replace(EVENTS[1].actions[0], value="95"),)
    stored("b", event("e0005", actions=actions)(spec()))
    found = json.loads(printed("compare_suites", "a", "b", "--json"))
    assert found["queries"]["changed"] == [{"id": "small/q003", "parts": ["answer"], "answer": [90, 95]}]
