"""What every system under test implements, and all it ever sees (overview 4.7, 4.8). PURE.

A system receives records ``{id, t, text, speaker?, session?}`` in order and, per question, returns a
``Context``: items in its own order, uncut. It never answers; a shared answer model reads the context.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sut_adapters.keys import without_keys


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One record as a system sees it. ``id`` is opaque and differs between ingest variants."""

    id: str
    t: datetime
    text: str
    speaker: str | None = None
    session: str | None = None

    @property
    def prefixed(self) -> str:
        """The record as text: ``[id | date] text``, the form in which contexts carry it."""
        who = f"{self.speaker}: " if self.speaker else ""
        return f"[{self.id} | {self.t:%Y-%m-%d %H:%M}] {who}{self.text}"


@dataclass(frozen=True, slots=True)
class ContextItem:
    """A piece of context: a prefixed record or rewritten text, with the event ids it rests on if known."""

    text: str
    event_ids: tuple[str, ...] = ()
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What a system hands back for one question, best item first or in its own order."""

    items: tuple[ContextItem, ...] = ()
    meta: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as a system sees it: its words, its cutoff and the largest budget in tokens."""

    text: str
    cutoff: datetime
    budget: int


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an adapter declares. ``rebuilt`` = its store is rebuilt from the records, so any host can go on;
    ``in_postgres`` = its store lives in Postgres; ``remote`` = it lives with a server that any host reaches;
    ``as_of`` = may be asked about any past cutoff; ``query_mutates`` = asking changes memory; ``forks`` = can
    be asked on a copy; ``answers`` = it also answers itself, in ``Context.meta["answer"]``."""

    rebuilt: bool = True
    in_postgres: bool = False
    as_of: bool = False
    query_mutates: bool = False
    forks: bool = False
    remote: bool = False
    takes_hint: bool = False
    answers: bool = False


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a store holds: items (records, notes, vectors) and bytes of text; None where it is not known."""

    items: int | None = None
    bytes: int | None = None


class AdapterError(Exception):
    """Root of what an adapter may raise; sorted by who must act (overview 4.9). Its words hold no key."""

    def __init__(self, message: str = "") -> None:
        super().__init__(without_keys(message))


class SystemFailedError(AdapterError):
    """The system itself failed on this item: counts as wrong, shown apart."""


class InfrastructureError(AdapterError):
    """A rate limit, a timeout or a lost connection: the item stays unscored and is tried again."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class MisconfiguredError(AdapterError):
    """Wrong settings: refused before the run starts."""


class SutAdapter(abc.ABC):
    """A system under test over one store. One instance serves one (variant, scenario) timeline."""

    name: str = ""
    version: str = "1"
    capabilities: Capabilities = Capabilities()

    def __init__(self, *, config: dict[str, Any], store_key: str, hint: str | None = None) -> None:
        """``config`` as registered; ``store_key`` names this timeline's store; ``hint`` is the
        organization hint in words, None if the variant has none. Raises ``MisconfiguredError``."""
        self.config = config
        self.store_key = store_key
        self.hint = hint

    @abc.abstractmethod
    def ingest(self, records: Sequence[EventRecord]) -> None:
        """Take records in order, once each. Must be idempotent by record id after a crash."""

    @abc.abstractmethod
    def retrieve(self, question: AskedQuestion) -> Context:
        """The context for one question, uncut, from what was ingested so far."""

    def declared(self) -> dict[str, Any]:
        """What a system says of itself when it is registered, kept in its configuration beside what was
        typed. Raises an ``AdapterError`` where it does not answer."""
        return {}

    def holdings(self) -> Holdings:
        """What the store holds now. A system that does not say leaves both unknown."""
        return Holdings()

    def reset(self) -> None:  # noqa: B027 - a system without a store has nothing to forget
        """Forget everything in this store."""

    def close(self) -> None:  # noqa: B027 - most systems hold nothing
        """Release what the instance holds; the store stays."""
