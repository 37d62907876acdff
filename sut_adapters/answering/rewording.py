"""The language model that puts records into other words: what the setting ``RENDERING_MODEL`` names."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from sut_adapters.answering.langchain_chat import plain_texts
from sut_adapters.answering.prompting import Message
from sut_adapters.base import InfrastructureError, MisconfiguredError

TRIES: Final = 4
#: Seconds to wait before the second try where the endpoint does not say how long; then twice as long each.
FIRST_WAIT: Final = 2.0
LONGEST_WAIT: Final = 60.0


class Turns(Protocol):
    """A prompt: what the model is to do, and what it is to do it with."""

    @property
    def system(self) -> str: ...

    @property
    def user(self) -> str: ...


class ChatRewriter:
    """A chat model behind one call: a prompt in, its text out. May be called from several threads at once.

    ``name`` tells its replies from those of other models. Settings: those of ``plain_texts``.
    """

    def __init__(self, config: Mapping[str, Any], *, sleep: Callable[[float], object] = time.sleep) -> None:
        """Raises ``ValueError`` for settings that cannot be used."""
        try:
            self._texts = plain_texts(config)
        except MisconfiguredError as error:
            raise ValueError(str(error)) from error
        self.name = str(config["model"])
        self._sleep = sleep

    def __call__(self, prompt: Turns) -> str:
        """The model's reply; what can pass is waited for and tried again.

        Raises ``ConnectionError`` where it cannot be reached, and ``ValueError`` where it refuses.
        """
        messages = [Message("system", prompt.system), Message("user", prompt.user)]
        wait = FIRST_WAIT
        for left in reversed(range(TRIES)):
            try:
                return self._texts(messages)
            except MisconfiguredError as error:
                raise ValueError(str(error)) from error
            except InfrastructureError as error:
                if not left:
                    raise ConnectionError(str(error)) from error
                self._sleep(min(error.retry_after or wait, LONGEST_WAIT))
                wait *= 2
        raise AssertionError("the last try returns or raises")


def chat(config: Mapping[str, Any]) -> ChatRewriter:
    """A chat model by its settings. Raises ``ValueError``."""
    return ChatRewriter(config)
