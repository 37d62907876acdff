"""The supporting-events oracle hands over S(q) and nothing else (spec 12.5)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from benchmark.oracles.supporting import SupportingEvents
from sut_adapters.base import AskedQuestion, EventRecord

T = datetime(2031, 6, 4, 9, 30, tzinfo=UTC)
RECORDS = [EventRecord(name, T + timedelta(days=day), f"text {name}") for day, name in enumerate("abcd")]


def system():
    support = {("Where?", T): ("c", "a"), ("Who?", T): (), ("Later?", T): ("d",)}
    return SupportingEvents(config={}, store_key="s", support=support)


def ids(context):
    return [one for item in context.items for one in item.event_ids]


def test_the_context_is_the_support_oldest_first_as_prefixed_records():
    oracle = system()
    oracle.ingest(RECORDS)
    context = oracle.retrieve(AskedQuestion("Where?", T, 512))
    assert [item.text for item in context.items] == [RECORDS[0].prefixed, RECORDS[2].prefixed]
    assert ids(oracle.retrieve(AskedQuestion("Who?", T, 512))) == []


def test_only_what_was_ingested_is_handed_over():
    oracle = system()
    oracle.ingest(RECORDS[:2])
    assert ids(oracle.retrieve(AskedQuestion("Where?", T, 512))) == ["a"]
    assert ids(oracle.retrieve(AskedQuestion("Later?", T, 512))) == []
    oracle.reset()
    assert ids(oracle.retrieve(AskedQuestion("Where?", T, 512))) == []


def test_ingest_is_idempotent_and_a_question_without_gold_is_an_error():
    oracle = system()
    oracle.ingest(RECORDS)
    oracle.ingest(RECORDS[2:])
    assert ids(oracle.retrieve(AskedQuestion("Where?", T, 512))) == ["a", "c"]
    with pytest.raises(KeyError):
        oracle.retrieve(AskedQuestion("Why?", T, 512))


def test_it_is_marked_as_knowing_gold():
    assert SupportingEvents.knows == ("gold",)
