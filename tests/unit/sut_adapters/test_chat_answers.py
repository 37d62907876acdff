"""A chat model against a scripted OpenAI-compatible server on loopback."""

from __future__ import annotations

import json
import socket
import time
from datetime import UTC, datetime
from email.utils import format_datetime

import pytest

from benchmark.scoring import envelope
from sut_adapters.answering.base import AnswerModel, AnswerReply, AnswerRequest, answer_all, make
from sut_adapters.base import ContextItem, InfrastructureError, MisconfiguredError, SystemFailedError
from tests.factories.openai_server import OpenAiServer, Reply, openai_server, rate_limited

AUGUST = datetime(2026, 8, 31, tzinfo=UTC)
GOOD = json.dumps({"label": "answerable", "answer": 2, "citations": ["r1"]})


def chat(server: OpenAiServer | None = None, **config: object) -> AnswerModel:
    settings: dict[str, object] = {"model": "scripted-1", "timeout": 5}
    if server is not None:
        settings["base_url"] = server.base_url
    return make("chat", config=settings | config, check=envelope.format_error)


def asked(question: str = "How many?") -> AnswerRequest:
    items = (ContextItem("[r1 | 2026-01-01 09:00] Ashfell lies in Corvia.", ("r1",)),)
    return AnswerRequest(question, AUGUST, "count", items)


def test_a_reply_comes_back_with_its_usage_and_the_stated_model() -> None:
    with openai_server(Reply(GOOD)) as server:
        model = chat(server)
        reply = model.answer(asked())
        model.close()
        sent = server.chats
    assert (reply.raw, reply.model, reply.repaired) == (GOOD, "scripted-1", False)
    assert reply.usage.prompt_tokens > 50
    assert (reply.usage.completion_tokens > 5, reply.usage.calls) == (True, 1)
    [body] = sent
    assert (body["model"], body["temperature"]) == ("scripted-1", 0)
    assert body["response_format"] == {"type": "json_object"}
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert "Ashfell lies in Corvia" in body["messages"][1]["content"]


def test_closing_a_model_leaves_the_others_of_its_address_alive() -> None:
    """The check of a launch opens and closes a model; the run of the same process then uses another."""
    with openai_server(Reply(GOOD)) as server:
        chat(server).close()
        assert chat(server).answer(asked()).raw == GOOD


def test_json_mode_can_be_switched_off_and_extra_arguments_reach_the_endpoint() -> None:
    with openai_server(Reply(GOOD)) as server:
        chat(server, json_mode=False, max_tokens=77, extra={"seed": 5}).answer(asked())
        [body] = server.chats
    assert "response_format" not in body
    assert (body["seed"], 77 in body.values()) == (5, True)


def test_one_repair_is_asked_for_and_counted() -> None:
    with openai_server([Reply("It is {two}"), Reply(GOOD)]) as server:
        reply = chat(server).answer(asked())
        first, second = server.chats
    assert (reply.raw, reply.repaired, reply.usage.calls) == (GOOD, True, 2)
    assert second["messages"][:2] == first["messages"]
    assert second["messages"][2] == {"role": "assistant", "content": "It is {two}"}
    assert "no JSON object" in second["messages"][3]["content"]


def test_a_reply_that_stays_unreadable_is_kept_and_not_asked_for_again() -> None:
    with openai_server(Reply("It is {two}")) as server:
        reply = chat(server).answer(asked())
        assert len(server.chats) == 2
    assert (reply.raw, reply.repaired) == ("It is {two}", True)
    assert envelope.parse(reply.raw).format_error is not None


@pytest.mark.parametrize(("header", "wait"), [("1", 1.0), ("0.5", 0.5), (None, None), ("soon", None)])
def test_a_rate_limit_is_infrastructure_and_says_how_long(header: str | None, wait: float | None) -> None:
    with openai_server(rate_limited(header)) as server:
        with pytest.raises(InfrastructureError, match="429") as caught:
            chat(server).answer(asked())
        assert len(server.chats) == 1  # no hidden retry: the run waits as long as the endpoint says
    assert caught.value.retry_after == wait


def test_retry_after_may_be_a_date() -> None:
    later = datetime.fromtimestamp(time.time() + 90, tz=UTC)
    limited = rate_limited(format_datetime(later, usegmt=True))
    with openai_server(limited) as server, pytest.raises(InfrastructureError) as caught:
        chat(server).answer(asked())
    assert caught.value.retry_after == pytest.approx(89, abs=3)


@pytest.mark.parametrize(
    "reply", [Reply(status=500), Reply(status=503), Reply(drop=True), Reply(body={"nothing": 1})]
)
def test_what_lies_between_us_and_the_model_is_infrastructure(reply: Reply) -> None:
    with openai_server(reply) as server, pytest.raises(InfrastructureError, match="scripted-1"):
        chat(server).answer(asked())


