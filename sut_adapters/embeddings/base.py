"""Encoders of texts as vectors: the interface, and the choices by name. PURE."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from sut_adapters.base import MisconfiguredError

Vector = Sequence[float]


class Embedder(Protocol):
    """Turns texts into vectors of one length. The same text gives the same vector, whatever its
    neighbours in a batch."""

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One unit vector a text, in order."""
        ...


#: Name to ``module:callable`` that makes the encoder.
CHOICES: Final = {
    "minilm": "sut_adapters.embeddings.minilm:MiniLm",
    "hashing": "sut_adapters.embeddings.hashing:Hashing",
}


@lru_cache(maxsize=len(CHOICES))
def named(name: str) -> Embedder:
    """The encoder of that name, one per process. Raises ``MisconfiguredError``."""
    if name not in CHOICES:
        raise MisconfiguredError(f"no embeddings are called {name!r}; known are {', '.join(sorted(CHOICES))}")
    module, _, attribute = CHOICES[name].partition(":")
    made: Embedder = getattr(importlib.import_module(module), attribute)()
    return made
