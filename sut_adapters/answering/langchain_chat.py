"""Real answer models through LangChain: the only file that imports it.

Any provider that ``init_chat_model`` knows, and with ``base_url`` any OpenAI-compatible endpoint (vLLM,
Ollama, llama.cpp). Keys come from the environment and are never stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

from langchain.chat_models import init_chat_model
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from sut_adapters.answering import prompting
from sut_adapters.answering.base import AnswerModel, AnswerReply, AnswerRequest, FormCheck, Usage
from sut_adapters.answering.prompting import Message
from sut_adapters.base import AdapterError, InfrastructureError, MisconfiguredError
from sut_adapters.keys import key

_OF_CLIENTS: Final = frozenset(
    {"model", "provider", "base_url", "api_key_env", "temperature", "timeout", "max_tokens", "extra"}
)
#: Settings that no reply depends on.
_OF_TRANSPORT: Final = frozenset({"api_key_env", "timeout"})
_MESSAGES: Final[dict[str, type[BaseMessage]]] = {
    "system": SystemMessage,
    "user": HumanMessage,
    "assistant": AIMessage,
}
#: Statuses by which an endpoint says "not now": rate limit, timeout, conflict, too early.
_LATER: Final = frozenset({408, 409, 425, 429})


class ChatAnswers(AnswerModel):
    """A chat model behind the versioned prompt; one repair retry where the form of a reply is wrong.

    Settings: ``model``; ``provider`` (default openai); ``base_url``; ``api_key_env``, the name of the
    environment variable that holds the key (default OPENAI_API_KEY); ``temperature`` (default 0);
    ``timeout`` in seconds (default 60); ``max_tokens``; ``json_mode`` (default on for openai); ``prompt``,
    a version; ``extra``, more arguments for the provider's client.

    ``close`` closes nothing: LangChain keeps one HTTP client for all models of one address in a process,
    so closing it here would end the calls of every other one.
    """

    name = "chat"

    def __init__(self, *, config: dict[str, Any], check: FormCheck) -> None:
        _refuse_unknown(config, _OF_CLIENTS | {"json_mode", "prompt"})
        self._check = check
        self._settings = {name: value for name, value in config.items() if name not in _OF_TRANSPORT}
        self._model = str(config["model"])
        self._prompt = prompting.load(str(config.get("prompt", prompting.CURRENT)))
        client = _client(config)
        provider = config.get("provider", "openai")
        json_mode = config.get("json_mode", provider == "openai")
        self._bound = client.bind(response_format={"type": "json_object"}) if json_mode else client

    def answer(self, request: AnswerRequest) -> AnswerReply:
        """One call, and one more if the form of its reply is wrong."""
        messages = self._prompt.messages(request)
        reply = _call(self._bound, self._model, messages)
        fault = self._check(str(reply.text))
        usage = _usage(reply)
        if fault is None:
            return AnswerReply(raw=str(reply.text), usage=usage, model=self._named(reply))
        repeated = [*messages, *self._prompt.repair_messages(str(reply.text), fault)]
        repaired = _call(self._bound, self._model, repeated)
        return AnswerReply(
            raw=str(repaired.text),
            usage=_sum(usage, _usage(repaired)),
            model=self._named(repaired),
            repaired=True,
        )

    def call(self, request: AnswerRequest) -> Mapping[str, Any]:
        """Model, settings, prompt version and turns; what only carries them is left out."""
        turns = [[message.role, message.text] for message in self._prompt.messages(request)]
        return {
            "model": self._model,
            "settings": self._settings,
            "prompt": self._prompt.version,
            "turns": turns,
        }

    def _named(self, reply: AIMessage) -> str:
        """The model's name as the endpoint states it, else as configured."""
        return str(reply.response_metadata.get("model_name") or self._model)


def plain_texts(config: Mapping[str, Any]) -> Callable[[Sequence[Message]], str]:
    """A chat model that replies with text: what it says to some turns.

    Settings are those of ``ChatAnswers`` without ``json_mode`` and ``prompt``. Raises ``MisconfiguredError``;
    calls raise what ``ChatAnswers.answer`` raises.
    """
    _refuse_unknown(config, _OF_CLIENTS)
    client, model = _client(config), str(config["model"])
    return lambda messages: str(_call(client, model, messages).text)


