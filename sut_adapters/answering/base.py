"""The shared answer model: what it is asked, what it replies, and the choices by name. PURE.

One answer model reads the contexts of all systems, so that differences come from memory alone.
"""

from __future__ import annotations

import abc
import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sut_adapters.base import AdapterError, ContextItem, MisconfiguredError

#: Tells what is wrong with the form of a reply, None if nothing. Comes from whoever scores.
FormCheck = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """A question with the cut context it is to be answered from. ``hint_text`` is the variant's
    organization hint, empty if it has none."""

    question: str
    cutoff: datetime
    answer_type: str
    items: tuple[ContextItem, ...] = ()
    hint_text: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens by the model's own count, repair retries included; ``calls`` made."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    calls: int = 0


@dataclass(frozen=True, slots=True)
class AnswerReply:
    """``raw`` is the text to be scored. A reader that knows label, answer and citations gives them too;
    a language model leaves them to whoever parses ``raw``. ``readable_share`` is the share of context
    items that the reader could read, None where it reads everything. ``repaired`` marks a reply that
    needed the one repair retry; ``replayed`` is the key of the kept reply that it repeats, empty for a fresh
    one."""

    raw: str
    label: str | None = None
    answer: Any = None
    citations: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    readable_share: float | None = None
    repaired: bool = False
    replayed: str = ""


class AnswerModel(abc.ABC):
    """An answer model with its settings. ``answer`` may be called from several threads at once."""

    name: str = ""

    @abc.abstractmethod
    def answer(self, request: AnswerRequest) -> AnswerReply:
        """Answer from the given context alone.

        Raises ``InfrastructureError`` (rate limit, timeout, lost connection, with ``retry_after`` where
        the other side says so) and ``MisconfiguredError`` (refused key, unknown model, bad settings).
        """

    def call(self, request: AnswerRequest) -> Mapping[str, Any] | None:
        """All that the reply to a request depends on, as JSON: ``model``, ``settings``, and the turns to the
        letter. None where replies are not to be kept: they cost nothing, or differ on purpose."""
        return None

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Release connections."""


#: Name to ``module:Class``; the class takes ``config`` and ``check``.
CHOICES: Final = {
    "chat": "sut_adapters.answering.langchain_chat:ChatAnswers",
    "scripted": "sut_adapters.answering.scripted:ScriptedAnswers",
}


def names() -> list[str]:
    """The answer models that ship, sorted."""
    return sorted(CHOICES)


def make(name: str, *, config: Mapping[str, Any], check: FormCheck) -> AnswerModel:
    """An answer model by name. Raises ``MisconfiguredError``."""
    if name not in CHOICES:
        raise MisconfiguredError(f"no answer model is called {name!r}; known are {', '.join(names())}")
    module, _, attribute = CHOICES[name].partition(":")
    made: AnswerModel = getattr(importlib.import_module(module), attribute)(config=dict(config), check=check)
    return made


def answer_all(
    model: AnswerModel, requests: Iterable[AnswerRequest], *, parallel: int
) -> Iterator[AnswerReply | AdapterError]:
    """Answer many requests, up to ``parallel`` at once; results in the order of the requests.

    A failed request yields its error and ends no other. What is not an ``AdapterError`` is raised.
    """
    with ThreadPoolExecutor(max_workers=parallel, thread_name_prefix="answer") as pool:
        futures: list[Future[AnswerReply]] = [pool.submit(model.answer, request) for request in requests]
        for future in futures:
            try:
                yield future.result()
            except AdapterError as error:
                yield error
