"""The dense system: vectors in Postgres, ranked by cosine."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from sut_adapters import conformance
from sut_adapters.base import AskedQuestion, EventRecord, MisconfiguredError
from sut_adapters.embeddings.base import Vector
from sut_adapters.embeddings.hashing import Hashing
from sut_adapters.models import StoreVector
from sut_adapters.native.dense import Dense
from tests.factories.openai_server import Reply, openai_server

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 1, 9, tzinfo=UTC)


class Angles:
    """Texts are numbers of degrees: cosines are then known in advance."""

    name = "angles"
    dimensions = 384

    def embed(self, texts: list[str]) -> list[Vector]:
        return [
            [math.cos(math.radians(float(t))), math.sin(math.radians(float(t))), *[0.0] * 382] for t in texts
        ]


def record(number: int, text: str) -> EventRecord:
    return EventRecord(f"r{number:04d}", START + timedelta(hours=number), text)


def ask(text: str, *, hours: int = 10**6, budget: int = 10**6) -> AskedQuestion:
    return AskedQuestion(text, START + timedelta(hours=hours), budget)


def dense(key: str = "s1", **config: object) -> Dense:
    return Dense(config=dict(config), store_key=key, embedder=Angles())


def ids(adapter: Dense, question: AskedQuestion) -> list[str]:
    return [item.event_ids[0] for item in adapter.retrieve(question).items]


@pytest.mark.parametrize("index", ["exact", "hnsw"])
def test_it_keeps_the_contract(index: str) -> None:
    def make(key: str) -> Dense:
        return Dense(config={"index": index}, store_key=key, embedder=Hashing())

    found = conformance.run(make, prefix="t")
    found.append(conformance.refuses_unknown_settings(Dense, "t"))
    assert list(conformance.failures(found)) == []
    assert StoreVector.objects.count() == 0


@pytest.mark.parametrize("index", ["exact", "hnsw"])
def test_records_are_ranked_by_cosine_and_ties_by_arrival(index: str) -> None:
    adapter = dense(index=index, k=4)
    adapter.ingest([record(1, "90"), record(2, "30"), record(3, "60"), record(4, "30"), record(5, "180")])
    context = adapter.retrieve(ask("0"))
    assert [item.event_ids[0] for item in context.items] == ["r0002", "r0004", "r0003", "r0001"]
    assert [item.score for item in context.items] == pytest.approx(
        [math.cos(math.radians(angle)) for angle in (30, 30, 60, 90)], abs=1e-5
    )
    assert context.items[0].text == "[r0002 | 2026-01-01 11:00] 30"


def test_the_approximate_search_goes_past_the_rows_of_other_stores() -> None:
    """300 nearer vectors of another store stand between the question and the six of this one."""
    dense("crowd").ingest([record(number, str(number / 1000)) for number in range(300)])
    mine = [record(number, str(90 + number)) for number in range(6)]
    dense("mine").ingest(mine)
    approximate = dense("mine", index="hnsw", k=6, ef_search=1)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_sort = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        assert ids(approximate, ask("0")) == [item.id for item in mine]
    assert ids(dense("mine", k=6), ask("0")) == [item.id for item in mine]


def test_a_walk_that_ends_early_loses_no_record() -> None:
    """It ends by a count of tuples, which rows of other stores and dead ones use up."""
    dense("crowd").ingest([record(number, str(number / 1000)) for number in range(300)])
    mine = [record(number, str(90 + number)) for number in range(6)]
    dense("mine").ingest(mine)
    approximate = dense("mine", index="hnsw", k=6, ef_search=1)
    with transaction.atomic(), connection.cursor() as cursor:
        for setting in ("enable_seqscan", "enable_sort", "enable_bitmapscan"):
            cursor.execute(f"SET LOCAL {setting} = off")
        cursor.execute(
            "SET LOCAL hnsw.iterative_scan = strict_order"
        )  # loads the library, which knows the next
        cursor.execute("SET LOCAL hnsw.max_scan_tuples = 1")
        with CaptureQueriesContext(connection) as captured:
            found = ids(approximate, ask("0"))
    assert found == [item.id for item in mine]
    assert len([query for query in captured if "<=>" in query["sql"]]) == 2, "a walk, then all of them"


def test_each_kind_of_search_walks_the_index_that_it_names() -> None:
    adapter = dense()
    adapter.ingest([record(number, str(number)) for number in range(50)])
    for index, walked in (("hnsw", True), ("exact", False)):
        with transaction.atomic(), connection.cursor() as cursor:
            for setting in ("enable_seqscan", "enable_sort", "enable_bitmapscan"):
                cursor.execute(f"SET LOCAL {setting} = off")
            with CaptureQueriesContext(
                connection,
            ) as captured:
                dense(index=index, k=3).retrieve(ask("0"))
            [statement] = [query["sql"] for query in captured if "<=>" in query["sql"]]
            cursor.execute("EXPLAIN " + statement)
            plan = " ".join(row[0] for row in cursor.fetchall())
        assert ("vector_by_cosine" in plan) == walked, plan


def test_a_store_that_ran_ahead_shows_nothing_after_the_cutoff() -> None:
    adapter = dense()
    adapter.ingest([record(number, str(number)) for number in range(10)])
    assert ids(adapter, ask("9", hours=4)) == ["r0004", "r0003", "r0002", "r0001", "r0000"]


def test_ingest_is_whole_or_nothing_and_goes_on_after_a_crash() -> None:
    class Breaks(Angles):
        def embed(self, texts: list[str]) -> list[Vector]:
            vectors = super().embed(texts)
            if len(texts) > 2:
                vectors[-1] = [0.0]  # of a wrong length: Postgres refuses the row
            return vectors

    batch = [record(number, str(number)) for number in range(5)]
    broken = Dense(config={}, store_key="s1", embedder=Breaks())
    broken.ingest(batch[:2])
    with pytest.raises(Exception, match="dimensions"), transaction.atomic():
        broken.ingest(batch)
    assert StoreVector.objects.count() == 2
    dense().ingest(batch)
    rows = StoreVector.objects.values_list("record_id", "position")
    assert list(rows) == [(item.id, number) for number, item in enumerate(batch)]


def test_a_repeated_id_keeps_its_first_text() -> None:
    adapter = dense()
    adapter.ingest([record(1, "10"), record(1, "20")])
    adapter.ingest([record(1, "30")])
    assert StoreVector.objects.get().text.endswith(" 10")


def test_reset_empties_this_store_alone() -> None:
    for key in ("a", "b"):
        dense(key).ingest([record(1, "1")])
    dense("a").reset()
    assert list(StoreVector.objects.values_list("store_key", flat=True)) == ["b"]


def test_the_database_refuses_a_record_twice_in_one_store() -> None:
    dense().ingest([record(1, "1")])
    row = StoreVector.objects.get()
    row.pk, row.position = None, 7
    with pytest.raises(IntegrityError, match="vector_once_per_record"), transaction.atomic():
        row.save(force_insert=True)


def test_an_encoder_of_another_size_is_refused() -> None:
    class Small(Angles):
        dimensions = 3

    with pytest.raises(MisconfiguredError, match="has 3 dimensions, the store takes 384"):
        Dense(config={}, store_key="s", embedder=Small())
    with pytest.raises(MisconfiguredError, match="hashing, minilm, endpoint"):
        Dense(config={"embedding": "gpt"}, store_key="s")


def test_vectors_may_come_from_an_endpoint() -> None:
    with openai_server(Reply()) as server:
        config = {"embedding": "endpoint", "model": "embed-1", "base_url": server.base_url, "k": 1}
        adapter = Dense(config=config, store_key="s")
        adapter.ingest([record(1, "one lamp"), record(2, "two chairs")])
        assert ids(adapter, ask("chairs")) == ["r0002"]
        [(path, body, _), _] = server.requests
    assert path == "/v1/embeddings"
    assert body == {
        "model": "embed-1",
        "input": ["one lamp", "two chairs"],
        "dimensions": 384,
        "encoding_format": "base64",
    }


def test_a_question_costs_a_constant_number_of_statements() -> None:
    adapter = dense()
    adapter.ingest([record(number, str(number)) for number in range(40)])
    with CaptureQueriesContext(connection) as captured:
        adapter.retrieve(ask("3"))
    assert len([query for query in captured if "SAVEPOINT" not in query["sql"]]) == 1


def test_the_packaged_encoder_finds_the_record_that_answers() -> None:
    adapter = Dense(config={"k": 1}, store_key="s")
    adapter.ingest(
        [
            record(1, "Lodging desk: Hotel Brise is held for trip Anser, arriving 2026-03-02."),
            record(2, "Registrar: the spring mark of Oleg in Alchemy was corrected to B."),
            record(3, "Order A17 placed by Vera: two lamps; these lines only."),
        ]
    )
    assert ids(adapter, ask("Which accommodation is booked for Anser?")) == ["r0001"]
    assert ids(adapter, ask("What grade does Oleg have?")) == ["r0002"]
