"""The encoders: unit vectors that do not depend on their neighbours."""

from __future__ import annotations

import math

import pytest

from sut_adapters.base import MisconfiguredError
from sut_adapters.embeddings.base import CHOICES, named

TEXTS = ["Hotel Brise is held for Anser.", "Oleg passed Alchemy 2.", "", "word " * 2000]


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_vectors_are_of_length_one_and_the_same_alone_and_in_company(name: str) -> None:
    embedder = named(name)
    together = embedder.embed(TEXTS)
    for text, vector in zip(TEXTS, together, strict=True):
        assert len(vector) == embedder.dimensions == 384
        assert math.fsum(value * value for value in vector) == pytest.approx(1, abs=1e-4)
        assert embedder.embed([text]) == [vector]
    assert embedder.name == name
    assert named(name) is embedder


def test_the_packaged_model_ranks_by_meaning() -> None:
    question, near, far = named("minilm").embed(
        [
            "Where does the traveller sleep?",
            "A hotel room is booked for the trip.",
            "The exam in chemistry was passed.",
        ]
    )

    def cosine(left: object, right: object) -> float:
        return sum(a * b for a, b in zip(left, right, strict=True))  # type: ignore[call-overload]

    assert cosine(question, near) > cosine(question, far) + 0.1


def test_unknown_encoders_are_refused_with_the_known_names() -> None:
    with pytest.raises(MisconfiguredError, match="hashing, minilm"):
        named("word2vec")
