"""Language models behind a memory: what was asked once is never asked again, in this run or a later one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.utils.module_loading import import_string

from scenarios.exceptions import ModelUnavailableError
from scenarios.models import ModelReply
from scenarios.rendering.reword_prompts import Prompt
from scenarios.rendering.rewording import Complete, cleaned

_LONGEST_NAME = ModelReply._meta.get_field("model").max_length


def configured() -> tuple[str, Complete]:
    """The model that ``RENDERING_MODEL`` names, with the name under which its replies are kept.

    Raises ``ModelUnavailableError`` where none is named, or it cannot be set up.
    """
    path = settings.RENDERING_MODEL
    if not path:
        raise ModelUnavailableError(
            "No language model is configured, so no record can be put into its words. Set "
            "STEMMA_RENDERING_MODEL to its dotted path, such as sut_adapters.answering.rewording.chat, "
            'and STEMMA_RENDERING_MODEL_CONFIG to its settings, such as {"model": "gpt-4.1-mini"}.'
        )
    try:
        make: Callable[[Mapping[str, object]], Complete] = import_string(path)
        complete = make(settings.RENDERING_MODEL_CONFIG)
    except (ImportError, ValueError) as error:
        raise ModelUnavailableError(f"The language model {path} cannot be set up: {error}") from error
    return str(getattr(complete, "name", path))[:_LONGEST_NAME], complete


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply that was asked for now and is still to be kept."""

    prompt_hash: str
    text: str


@dataclass
class Replies:
    """What one model replied so far. ``known`` is read once; ``keep`` writes what is new."""

    model: str
    known: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, model: str) -> Replies:
        """All that is kept of a model. One database query."""
        rows = ModelReply.objects.filter(model=model)
        return cls(model, dict(rows.values_list("prompt_hash", "text")))

    def keep(self, fresh: Iterable[Reply]) -> None:
        """Store new replies; of two of one prompt the first stays."""
        rows = [ModelReply(model=self.model, prompt_hash=one.prompt_hash, text=one.text) for one in fresh]
        ModelReply.objects.bulk_create(rows, ignore_conflicts=True)
        self.known.update((row.prompt_hash, row.text) for row in rows)


@dataclass
class Remembering:
    """A model for one thread: asks for what is not known, and gathers that in ``fresh``; writes nothing."""

    complete: Complete
    replies: Replies
    fresh: list[Reply] = field(default_factory=list)

    def __call__(self, prompt: Prompt) -> str:
        """The reply. Raises ``ModelUnavailableError`` where the model cannot be reached or refuses."""
        key = prompt_hash(prompt)
        if key in self.replies.known:
            return self.replies.known[key]
        try:
            text = cleaned(self.complete(prompt))
        except (OSError, ValueError) as error:
            raise ModelUnavailableError(f"The language model {self.replies.model} failed: {error}") from error
        self.fresh.append(Reply(key, text))
        return text


def prompt_hash(prompt: Prompt) -> str:
    """The hash by which replies are kept: of both texts and of where the one ends."""
    return hashlib.sha256(f"{len(prompt.system)}\0{prompt.system}{prompt.user}".encode()).hexdigest()