class Client:
    """A provider's client that gives ``reply`` back, or raises it."""

    def __init__(self, reply: object) -> None:
        self.reply = reply

    def invoke(self, turns: object) -> object:
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply


def test_a_fault_of_no_known_kind_is_not_taken_for_a_bad_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    model = chat(base_url="http://127.0.0.1:9/v1")
    monkeypatch.setattr(model, "_bound", Client(AttributeError("a fault of ours")))
    with pytest.raises(AttributeError, match="a fault of ours"):
        model.answer(asked())


def test_what_is_no_message_of_a_model_is_infrastructure(monkeypatch: pytest.MonkeyPatch) -> None:
    model = chat(base_url="http://127.0.0.1:9/v1")
    monkeypatch.setattr(model, "_bound", Client(42))
    with pytest.raises(InfrastructureError, match="scripted-1 sent int instead of a message"):
        model.answer(asked())


def test_a_slow_model_runs_into_the_timeout() -> None:
    with openai_server(Reply(GOOD, delay=1.0)) as server, pytest.raises(InfrastructureError, match="reached"):
        chat(server, timeout=0.2).answer(asked())


def test_a_closed_port_is_infrastructure() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(InfrastructureError, match="reached"):
        chat(base_url=f"http://127.0.0.1:{port}/v1").answer(asked())


@pytest.mark.parametrize(
    ("status", "words"), [(401, "key"), (403, "key"), (404, "model"), (400, "budget"), (413, "budget")]
)
def test_what_the_operator_must_mend_is_misconfigured(status: int, words: str) -> None:
    with openai_server(Reply(status=status)) as server, pytest.raises(MisconfiguredError, match=words):
        chat(server).answer(asked())


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"model": ""}, "must name a model"),
        ({"modle": "x"}, "unknown setting modle"),
        ({"prompt": "answer-0"}, "prompt version"),
        ({"provider": "no-such"}, "cannot be set up"),
        ({"api_key_env": "STEMMA_NO_SUCH_KEY"}, "STEMMA_NO_SUCH_KEY holds no key"),
        ({}, "OPENAI_API_KEY holds no key"),
    ],
)
def test_bad_settings_are_refused_before_any_call(
    config: dict[str, object], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(MisconfiguredError, match=words):
        chat(**config)


def test_the_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_ENDPOINT_KEY", "secret-7")
    with openai_server(Reply(GOOD)) as server:
        chat(server, api_key_env="MY_ENDPOINT_KEY").answer(asked())
        [(_, _, headers)] = server.requests
    assert headers["authorization"] == "Bearer secret-7"


def test_many_answers_fly_at_once_and_land_on_their_questions() -> None:
    """Later questions finish first; a rate limit of one ends no other."""

    def reply(body: dict[str, object], before: int) -> Reply:
        text = str(body["messages"][1]["content"])  # type: ignore[index]
        number = int(text.rpartition("q")[2])
        if number == 3:
            return rate_limited("1")
        return Reply(
            json.dumps({"label": "answerable", "answer": f"A_{number}", "citations": []}),
            delay=0.2 - number / 60,
        )

    with openai_server(reply) as server:
        found = list(answer_all(chat(server), [asked(f"q{number}") for number in range(10)], parallel=5))
        assert 2 <= server.most_flying <= 5
    assert isinstance(found[3], InfrastructureError)
    for number, item in enumerate(found):
        if number != 3:
            assert isinstance(item, AnswerReply)
            assert envelope.parse(item.raw).answer == f"A_{number}"


def script(**rules: dict[str, object]) -> dict[str, object]:
    return {"script": [{"match": name, **rule} for name, rule in rules.items()]}


def test_scripted_answers_fail_and_recover_as_the_script_says() -> None:
    config = script(
        q3={"raise": "broken"},
        q5={"reply": "A_5", "limit": {"times": 2, "retry_after": 1}},
        q8={"limit": {"retry_after": 1}},
        q1={"reply": "A_1"},
    )
    model = make("scripted", config=config, check=envelope.format_error)
    with pytest.raises(SystemFailedError, match="broken"):
        model.answer(asked("q3"))
    for _ in range(2):
        with pytest.raises(InfrastructureError) as caught:
            model.answer(asked("q5"))
        assert caught.value.retry_after == 1
    assert model.answer(asked("q5")).raw == "A_5"
    for _ in range(4):
        with pytest.raises(InfrastructureError):
            model.answer(asked("q8"))
    assert model.answer(asked("q1")).raw == "A_1"
    assert envelope.parse(model.answer(asked("q2")).raw).label == "unknown"


def test_unknown_answer_models_are_refused_by_name() -> None:
    with pytest.raises(MisconfiguredError, match="chat, scripted"):
        make("oracle", config={}, check=envelope.format_error)
    with pytest.raises(MisconfiguredError, match="unknown setting speed"):
        make("scripted", config={"speed": 1}, check=envelope.format_error)
