"""The baseline without a memory: every context is empty."""

from __future__ import annotations

from collections.abc import Sequence

from sut_adapters.base import AskedQuestion, Capabilities, Context, EventRecord
from sut_adapters.native.memory import NativeAdapter
from sut_adapters.native.options import Options


class NoMemory(NativeAdapter):
    """Keeps nothing and returns nothing."""

    name = "no_memory"
    capabilities = Capabilities(rebuilt=True, as_of=True, forks=True)

    def configure(self, options: Options) -> None:
        """No settings of its own."""

    def ingest(self, records: Sequence[EventRecord]) -> None:
        """Let the records pass."""

    def retrieve(self, question: AskedQuestion) -> Context:
        """An empty context."""
        return Context()
