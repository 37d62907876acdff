"""Dense retrieval: one vector per record in Postgres (pgvector), ranked by cosine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import F, FloatField, Max, Value
from django.db.models.functions import Coalesce
from pgvector.django import CosineDistance

from sut_adapters.base import (
    AskedQuestion,
    Capabilities,
    Context,
    ContextItem,
    EventRecord,
    MisconfiguredError,
)
from sut_adapters.embeddings.base import CHOICES, Embedder, Vector, named
from sut_adapters.embeddings.endpoint import Endpoint
from sut_adapters.models import StoreVector
from sut_adapters.models.store_vector import DIMENSIONS
from sut_adapters.native.memory import NativeAdapter, first_of_each
from sut_adapters.native.options import Options

#: Rows read where nothing but the budget of tokens ends the context.
_PAGE = 1000


class Dense(NativeAdapter):
    """Ranks records by cosine similarity to the question; equal distances in order of arrival.

    ``embedding`` names the encoder; ``endpoint`` is any OpenAI-compatible one, by ``model``, ``base_url``
    and ``api_key_env`` (the environment variable with its key). ``index`` = ``exact`` compares with every
    record, ``hnsw`` walks the approximate index (``ef_search`` wide, going on past rows of other stores).
    A walk promises no number of rows: pgvector ends it at ``hnsw.max_scan_tuples`` or a limit of memory, and
    rows that were rolled back or deleted count until a vacuum. Where it finds fewer than were asked for, the
    records are compared exactly.
    Only records up to the question's cutoff are compared, so a store that has run ahead shows nothing of it.
    """

    name = "dense"
    capabilities = Capabilities(rebuilt=False, in_postgres=True, as_of=True)

    def __init__(
        self,
        *,
        config: dict[str, Any],
        store_key: str,
        hint: str | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        """``embedder`` replaces the one that the configuration names."""
        super().__init__(config=config, store_key=store_key, hint=hint)
        self._embedder: Embedder | None = embedder or self._endpoint
        if embedder is not None and embedder.dimensions != DIMENSIONS:
            raise MisconfiguredError(
                f"dense: {embedder.name} has {embedder.dimensions} dimensions, the store takes {DIMENSIONS}"
            )

    def configure(self, options: Options) -> None:
        """Read the encoder and the kind of search."""
        self._endpoint: Endpoint | None = None
        self.embedding = options.choice("embedding", [*sorted(CHOICES), "endpoint"], default="minilm")
        if self.embedding == "endpoint":
            self._endpoint = Endpoint(
                model=options.text("model", default=""),
                base_url=options.text("base_url", default=""),
                api_key_env=options.text("api_key_env", default=""),
                dimensions=DIMENSIONS,
            )
        self.index = options.choice("index", ("exact", "hnsw"), default="exact")
        self.ef_search = options.whole("ef_search", default=100, least=1)

    @property
    def embedder(self) -> Embedder:
        """The encoder, loaded at first use."""
        if self._embedder is None:
            self._embedder = named(self.embedding)
        return self._embedder

    def ingest(self, records: Sequence[EventRecord]) -> None:
        """Store what is new, all of it or nothing. A record that came before is left as it was."""
        known = set(
            self._rows()
            .filter(record_id__in=[record.id for record in records])
            .values_list("record_id", flat=True)
        )
        fresh = first_of_each(records, known=known)
        if not fresh:
            return
        vectors = self.embedder.embed([record.text for record in fresh])
        with transaction.atomic():
            last = self._rows().aggregate(last=Coalesce(Max("position"), -1))["last"]
            StoreVector.objects.bulk_create(
                StoreVector(
                    store_key=self.store_key,
                    record_id=record.id,
                    position=last + offset,
                    text=record.prefixed,
                    t=record.t,
                    embedding=vector,
                )
                for offset, (record, vector) in enumerate(zip(fresh, vectors, strict=True), 1)
            )

    def retrieve(self, question: AskedQuestion) -> Context:
        """The nearest records that the bounds allow, nearest first."""
        [vector] = self.embedder.embed([question.text])
        wanted = self.options.k or _PAGE
        found = self._walked(vector, question, wanted) if self.index == "hnsw" else []
        if len(found) < wanted:
            # An expression around the distance keeps the planner from walking the approximate index.
            exact = CosineDistance("embedding", vector) + Value(0.0, output_field=FloatField())
            found = list(self._nearest(exact, question)[:wanted])
        items = (ContextItem(text, (record_id,), 1.0 - away) for record_id, text, away in found)
        return Context(self.bounded(items, question), {"embedding": self.embedder.name, "index": self.index})

    def reset(self) -> None:
        """Delete the store's vectors."""
        self._rows().delete()

    def _rows(self) -> Any:
        return StoreVector.objects.filter(store_key=self.store_key)

    def _nearest(self, distance: Any, question: AskedQuestion) -> Any:
        """Rows (record id, text, distance) of this store up to the cutoff, nearest first."""
        rows = self._rows().filter(t__lte=question.cutoff).annotate(distance=distance)
        return rows.order_by(F("distance").asc(), "position").values_list("record_id", "text", "distance")

    def _walked(self, vector: Vector, question: AskedQuestion, wanted: int) -> list[tuple[str, str, float]]:
        """At most ``wanted`` rows that a walk of the approximate index meets, past those of other stores."""
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL hnsw.iterative_scan = strict_order")
                cursor.execute("SELECT set_config('hnsw.ef_search', %s, true)", [str(self.ef_search)])
            return list(self._nearest(CosineDistance("embedding", vector), question)[:wanted])
