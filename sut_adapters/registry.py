"""Adapters by name, loaded when first asked for (overview 2)."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Literal

from sut_adapters.base import MisconfiguredError, SutAdapter


@dataclass(frozen=True, slots=True)
class Entry:
    """Where an adapter's class is (``module:Class``), its tier, and what it is in a line.

    ``walked_by``: who takes its systems along the timeline: our workers, a client of theirs that calls us, or
    nobody, where a file brings what they handed over.
    """

    path: str
    tier: str
    title: str
    walked_by: Literal["workers", "client", "nobody"] = "workers"

    @property
    def walked_by_us(self) -> bool:
        """Whether our workers walk its systems."""
        return self.walked_by == "workers"


_ENTRIES: dict[str, Entry] = {
    "no_memory": Entry("sut_adapters.native.no_memory:NoMemory", "native", "keeps nothing"),
    "full_history": Entry(
        "sut_adapters.native.full_history:FullHistory", "native", "shows every record so far"
    ),
    "bm25": Entry("sut_adapters.native.bm25:Bm25", "native", "lexical retrieval (bm25s)"),
    "dense": Entry("sut_adapters.native.dense:Dense", "native", "dense retrieval (pgvector)"),
    "notes": Entry("sut_adapters.native.notes:Notes", "native", "plain notes; a ledger when hinted"),
    "worker": Entry(
        "sut_adapters.worker.client:Worker", "worker", "an installed system in a process of its own"
    ),
    "push": Entry("sut_adapters.rest.push:Push", "rest", "a server of yours that we call over HTTP"),
    "pull": Entry(
        "sut_adapters.rest.pull:Pull", "rest", "a client of yours that calls us", walked_by="client"
    ),
    "files": Entry(
        "sut_adapters.rest.files:Files", "rest", "contexts and answers from a file", walked_by="nobody"
    ),
    "scripted": Entry("sut_adapters.native.scripted:Scripted", "test", "records what it was shown"),
}


def names() -> list[str]:
    """All adapter names, sorted."""
    return sorted(_ENTRIES)


def walked_elsewhere() -> list[str]:
    """The adapters whose systems our workers do not walk, sorted."""
    return sorted(name for name, known in _ENTRIES.items() if not known.walked_by_us)


def walked_by_clients() -> list[str]:
    """The adapters whose systems are walked by clients that call us, sorted."""
    return sorted(name for name, known in _ENTRIES.items() if known.walked_by == "client")


def entry(name: str) -> Entry:
    """What is registered under a name. Raises ``MisconfiguredError`` listing the known names."""
    if name not in _ENTRIES:
        raise MisconfiguredError(f"no adapter is called {name!r}; known are {', '.join(names())}")
    return _ENTRIES[name]


def get(name: str) -> type[SutAdapter]:
    """The class of an adapter. Raises ``MisconfiguredError`` if it is unknown or cannot be imported."""
    module, _, attribute = entry(name).path.partition(":")
    try:
        found: type[SutAdapter] = getattr(importlib.import_module(module), attribute)
    except ImportError as error:
        raise MisconfiguredError(
            f"the adapter {name} needs a package that is missing: {error}; install the requirements again"
        ) from error
    return found
