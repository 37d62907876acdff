"""A hashing encoder: words into buckets. Fast, exact and without meaning; for tests and smoke runs."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Sequence

from sut_adapters.embeddings.base import Vector

_WORD = re.compile(r"\w+")


class Hashing:
    """Counts of hashed words, signed, scaled to length one; a text without words is the first axis."""

    name = "hashing"
    dimensions = 384

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One unit vector a text."""
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> list[float]:
        vector = [0.0] * self.dimensions
        for word in _WORD.findall(text.casefold()):
            digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
            vector[int.from_bytes(digest[:4], "big") % self.dimensions] += 1.0 if digest[4] % 2 else -1.0
        length = math.sqrt(sum(value * value for value in vector))
        if not length:
            return [1.0, *vector[1:]]
        return [value / length for value in vector]
