"""The push protocol against the example server of the docs: the contract, the published description of every
body, and failures sorted by who must act."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from django.conf import LazySettings

from sut_adapters import conformance
from sut_adapters.base import InfrastructureError, MisconfiguredError, SystemFailedError
from sut_adapters.rest import client as rest_client
from sut_adapters.rest.addresses import AllowList
from sut_adapters.rest.client import Client
from sut_adapters.rest.push import Push
from tests.factories import push_server
from tests.factories.push_server import OPENAPI, Exchange, Running, Scripted


@pytest.fixture
def server(settings: LazySettings) -> Iterator[Running]:
    settings.PUSH_ALLOW = ["127.0.0.1"]
    with push_server.running() as run:
        yield run


def opened(run: Running, key: str = "a", **config: Any) -> Push:
    return Push(config={"base_url": run.url, "timeout": 5, **config}, store_key=key)


def asked(run: Running) -> Any:
    """What the system hands back for a question after ten records."""
    adapter = opened(run)
    try:
        adapter.ingest(conformance.records())
        return adapter.retrieve(conformance.question())
    finally:
        adapter.close()


def test_the_example_keeps_the_contract_and_every_body_is_as_described(server: Running) -> None:
    made: list[Push] = []

    def make(key: str) -> Push:
        made.append(opened(server, key, options={"flavour": "plain"}))
        return made[-1]

    found = conformance.run(make, prefix="t")
    assert list(conformance.failures(found)) == []
    assert made[0].health().name == "toy-bm25"
    made[0].close()
    for exchange in server.exchanges:
        _check(exchange)
    kinds = {(exchange.method, exchange.path.rpartition("/")[2]) for exchange in server.exchanges}
    assert {("POST", "sessions"), ("POST", "events"), ("POST", "checkpoint"), ("POST", "query")} < kinds


def _check(exchange: Exchange) -> None:
    """A body against what ``openapi.yaml`` says of it."""
    parts = exchange.path.split("/")
    path = "/".join([*parts[:3], *(["{id}"] if len(parts) > 3 else []), *parts[4:]])
    operation = OPENAPI["paths"][path][exchange.method.lower()]
    if "requestBody" in operation:
        _valid(operation["requestBody"]["content"]["application/json"]["schema"], exchange.sent)
    reply = operation["responses"][str(exchange.status)]
    if "content" in reply:
        _valid(reply["content"]["application/json"]["schema"], exchange.replied)


def _valid(schema: dict[str, Any], body: Any) -> None:
    whole = {**schema, "components": OPENAPI["components"]}
    jsonschema.Draft202012Validator(whole).validate(body)


def test_the_published_description_refuses_what_it_should() -> None:
    items = OPENAPI["paths"]["/v1/sessions/{id}/query"]["post"]["responses"]["200"]["content"]
    with pytest.raises(jsonschema.ValidationError):
        _valid(items["application/json"]["schema"], {"items": [{"text": ""}]})
    with pytest.raises(jsonschema.ValidationError):
        _valid({"$ref": "#/components/schemas/Events"}, {"events": [{"id": "r1"}]})
    for schema in OPENAPI["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(
    "told, kind, words",
    [
        (Scripted("query", 429, b"slow down", {"Retry-After": "7"}), InfrastructureError, "429"),
        (Scripted("query", 503), InfrastructureError, "503"),
        (Scripted("query", 500, b"it broke"), SystemFailedError, "it broke"),
        (Scripted("query", 404), SystemFailedError, "404"),
        (Scripted("query", 401), MisconfiguredError, "auth_env"),
        (
            Scripted("query", 302, headers={"Location": "http://169.254.169.254/"}),
            SystemFailedError,
            "redirects",
        ),
        (Scripted("query", 200, b"<html>"), SystemFailedError, "no JSON"),
        (Scripted("query", 200, b"[" * 100_000), SystemFailedError, "no JSON"),
        (Scripted("query", 200, b"\xff\xfe{"), SystemFailedError, "no JSON"),
        (Scripted("query", 200, b'{"items": {}}'), SystemFailedError, "items must be a list"),
        (Scripted("query", 200, b'{"items": [{"text": 3}]}'), SystemFailedError, r"items\[0\].text"),
        (Scripted("query", 200, b'{"items": [{"text": "a", "score": NaN}]}'), SystemFailedError, "score"),
        (Scripted("query", 200, b'{"answer": {"label": "maybe"}}'), SystemFailedError, "answer.label"),
        (Scripted("events", 200, b'{"items": -1}'), SystemFailedError, "items must be a whole number"),
        (Scripted("sessions", 200, b'{"session": "../../etc"}'), SystemFailedError, "session must be"),
    ],
)
def test_failures_are_sorted_by_who_must_act(
    server: Running, told: Scripted, kind: type[Exception], words: str
) -> None:
    server.script.append(told)
    with pytest.raises(kind, match=words):
        asked(server)
    assert server.script == []


def test_a_wait_is_kept_in_seconds_or_as_a_date_by_the_servers_clock(server: Running) -> None:
    date = {"Retry-After": "Tue, 01 Dec 2099 00:01:30 GMT"}
    for headers in ({"Retry-After": "7"}, date, {"Retry-After": "soon"}):
        server.script.append(Scripted("query", 503, headers=headers))
    waits = []
    for _ in range(3):
        with pytest.raises(InfrastructureError) as later:
            asked(server)
        waits.append(later.value.retry_after)
    assert waits[0] == 7.0
    assert waits[1] is not None
    assert waits[1] > 3600
    assert waits[2] is None


def test_a_reply_without_end_is_cut_off(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest_client, "MOST_BYTES", 1000)
    server.script.append(Scripted("query", 200, b" " * 1001))
    with pytest.raises(SystemFailedError, match="longer than 1000 bytes"):
        asked(server)


def test_a_lost_connection_is_infrastructure() -> None:
    client = Client("http://127.0.0.1:9", allowed=AllowList.of(["127.0.0.1"]), timeout=1)
    with pytest.raises(InfrastructureError, match="ConnectError"):
        client.call("GET", "/v1/health")
    client.close()


def test_nobody_is_called_who_is_not_on_the_allow_list(server: Running, settings: LazySettings) -> None:
    settings.PUSH_ALLOW = [""]
    with pytest.raises(MisconfiguredError, match="STEMMA_PUSH_ALLOW"):
        asked(server)
    assert server.exchanges == []


def test_its_own_answer_and_usage_are_kept_and_marked(server: Running) -> None:
    own = {"label": "answerable", "answer": "Corby", "citations": ["r1"]}
    reply = {"items": [], "answer": own, "usage": {"prompt_tokens": 12}}
    server.script.append(Scripted("query", 200, json.dumps(reply).encode()))
    assert asked(server).meta == {"answer": own, "usage": {"prompt_tokens": 12, "metered": False}}


def test_the_secret_comes_from_the_environment_and_shows_nowhere(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUSH_ALLOW = ["127.0.0.1"]
    monkeypatch.setenv("STEMMA_PUSH_KEY_TOY", "s3cret-of-ours")
    with push_server.running(secret="s3cret-of-ours") as run:
        adapter = opened(run, auth_env="STEMMA_PUSH_KEY_TOY")
        adapter.ingest(conformance.records())
        assert run.exchanges[-1].headers["authorization"] == "Bearer s3cret-of-ours"
        monkeypatch.setenv("STEMMA_PUSH_KEY_TOY", "another-secret")
        adapter.close()
        with pytest.raises(MisconfiguredError) as refused:
            adapter.ingest(conformance.records())
        adapter.close()
    assert "another-secret" not in str(refused.value)


@pytest.mark.parametrize(
    "config, words",
    [
        ({}, "base_url"),
        ({"base_url": "http://a:b@c"}, "credentials"),
        ({"base_url": "http://a", "auth_env": "DATABASE_URL"}, "STEMMA_PUSH_KEY_"),
        ({"base_url": "http://a", "timeout": 0}, "timeout"),
        ({"base_url": "http://a", "declares": {"as_of": 1}}, "declares.as_of"),
        ({"base_url": "http://a", "options": []}, "options"),
        ({"base_url": "http://a", "no_such_setting": 1}, "no_such_setting"),
    ],
)
def test_wrong_settings_are_refused_before_anybody_is_called(config: dict[str, Any], words: str) -> None:
    with pytest.raises(MisconfiguredError, match=words):
        Push(config=config, store_key="a")


def test_a_secret_that_is_named_and_not_there_is_refused(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STEMMA_PUSH_KEY_NONE", raising=False)
    with pytest.raises(MisconfiguredError, match="STEMMA_PUSH_KEY_NONE"):
        opened(server, auth_env="STEMMA_PUSH_KEY_NONE").health()
    assert server.exchanges == []
