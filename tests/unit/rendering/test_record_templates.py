"""Records parse back to their actions, and to nothing else (spec 6.1, 6.2; AC-6.1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from scenarios.datalog.history import Op
from scenarios.rendering.patterns import UnboundActionsError, bind
from scenarios.rendering.records import parse_record, readings
from scenarios.rendering.templates import RecordTemplate, TemplateError, notes
from tests.factories.tripops_samples import TRIPOPS, at, sample_records


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_wording_is_read_by_itself_alone_and_gives_its_actions_back(seed):
    seen = 0
    for template, surface, text, actions, _ in sample_records(seed):
        found = list(readings(TRIPOPS, text, at()))
        assert [(one.template.slug, one.surface) for one in found] == [(template.slug, surface)], text
        assert found[0].actions == actions
        seen += 1
    assert seen > 100


def test_the_formatter_takes_actions_and_finds_the_slots_itself():
    for template, surface, text, actions, values in sample_records(11):
        assert template.render(actions, at(), surface=surface, extras=values) == text


def test_bind_and_expand_undo_each_other_for_lists_of_actions():
    template = TRIPOPS.template("city_note")
    text = "Atlas page Quorosse: Halfell, Tamwick and Norlow. Filed under chapter Oduna."
    actions = parse_record(TRIPOPS, text, at())
    assert [(a.pred, a.key, a.value, a.pos) for a in actions] == [
        ("city_in", ("Halfell",), "Quorosse", 0),
        ("city_in", ("Tamwick",), "Quorosse", 1),
        ("city_in", ("Norlow",), "Quorosse", 2),
        ("region_of", ("Quorosse",), "Oduna", 3),
    ]
    assert bind(template.actions, actions)["cities"] == ("Halfell", "Tamwick", "Norlow")


def test_a_yearly_record_states_size_and_members():
    text = "Year sheet 2031 for Bela Torow closed with Quorix, Tamur and Nelim and no more."
    (action,) = parse_record(TRIPOPS, text, at())
    assert (action.op, action.size, action.members) == (Op.COMPLETE, 3, ("Quorix", "Tamur", "Nelim"))


def test_a_backdated_record_takes_its_rank_from_the_stated_day():
    text = "Forwarding the voucher dated 9 January 2031: Joelorne for Tamur."
    (action,) = parse_record(TRIPOPS, text, at())
    assert action.as_of.isoformat() == "2031-01-09T00:00:00+00:00"
    assert action.t == at().t


def test_a_record_that_names_another_day_as_its_own_is_not_read():
    text = "Notice of 4 June 2031: no slip is asked for up to 9.00 Galot."
    assert parse_record(TRIPOPS, text, at()) is not None
    assert parse_record(TRIPOPS, text, replace(at(), t=at().t + timedelta(days=1))) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Lodging desk: Joelorne in Tamwick is held for Tamur",  # closing stop missing
        "lodging desk: Joelorne in Tamwick is held for Tamur.",
        "Lodging desk: Joelorne in Tamwick is held for Tamur. And more.",
        "Lodging desk: joelorne in Tamwick is held for Tamur.",
        "Claim QF-1234 on Tamur: 40.5 Galot for meal, slip attached.",  # money has two decimals
        "Claim QF-1234 on Tamur: 40.50 Dollar for meal, slip attached.",
        "Claim QF-1234 on Tamur: 1240.50 Galot for meal, slip attached.",  # thousands are grouped
        "Forwarding the voucher dated 31 February 2031: Joelorne for Tamur.",
    ],
)
def test_what_is_not_wholly_a_wording_is_not_read(text):
    assert parse_record(TRIPOPS, text, at()) is None


def test_distractors_without_actions_read_as_nothing_said():
    codes = {t.distractor for t in TRIPOPS.templates if not t.actions}
    assert codes == {"D1", "D5", "D6", "D7"}
    for template, _, text, _, _ in sample_records(5):
        if template.distractor:
            assert parse_record(TRIPOPS, text, at()) == ()


def test_a_template_refuses_actions_that_are_not_its_own():
    template = TRIPOPS.template("booking_made")
    _, _, _, actions, _ = next(sample for sample in sample_records(3) if sample[0].slug == "booking_moved")
    with pytest.raises(UnboundActionsError, match="expected assert booking, found revise booking"):
        template.render(actions, at())
    with pytest.raises(UnboundActionsError, match="no more action"):
        template.render((), at())


def test_a_wording_that_leaves_out_an_argument_is_refused_where_it_is_declared():
    template = TRIPOPS.template("booking_made")
    with pytest.raises(TemplateError, match="does not carry"):
        RecordTemplate(
            "short", template.kinds, notes("A room at {hotel} in {city} is held."), template.actions
        )
    with pytest.raises(TemplateError, match="no kind for slots"):
        RecordTemplate("odd", template.kinds, notes("{hotel} {city} {trip} {where}"), template.actions)


def test_a_value_that_would_not_be_read_back_is_refused():
    template = TRIPOPS.template("booking_dropped")
    with pytest.raises(TemplateError, match="does not fit a name slot"):
        template.write({"trip": "the trip of May"}, 0)
    with pytest.raises(TemplateError, match="no value for"):
        template.write({}, 0)
