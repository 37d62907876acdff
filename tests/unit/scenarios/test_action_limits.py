"""What an action may hold: texts that an index row can carry, rule keys, times, and the empty text."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from typing import Any

import pytest

from scenarios.bundle import Bundle
from scenarios.exceptions import BundleRefusedError
from scenarios.models.derivation_node import KEY_BYTES, node_key_text
from scenarios.services.action_checks import MAX_ROW_BYTES
from scenarios.services.bundle_checks import check
from tests.factories.scenarios import act, bundle, event_spec

CLAUSE = "country(T,N) :- dest(T,C), city_in(C,N)."


def codes(faulty: Bundle) -> list[str]:
    with pytest.raises(BundleRefusedError) as refusal:
        check(faulty)
    return [problem.code for problem in refusal.value.problems]


@pytest.mark.parametrize(
    ("code", "action"),
    [
        ("rule-key", act("rule", "far away", clause=CLAUSE)),
        ("rule-key", act("rule", "a\x00b", clause=CLAUSE)),
        ("rule-key", act("unrule", "r" * 101)),
        ("rule-key", act("unrule", "")),
        ("rule-frame", act("rule", "far", "Grus", clause=CLAUSE)),
        ("rule-frame", act("rule", "far", clause=CLAUSE, value="Corby")),
        ("rule-frame", act("unrule", "far", member="Grus")),
        ("clause", act("assert", "dest", "Grus", value="Corby", clause=CLAUSE)),
        ("clause", act("cancel", "dest", "Grus", clause=CLAUSE)),
    ],
)
def test_rules_have_a_key_and_a_clause_and_nothing_else_has(code: str, action: dict[str, Any]) -> None:
    assert codes(bundle(event_spec(1, action))) == [code]


def test_the_bytes_of_a_row_are_bounded_whatever_the_script() -> None:
    check(bundle(event_spec(1, act("assert", "dest", "G" * 200, value="c" * 500))))
    half = "\U0001f600" * (MAX_ROW_BYTES // 8)
    check(bundle(event_spec(1, act("assert", "dest", half[:200], value=half[:200]))))
    wide = act("assert", "dest", "\U0001f600" * 200, value="\U0001f600" * 400)
    assert codes(bundle(event_spec(1, wide))) == ["text"]


@pytest.mark.parametrize("value", ["", "  ", "\n"])
def test_an_empty_text_is_a_value_of_type_text_and_no_name(value: str) -> None:
    made = bundle(event_spec(1, act("assert", "dest", "Grus", value=value)))
    assert codes(made) == ["text"]
    (spec,) = made.scenarios
    as_text = spec.program.replace("func dest(trip) -> city", "func dest(trip) -> text").replace(
        "country(T,N) :- dest(T,C), city_in(C,N).", "country(T,N) :- city_in(T,N)."
    )
    checked = check(dataclasses.replace(made, scenarios=(dataclasses.replace(spec, program=as_text),)))
    assert checked.scenarios[0].events[0].actions[0].value == value


@pytest.mark.parametrize("moment", [datetime(9999, 1, 1, tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_a_time_after_all_that_can_be_stored_is_refused(moment: datetime) -> None:
    late = event_spec(1, act("assert", "dest", "Grus", value="Corby"), t=moment)
    assert "far-time" in codes(bundle(late))


def test_a_long_node_key_keeps_its_beginning_and_stays_unique() -> None:
    names = tuple(f"name{number}" * 5 for number in range(200))
    long, other = (node_key_text("missing", "undefined", (*names, end)) for end in ("a", "b"))
    assert long != other
    assert long.startswith("missing\x1fundefined\x1fname0")
    assert len(long.encode()) < KEY_BYTES
    assert node_key_text("fact", "dest", ("Grus",)) == "fact\x1fdest\x1fGrus"