def _refuse_unknown(config: Mapping[str, Any], known: frozenset[str]) -> None:
    unknown = sorted(set(config) - known)
    if unknown:
        raise MisconfiguredError(
            f"chat: unknown setting {', '.join(unknown)}; known are {', '.join(sorted(known))}"
        )
    if not isinstance(config.get("model"), str) or not config["model"]:
        raise MisconfiguredError('chat: the setting "model" must name a model')


def _call(client: Any, model: str, messages: Sequence[Message]) -> AIMessage:
    turns = [_MESSAGES[message.role](content=message.text) for message in messages]
    try:
        reply = client.invoke(turns)
    except Exception as error:  # each provider has exceptions of its own; sorted and raised again
        sorted_error = sort_error(error, model)
        if sorted_error is None:
            raise
        raise sorted_error from error
    if not isinstance(reply, AIMessage):
        raise InfrastructureError(f"{model} sent {type(reply).__name__} instead of a message")
    return reply


def sort_error(error: Exception, model: str) -> AdapterError | None:
    """Who must act on a provider's error (overview 4.9); None if it is none of the known kinds.

    Providers have classes of their own, so status codes and class names decide.
    """
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        if status in _LATER or status >= 500:
            return InfrastructureError(f"{model}: HTTP {status}: {error}", retry_after=_retry_after(error))
        if status in (400, 413, 422):
            return MisconfiguredError(
                f"{model} refused the request (HTTP {status}), is the budget too large? {error}"
            )
        return MisconfiguredError(f"{model}: HTTP {status}, check model, address and key: {error}")
    kinds = " ".join(cls.__name__ for cls in type(error).__mro__)
    if "Timeout" in kinds or "Connection" in kinds or isinstance(error, OSError):
        return InfrastructureError(f"{model} could not be reached: {error}")
    if isinstance(error, TypeError | ValueError | KeyError):
        return InfrastructureError(f"{model} sent a reply that cannot be read: {error}")
    return None


def _client(config: Mapping[str, Any]) -> Any:
    provider = str(config.get("provider", "openai"))
    arguments: dict[str, Any] = {
        "temperature": config.get("temperature", 0),
        "timeout": config.get("timeout", 60),
        "max_retries": 0,  # retries are the run's business: they wait as long as the endpoint says
    }
    if config.get("max_tokens") is not None:
        arguments["max_tokens"] = config["max_tokens"]
    if provider == "openai":
        arguments |= {"api_key": _key(config), "use_responses_api": False}
    if config.get("base_url"):
        arguments["base_url"] = config["base_url"]
    try:
        return init_chat_model(
            config["model"], model_provider=provider, **arguments, **config.get("extra", {})
        )
    except (ImportError, TypeError, ValueError) as error:
        raise MisconfiguredError(
            f"chat: {config['model']} of {provider} cannot be set up: {error}"
        ) from error


def _key(config: Mapping[str, Any]) -> str:
    """The key out of the environment; endpoints with an address of their own may need none."""
    variable = str(config.get("api_key_env") or "OPENAI_API_KEY")
    found = key(variable)
    if not found and (not config.get("base_url") or config.get("api_key_env")):
        raise MisconfiguredError(f"chat: the environment variable {variable} holds no key")
    return found or "none-needed"


def _retry_after(error: Exception) -> float | None:
    """Seconds to wait as the endpoint's header says, in either of its two forms."""
    headers: Mapping[str, str] = getattr(getattr(error, "response", None), "headers", {})
    text = headers.get("retry-after", "").strip()
    if not text:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass  # the other form is a date
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - datetime.now(UTC)).total_seconds())


def _usage(reply: AIMessage) -> Usage:
    counted: Mapping[str, Any] = reply.usage_metadata or {}
    return Usage(int(counted.get("input_tokens", 0)), int(counted.get("output_tokens", 0)), 1)


def _sum(first: Usage, second: Usage) -> Usage:
    return Usage(
        first.prompt_tokens + second.prompt_tokens,
        first.completion_tokens + second.completion_tokens,
        first.calls + second.calls,
    )
