"""What a bundle must hold before anything of it is stored (spec 1.1 to 1.4, overview 5)."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from scenarios.bundle import Bundle, EntitySpec, EventSpec, Finding
from scenarios.exceptions import BundleRefusedError
from scenarios.services.bundle_checks import check
from tests.factories import scenarios as make
from tests.factories.scenarios import act, bundle, event_spec, query_spec

DEST = act("assert", "dest", "Grus", value="Corby")


def codes(faulty: Bundle) -> list[str]:
    with pytest.raises(BundleRefusedError) as refusal:
        check(faulty)
    return [problem.code for problem in refusal.value.problems]


def events_of(checked: Bundle) -> tuple[EventSpec, ...]:
    return checked.scenarios[0].events


@pytest.mark.parametrize(
    ("code", "action"),
    [
        ("undeclared", act("assert", "origin", "Grus", value="Corby")),
        ("derived-asserted", act("assert", "country", "Grus", value="Corvia")),
        ("arity", act("assert", "dest", value="Corby")),
        ("arity", act("assert", "dest", "Grus", "Corby", value="Corby")),
        ("op", act("member", "dest", "Grus", member="Corby")),
        ("op", act("assert", "trip", "Vera", value="Grus")),
        ("member", act("member", "trip", "Vera")),
        ("member", act("cancel", "trip", "Vera")),
        ("member", act("cancel", "dest", "Grus", member="Corby")),
        ("value", act("assert", "dest", "Grus")),
        ("value", act("cancel", "dest", "Grus", value="Corby")),
        ("type", act("assert", "cap", "Corby", value="plenty")),
        ("text", act("assert", "dest", "Grus", value="  ")),
        ("text", act("assert", "dest", "Grus", value="Cor\x1fby")),
        ("text", act("assert", "dest", "G" * 201, value="Corby")),
        ("size", act("complete", "trip", "Vera")),
        ("size", act("complete", "trip", "Vera", size=1, members=("Anser", "Grus"))),
        ("size", act("assert", "dest", "Grus", value="Corby", size=1)),
        ("key-twice", act("complete", "trip", "Vera", size=2, members=("Anser", "Anser"))),
        ("clause", act("rule", "far")),
        ("clause", act("rule", "far", clause="country(T,N) :- not dest(T,N).")),
        ("as-of-later", {**DEST, "as_of": make.day(2)}),
        ("naive-time", {**DEST, "as_of": datetime(2026, 1, 1, 9)}),  # noqa: DTZ001 (naive on purpose)
    ],
)
def test_a_faulty_action_is_refused_with_its_event_named(code: str, action: dict[str, Any]) -> None:
    faulty = bundle(event_spec(1, action))
    assert codes(faulty) == [code]
    with pytest.raises(BundleRefusedError, match="small e0001"):
        check(faulty)


@pytest.mark.parametrize(
    ("code", "event"),
    [
        ("record-without-action", event_spec(1)),
        ("event-kind", event_spec(1, DEST, kind="rumour")),
        ("unannotated-action", event_spec(1, DEST, kind="unannotated")),
        ("distractor-kind", event_spec(1, DEST, distractor_kind="D1")),
        ("event-id", event_spec(1, DEST, id="e 1")),
        ("text", event_spec(1, DEST, text="a\x00b")),
        ("text", event_spec(1, DEST, text="a\ud800b")),
        ("naive-time", event_spec(1, DEST, t=datetime(2026, 1, 15, 18))),  # noqa: DTZ001 (naive on purpose)
        ("key-twice", event_spec(1, DEST, act("revise", "dest", "Grus", value="Lunmar"))),
        (
            "key-twice",
            event_spec(
                1,
                act("member", "trip", "Vera", member="Grus"),
                act("complete", "trip", "Vera", size=1, members=("Grus",)),
            ),
        ),
    ],
)
def test_a_faulty_event_is_refused(code: str, event: EventSpec) -> None:
    assert codes(bundle(event)) == [code]


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("goal", {"pred": "origin", "key": ("Grus",)}),
        ("goal", {"pred": "country", "key": ()}),
        ("goal", {"pred": "country", "key": ("Grus",), "member": "Corvia"}),
        ("answer-type", {"pred": "country", "key": ("Grus",), "answer_type": "poem"}),
        ("no-question", {"pred": "country", "key": ("Grus",), "question": " "}),
        ("naive-time", {"pred": "country", "key": ("Grus",), "cutoff": datetime(2026, 2, 1)}),  # noqa: DTZ001
    ],
)
def test_a_faulty_query_is_refused(code: str, fields: dict[str, Any]) -> None:
    query = query_spec(1, fields.pop("pred"), *fields.pop("key"), **fields)
    assert codes(bundle(event_spec(1, DEST), queries=(query,))) == [code]


def test_all_problems_are_listed_at_once_and_none_twice() -> None:
    faulty = bundle(
        event_spec(1),
        event_spec(2, act("assert", "country", "Grus", value="Corvia")),
        event_spec(2, DEST, seq=1),
        queries=(query_spec(1, "origin", "Grus"),),
    )
    assert sorted(codes(faulty)) == [
        "derived-asserted",
        "event-twice",
        "goal",
        "record-without-action",
        "seq-twice",
    ]


def test_a_broken_program_names_file_line_rule_and_variable() -> None:
    faulty = bundle(
        event_spec(1, DEST), program=make.PROGRAM + "derived far(trip) -> bool\nfar(T) :- dest(T,C), D > 3.\n"
    )
    with pytest.raises(BundleRefusedError) as refusal:
        check(faulty)
    text = str(refusal.value)
    assert "small.dl:10:" in text
    assert "far" in text
    assert "D" in text


def test_repeated_names_and_bad_slugs_are_refused() -> None:
    twice = (EntitySpec("Grus", "trip"), EntitySpec("Grus", "trip"))
    assert codes(bundle(event_spec(1, DEST), entities=twice)) == ["entity-twice"]
    assert codes(bundle(event_spec(1, DEST), slug="../etc")) == ["slug"]
    assert codes(bundle(event_spec(1, DEST), kind="rumours")) == ["kind"]
    assert codes(dataclasses.replace(bundle(), scenarios=())) == ["empty"]


def test_values_and_keys_are_brought_to_their_one_text() -> None:
    checked = check(bundle(event_spec(1, act("assert", "cap", "Corby", value="05.50"))))
    assert events_of(checked)[0].actions[0].value == "5.5"


def test_events_are_put_in_the_order_of_time_and_seq() -> None:
    shuffled = bundle(
        event_spec(3, DEST, t=make.day(1)), event_spec(1, DEST), event_spec(2, DEST, t=make.day(0))
    )
    assert [event.id for event in events_of(check(shuffled))] == ["e0002", "e0001", "e0003"]


def test_ending_what_is_not_there_is_a_finding_of_imports_and_a_problem_of_authors() -> None:
    events = (
        event_spec(1, act("cancel", "dest", "Grus")),
        event_spec(2, act("cancel", "trip", "Vera", member="Grus"), act("reopen", "trip", "Vera")),
        event_spec(3, act("revise", "dest", "Anser", value="Lunmar")),
    )
    checked = check(bundle(*events))
    assert [action.ineffective for event in events_of(checked) for action in event.actions] == [
        True,
        True,
        True,
        False,
    ]
    found = {(finding.code, finding.message) for finding in checked.findings}
    assert found == {
        ("nothing-to-end", "e0001"),
        ("nothing-to-end", "e0002"),
        ("nothing-to-revise", "e0003"),
    }
    assert sorted(codes(bundle(*events, kind="derive"))) == ["nothing-to-end"] * 3 + ["nothing-to-revise"]


def test_a_second_cancellation_has_nothing_left_to_end() -> None:
    checked = check(
        bundle(
            event_spec(1, DEST),
            event_spec(2, act("cancel", "dest", "Grus")),
            event_spec(3, act("cancel", "dest", "Grus")),
        )
    )
    assert [event.actions[0].ineffective for event in events_of(checked)] == [False, False, True]


def test_a_cancellation_is_judged_in_rank_order_over_the_whole_history() -> None:
    """The booking arrives after its cancellation but claims to be older: the cancellation stands."""
    checked = check(
        bundle(
            event_spec(1, act("cancel", "dest", "Grus"), t=make.day(5)),
            event_spec(2, {**DEST, "as_of": make.day(1)}, t=make.day(9)),
        )
    )
    assert not checked.findings
    assert not events_of(checked)[0].actions[0].ineffective


def test_members_listed_in_a_completeness_can_be_cancelled() -> None:
    checked = check(
        bundle(
            event_spec(1, act("complete", "trip", "Vera", size=1, members=("Grus",))),
            event_spec(2, act("cancel", "trip", "Vera", member="Grus")),
        )
    )
    assert not checked.findings


def test_equal_times_on_one_key_are_listed_and_seq_decides() -> None:
    at = datetime(2026, 3, 1, 10, tzinfo=UTC)
    checked = check(
        bundle(event_spec(7, DEST, t=at), event_spec(8, act("revise", "dest", "Grus", value="Lunmar"), t=at))
    )
    assert [(finding.code, finding.message) for finding in checked.findings] == [("equal-times", "e0008")]


def test_one_instant_in_two_zones_is_one_time() -> None:
    kolkata = timezone(timedelta(hours=5, minutes=30))
    checked = check(
        bundle(
            event_spec(1, DEST, t=datetime(2026, 1, 15, 23, tzinfo=kolkata)),
            event_spec(2, DEST, t=datetime(2026, 1, 15, 17, 30, tzinfo=UTC)),
        )
    )
    assert [finding.code for finding in checked.findings] == ["equal-times"]


LONG = "x" * 5000


@pytest.mark.parametrize(
    ("codes_found", "change"),
    [
        (["too-long"], {"title": LONG}),
        (["no-title"], {"title": " "}),
        (["text"], {"config": {"hints": ["\x00"]}}),
        (["text"], {"config": {"\x00": 1}}),
        (["too-long"], {"findings": (Finding(LONG, "", "", "", ""),)}),
    ],
)
def test_what_no_column_of_a_suite_can_hold_is_named(codes_found: list[str], change: dict[str, Any]) -> None:
    assert codes(dataclasses.replace(bundle(event_spec(1, DEST)), **change)) == codes_found


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("out-of-range", {"seed": 10**40}),
        ("too-long", {"title": LONG}),
        ("too-long", {"domain": LONG}),
        ("text", {"config": {"a": [{"b": "\ud800"}]}}),
        ("too-long", {"entities": (EntitySpec("Grus", LONG),)}),
        ("text", {"entities": (EntitySpec("Grus", "trip", attrs={"a": "\x00"}),)}),
    ],
)
def test_what_no_column_of_a_scenario_can_hold_is_named(code: str, change: dict[str, Any]) -> None:
    whole = bundle(event_spec(1, DEST))
    assert codes(
        dataclasses.replace(whole, scenarios=(dataclasses.replace(whole.scenarios[0], **change),))
    ) == [code]


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("too-long", {"family": LONG}),
        ("too-long", {"operator": LONG}),
        ("too-long", {"checkpoint": LONG}),
        ("text", {"target": {"op": "\x00"}}),
        ("text", {"stated": "\x00"}),
        ("tolerance", {"tolerance": "abc"}),
        ("tolerance", {"tolerance": "-1"}),
        ("tolerance", {"tolerance": "1/0"}),
        ("tolerance", {"tolerance": "1e9"}),
    ],
)
def test_what_no_column_of_a_query_can_hold_is_named(code: str, change: dict[str, Any]) -> None:
    asked = dataclasses.replace(query_spec(1, "dest", "Grus"), **change)
    assert codes(bundle(event_spec(1, DEST), queries=(asked,))) == [code]


def test_a_position_outside_of_its_column_is_named() -> None:
    event = event_spec(1, DEST)
    far = dataclasses.replace(event, actions=(dataclasses.replace(event.actions[0], pos=10**20),))
    assert codes(bundle(far)) == ["pos"]


CYCLE = """\
func dest(trip) -> city
derived far(trip) -> bool
derived near(trip) -> bool
@rule(far) far(T) :- dest(T,_).
@rule(near) near(T) :- dest(T,_).
"""


def test_two_rules_that_close_a_cycle_are_refused_at_the_event_of_the_later_one() -> None:
    later = act("rule", "near", clause="near(T) :- far(T).")
    events = (
        event_spec(2, later, act("assert", "dest", "Grus", value="Corby")),
        event_spec(1, act("rule", "far", clause="far(T) :- not near(T).")),
    )
    with pytest.raises(BundleRefusedError) as caught:
        check(bundle(*events, program=CYCLE))
    (problem,) = caught.value.problems
    assert (problem.code, problem.where) == ("rule-refused", "small e0002 action 0")
    for part in (
        "event e0002 at",
        "rule near is refused",
        "far (e0001)",
        "rule:far:1:15",
        "far -> near -> far",
    ):
        assert part in problem.what
