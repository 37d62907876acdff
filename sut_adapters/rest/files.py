"""A system whose contexts and answers come in a file: nobody walks it (overview 4.8, ADR 23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from sut_adapters.base import (
    AskedQuestion,
    Capabilities,
    Context,
    EventRecord,
    MisconfiguredError,
    SutAdapter,
)
from sut_adapters.native.options import Options


class Files(SutAdapter):
    """Stands for a system in the rows of a run. It cannot be handed records or asked."""

    name = "files"
    capabilities = Capabilities(rebuilt=True, answers=True)

    def __init__(self, *, config: dict[str, Any], store_key: str, hint: str | None = None) -> None:
        """Takes ``k`` and ``budget`` alone. Raises ``MisconfiguredError``."""
        super().__init__(config=config, store_key=store_key, hint=hint)
        Options("files", config).done()

    def ingest(self, records: Sequence[EventRecord]) -> None:
        """Always raises ``MisconfiguredError``."""
        _not_walked()

    def retrieve(self, question: AskedQuestion) -> Context:
        """Always raises ``MisconfiguredError``."""
        _not_walked()


def _not_walked() -> NoReturn:
    raise MisconfiguredError("files: this system is not walked; submit a file of its contexts or answers")
