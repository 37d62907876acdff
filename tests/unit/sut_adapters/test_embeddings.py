"""The encoders: unit vectors that do not depend on their neighbours."""

from __future__ import annotations

import math

import pytest

from sut_adapters.base import InfrastructureError, MisconfiguredError
from sut_adapters.embeddings.base import CHOICES, named
from sut_adapters.embeddings.endpoint import BATCH, Endpoint
from tests.factories.openai_server import OpenAiServer, Reply, openai_server, rate_limited

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


def endpoint(server: OpenAiServer, **changes: object) -> Endpoint:
    return Endpoint(**({"model": "embed-1", "base_url": server.base_url, "timeout": 5} | changes))  # type: ignore[arg-type]


def test_an_endpoint_gives_the_same_vectors_in_order_over_several_requests() -> None:
    texts = [f"word{number}" for number in range(BATCH + 3)]
    with openai_server(Reply()) as server:
        found = endpoint(server).embed(texts)
        assert [len(body["input"]) for _, body, _ in server.requests] == [BATCH, 3]
    for vector, expected in zip(found, named("hashing").embed(texts), strict=True):
        assert vector == pytest.approx(expected, abs=1e-6)


def test_plain_lists_of_numbers_are_read_too_and_put_in_order() -> None:
    rows = [{"index": 1, "embedding": [0, 1]}, {"index": 0, "embedding": [1, 0]}]
    with openai_server(Reply(body={"data": rows})) as server:
        assert endpoint(server, dimensions=2).embed(["a", "b"]) == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("reply", "wait"),
    [
        (rate_limited("2"), 2.0),
        (rate_limited(None), None),
        (Reply(status=503), None),
        (Reply(drop=True), None),
        (Reply(body={"data": [{"index": 0}]}), None),
        (Reply(body={"data": [{"index": 0, "embedding": "!!"}]}), None),
        (Reply(body={"data": []}), None),
        (Reply(delay=0.6), None),
    ],
)
def test_what_lies_between_us_and_an_endpoint_is_infrastructure(reply: Reply, wait: float | None) -> None:
    with openai_server(reply) as server, pytest.raises(InfrastructureError) as caught:
        endpoint(server, timeout=0.3).embed(["a"])
    assert caught.value.retry_after == wait


def test_what_the_operator_must_mend_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with openai_server(Reply(status=401)) as server:
        with pytest.raises(MisconfiguredError, match="key"):
            endpoint(server).embed(["a"])
        with pytest.raises(MisconfiguredError, match="STEMMA_NO_SUCH_KEY holds no key"):
            endpoint(server, api_key_env="STEMMA_NO_SUCH_KEY")
        with pytest.raises(MisconfiguredError, match="model and a base_url"):
            endpoint(server, model="")
    with openai_server(Reply(body={"data": [{"index": 0, "embedding": [1.0]}]})) as server:
        with pytest.raises(MisconfiguredError, match="1 dimensions, the store takes 384"):
            endpoint(server).embed(["a"])
        monkeypatch.setenv("MY_KEY", "secret-7")
        with pytest.raises(MisconfiguredError):
            endpoint(server, api_key_env="MY_KEY").embed(["a"])
        assert server.requests[-1][2]["authorization"] == "Bearer secret-7"
