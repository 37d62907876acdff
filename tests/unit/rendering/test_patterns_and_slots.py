"""What does not fit a pattern or a slot is refused with its name (spec 6.1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scenarios.datalog.history import ActionRecord, Op
from scenarios.domains.base import Domain
from scenarios.rendering.patterns import (
    ActionPattern,
    UnboundActionsError,
    adds,
    asserts,
    bind,
    completes,
    expand,
)
from scenarios.rendering.records import AmbiguousRecordError, parse_record
from scenarios.rendering.slots import DATE, INT, NAME, ListSlot, SlotValueError, choice, money
from scenarios.rendering.templates import RecordTemplate, TemplateError, messages, notes
from tests.factories.tripops_samples import TRIPOPS, at

GALOT = money("Galot")


@pytest.mark.parametrize(
    ("kind", "value", "written"),
    [
        (GALOT, "0", "0.00 Galot"), (GALOT, "7", "7.00 Galot"), (GALOT, "1240.5", "1,240.50 Galot"),
        (GALOT, "1000000", "1,000,000.00 Galot"), (INT, "1200", "1,200"),
        (DATE, "2031-03-04", "4 March 2031"), (ListSlot(NAME), ("Tamur",), "Tamur"),
        (ListSlot(NAME), ("Tamur", "Nelim"), "Tamur and Nelim"),
        (ListSlot(NAME), ("Tamur", "Nelim", "Orix"), "Tamur, Nelim and Orix"),
    ],
)  # fmt: skip
def test_values_are_written_and_read_back(kind, value, written):
    text = kind.write(value)
    assert text == written
    assert kind.read(text) == value


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (GALOT, "7.005"), (GALOT, "-7"), (GALOT, "7.50"), (GALOT, "much"), (INT, "1.5"), (DATE, "2031-02-31"),
        (DATE, "4 March 2031"), (NAME, "tamur"), (NAME, "Tamur Nelim"), (NAME, ""),
        (choice("ok", {"true": "attached"}), "false"),
    ],
)  # fmt: skip
def test_values_that_would_not_be_read_back_the_same_are_refused(kind, value):
    with pytest.raises(SlotValueError, match="does not fit a"):
        kind.checked(value)


def test_lists_are_never_empty_and_never_stand_for_one_value():
    with pytest.raises(SlotValueError, match="empty list"):
        ListSlot(NAME).write(())
    template = RecordTemplate("t", {"trip": NAME}, notes("The room for {trip} is off."))
    with pytest.raises(TemplateError, match="a list .* does not fit a name slot"):
        template.write({"trip": ("Tamur", "Nelim")}, 0)
    with pytest.raises(UnboundActionsError, match="holds a list"):
        expand((asserts("f", "{trip}", value="x"),), {"trip": ("Tamur", "Nelim")}, at())


def test_a_choice_needs_a_phrase_for_each_value():
    with pytest.raises(ValueError, match="share a phrase"):
        choice("ok", {"true": "so", "false": "so"})


FILED = (adds("expense", "{trip}", member="{expense}"), asserts("amount", "{expense}", value="{amount}"))
VALUES = {"trip": "Tamur", "expense": "QF-1234", "amount": "5"}
ACTIONS = expand(FILED, VALUES, at())


def test_bind_is_the_inverse_of_expand():
    assert bind(FILED, ACTIONS) == VALUES


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (ACTIONS[:1], "expected assert amount, found no more action"),
        ((*ACTIONS, ACTIONS[0]), "1 more actions than the template has, first member expense"),
        ((ACTIONS[1], ACTIONS[0]), "expected member expense, found assert amount"),
        ((ACTIONS[0], replace(ACTIONS[1], key=("QF-9999",))), "expected assert amount"),
        ((ACTIONS[0], replace(ACTIONS[1], as_of=at().t - timedelta(days=3))), "expected assert amount"),
        ((ACTIONS[0], replace(ACTIONS[1], clause="a(X) :- b(X).")), "expected assert amount"),
        ((ACTIONS[0], replace(ACTIONS[1], size=1)), "expected assert amount"),
    ],
)
def test_actions_that_are_not_the_templates_own_do_not_bind(actions, message):
    with pytest.raises(UnboundActionsError, match=message):
        bind(FILED, actions)


def test_a_completeness_without_list_is_an_empty_collection_and_sizes_must_agree():
    empty, listed = completes("trip", "{person}"), completes("trip", "{person}", members="trips")
    (nothing,) = expand((empty,), {"person": "Bela Torow"}, at())
    assert (nothing.size, nothing.members) == (0, ())
    (two,) = expand((listed,), {"person": "Bela Torow", "trips": ("Tamur", "Nelim")}, at())
    assert two.size == 2
    for pattern, action in ((empty, two), (listed, nothing), (listed, replace(two, size=3))):
        with pytest.raises(UnboundActionsError):
            bind((pattern,), (action,))


def test_repeated_patterns_must_agree_on_their_list():
    twice = (
        asserts("city_in", "{cities}", value="{country}", each="cities"),
        asserts("seen_in", "{cities}", value="{country}", each="cities"),
    )
    actions = expand(twice, {"cities": ("Tamwick", "Norlow"), "country": "Quorosse"}, at())
    assert bind(twice, actions)["cities"] == ("Tamwick", "Norlow")
    with pytest.raises(UnboundActionsError, match="would hold both"):
        bind(twice, (*actions[:3], replace(actions[3], key=("Halfell",))))


def test_a_backdated_action_binds_only_at_the_beginning_of_its_day():
    pattern = asserts("booking", "{trip}", value="{hotel}", as_of="as_of")
    (action,) = expand((pattern,), {"trip": "Tamur", "hotel": "Joelorne", "as_of": "2031-01-09"}, at())
    assert bind((pattern,), (action,))["as_of"] == "2031-01-09"
    with pytest.raises(UnboundActionsError):
        bind((pattern,), (replace(action, as_of=datetime(2031, 1, 9, 8, tzinfo=UTC)),))


def test_the_stated_time_of_the_event_itself_is_not_a_backdating():
    (action,) = expand((ActionPattern(Op.CANCEL, "booking", ("{trip}",)),), {"trip": "Tamur"}, at())
    assert bind((ActionPattern(Op.CANCEL, "booking", ("{trip}",)),), (replace(action, as_of=at().t),))


def test_two_wordings_that_read_one_text_are_a_fault_of_the_domain():
    twin = RecordTemplate(
        "twin", {"trip": NAME}, messages("The room on {trip} is off, we hold nothing there.")
    )
    fields = {name: getattr(TRIPOPS, name) for name in Domain.__dataclass_fields__}
    doubled = Domain(**{**fields, "templates": (*TRIPOPS.templates, twin)})
    text = "The room on Tamur is off, we hold nothing there."
    assert isinstance(parse_record(TRIPOPS, text, at())[0], ActionRecord)
    with pytest.raises(AmbiguousRecordError, match="booking_dropped#2, twin#0 all read"):
        parse_record(doubled, text, at())
