"""A worker's hold on one store: the live adapter, how far it was fed, and the timeline (overview 4.6)."""

from __future__ import annotations

from datetime import datetime
from types import TracebackType

from benchmark.models import ContextStatus, IngestVariant, Question, Store, SutContext
from benchmark.services import systems, timelines
from benchmark.services.timelines import SceneTimeline
from benchmark.walk.opaque import OpaqueIds
from sut_adapters.base import AskedQuestion, Context, Holdings, SutAdapter


class Session:
    """One adapter over one store, in this process.

    ``fed`` counts the events that this adapter holds. A store that lives in Postgres or with the system
    starts where the store row stands; one that is rebuilt from the records starts empty and is fed
    again, without being asked again.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.variant: IngestVariant = store.variant
        self.scene: SceneTimeline = timelines.of(run_id=self.variant.run_id, scenario=store.scenario)
        self.ids: OpaqueIds = timelines.opaque_ids(self.variant, self.scene.events)
        self.adapter: SutAdapter = systems.open_adapter(store=store, scene=self.scene, ids=self.ids)
        self.largest_budget: int = self.variant.run.config["largest_budget"]
        keeps = self.adapter.capabilities.in_postgres or not self.adapter.capabilities.rebuilt
        self.fed = store.position if keeps else 0
        if store.position == 0:
            self.adapter.reset()  # what an earlier attempt may have left behind
        self._asked: dict[tuple[str, datetime], int] | None = None

    def asked_before(self, question: Question) -> SutContext | None:
        """What the store handed back for these very words at this cutoff, if it was asked: a probe of a node
        that two queries share is put to a system once."""
        contexts = SutContext.objects.filter(variant=self.variant, scenario=self.store.scenario_id)
        if self._asked is None:
            stored = contexts.filter(status=ContextStatus.OK).values_list(
                "question__text", "question__cutoff", "pk"
            )
            self._asked = {(text, cutoff): pk for text, cutoff, pk in stored}
        pk = self._asked.get((question.text, question.cutoff))
        return None if pk is None else contexts.filter(pk=pk).first()

    def note(self, context: SutContext) -> None:
        """Remember what was asked just now."""
        if self._asked is not None and context.status == ContextStatus.OK:
            asked = context.question
            self._asked.setdefault((asked.text, asked.cutoff), context.pk)

    def holdings(self) -> Holdings:
        """What the adapter says that it holds."""
        return self.adapter.holdings()

    def feed(self, position: int) -> None:
        """Hand over the events up to ``position`` that the adapter does not hold yet, in order."""
        while self.fed < position:
            end = min(position, self.fed + systems.RECORDS_AT_ONCE)
            self.adapter.ingest(self.scene.records(self.fed, end, self.ids))
            self.fed = end

    def ask(self, question: AskedQuestion, position: int) -> Context:
        """The context for a question at ``position``: a rebuilt store is first fed up to there."""
        self.feed(position)
        return self.adapter.retrieve(question)


class SessionCache:
    """The sessions that a drain keeps open, so that the next segment of a store need not rebuild it."""

    def __init__(self) -> None:
        self._sessions: dict[int, Session] = {}

    def open(self, store_id: int) -> Session:
        """The session of a store, on its row as it stands now.

        A kept session is dropped if its adapter does not stand where the row does: another worker has
        moved the store, or what was fed was not committed.
        """
        store = Store.objects.select_related("variant__run", "variant__system", "scenario").get(pk=store_id)
        session = self._sessions.get(store_id)
        if session is not None and session.fed != store.position:
            self.drop(store_id)
            session = None
        if session is None:
            session = self._sessions[store_id] = Session(store)
        session.store = store
        return session

    def drop(self, store_id: int) -> None:
        """Close the session of a store, if one is open."""
        session = self._sessions.pop(store_id, None)
        if session is not None:
            session.adapter.close()

    def __enter__(self) -> SessionCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for store_id in list(self._sessions):
            self.drop(store_id)
