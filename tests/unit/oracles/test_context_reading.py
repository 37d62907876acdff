"""What a reader that knows the templates makes of context items (overview 4.5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from benchmark.oracles.context_reading import ContextReader, stored_lookup
from scenarios.datalog.history import ActionRecord, Op
from sut_adapters.base import ContextItem, EventRecord
from tests.factories.tripops_samples import TRIPOPS

T = datetime(2031, 6, 4, 9, 30, tzinfo=UTC)
ROOM = "Lodging desk: Joelorne in Tamwick is held for Tamur."


def item(text, record_id="k3x", t=T, speaker=None):
    return ContextItem(EventRecord(record_id, t, text, speaker).prefixed, (record_id,))


def read(*items, stored=None):
    return (ContextReader(TRIPOPS, stored) if stored else ContextReader(TRIPOPS)).read(items)


def test_a_prefixed_record_is_read_under_its_own_id_and_time():
    context = read(item(ROOM))
    assert [(a.event, a.t, a.pred, a.key, a.value) for a in context.history.actions] == [
        ("k3x", T, "booking", ("Tamur",), "Joelorne"),
        ("k3x", T, "hotel_in", ("Joelorne",), "Tamwick"),
    ]
    assert context.readable_share == 1.0


@pytest.mark.parametrize("speaker", ["Bela Torow", "desk"])
def test_a_speaker_in_front_of_the_text_is_passed_over(speaker):
    assert len(read(item(ROOM, speaker=speaker)).history.actions) == 2


@pytest.mark.parametrize(
    "text",
    [
        ROOM,  # no prefix: neither id nor time
        f"[k3x | 2031-06-31 09:30] {ROOM}",  # no such day
        "[k3x | 2031-06-04 09:30] Tamur sleeps at the Joelorne, I gather.",
        "Current bookings: Tamur at Joelorne.",
        "",
    ],
)
def test_rewritten_text_is_not_read_and_lowers_the_share(text):
    context = read(ContextItem(text), item(ROOM))
    assert (context.items, context.read, context.readable_share) == (2, 1, 0.5)
    assert len(context.history.actions) == 2


def test_a_distractor_is_read_and_says_nothing():
    context = read(item("The lift in the north wing is out of order until the weekend."))
    assert (context.readable_share, context.history.actions) == (1.0, ())


def test_nothing_is_unreadable_in_an_empty_context():
    assert read().readable_share == 1.0


def test_a_record_handed_over_twice_counts_once_in_the_history():
    context = read(item(ROOM), item(ROOM))
    assert (context.items, context.read, len(context.history.actions)) == (2, 2, 2)


def test_records_are_ordered_by_time_whatever_their_rank_in_the_context():
    moved = "Lodging desk: Tamur switched to Kelorne in Tamwick."
    context = read(item(moved, "b", T.replace(hour=11)), item(ROOM, "a"))
    assert [a.event for a in context.history.actions] == ["a", "a", "b", "b"]
    assert [a.seq for a in context.history.actions] == [1, 1, 2, 2]


def action(event="e0009", value="5", t=datetime(2030, 1, 1, tzinfo=UTC), **more):
    return ActionRecord(event, t, 9, 0, Op.ASSERT, "owes", ("Ann",), value=value, **more)


def test_a_stored_record_with_the_same_bytes_lends_its_actions_under_the_item_s_id_and_time():
    stored = stored_lookup([("k3x", "Ann paid five.", (action(),)), ("k9q", "Ben paid six.", ())])
    context = read(
        item("Ann paid five."), item("Ben paid six.", "k9q"), item("Ann paid five ."), stored=stored
    )
    assert (context.read, context.items) == (2, 3)
    (found,) = context.history.actions
    assert (found.event, found.t, found.as_of, found.value) == ("k3x", T, None, "5")


def test_a_stated_validity_stays_with_a_stored_record():
    earlier = datetime(2029, 1, 1, tzinfo=UTC)
    stored = stored_lookup([("k3x", "Ann paid five.", (action(as_of=earlier),))])
    assert read(item("Ann paid five."), stored=stored).history.actions[0].as_of == earlier


def test_twins_that_assert_different_things_are_told_apart_by_id_alone():
    five, six = action(), action("e0010", "6")
    stored = stored_lookup([("a", "Same words.", (five,)), ("b", "Same words.", (six,))])
    assert [a.value for a in read(item("Same words.", "b"), stored=stored).history.actions] == ["6"]
    assert read(item("Same words.", "zzz"), stored=stored).read == 0
    alike = stored_lookup(
        [("a", "Same words.", (five,)), ("b", "Same words.", (replace(five, event="e0011"),))]
    )
    assert read(item("Same words.", "zzz"), stored=alike).read == 1


def test_an_imported_history_has_no_templates():
    assert ContextReader(None).read([item(ROOM)]).read == 0
