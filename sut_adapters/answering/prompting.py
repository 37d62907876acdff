"""Prompts as versioned files: a new wording is a new folder, and runs pin its name (overview 4.11). PURE."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from sut_adapters.answering.base import AnswerRequest
from sut_adapters.base import MisconfiguredError

CURRENT: Final = "answer-1"
_FOLDER = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn: ``role`` is system, user or assistant."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """The texts of one version."""

    version: str
    system: str
    question: str
    hint: str
    repair: str
    forms: dict[str, str]

    def messages(self, request: AnswerRequest) -> list[Message]:
        """The turns that put a request. Marks inside questions and contexts are left as they are."""
        form = self.forms.get(request.answer_type)
        if form is None:
            raise MisconfiguredError(
                f"prompt {self.version} has no form for answers of type {request.answer_type!r}"
            )
        hint = _put(self.hint, {"HINT_TEXT": request.hint_text}) if request.hint_text else ""
        context = "\n".join(item.text for item in request.items) or "(empty)"
        parts = {"HINT": hint, "CONTEXT": context, "QUESTION": request.question}
        return [
            Message("system", _put(self.system, {"ANSWER_FORM": form})),
            Message("user", _put(self.question, parts)),
        ]

    def repair_messages(self, reply: str, fault: str) -> list[Message]:
        """The turns that ask once for a readable reply."""
        return [Message("assistant", reply), Message("user", _put(self.repair, {"FAULT": fault}))]


def versions() -> list[str]:
    """All prompt versions that ship."""
    return sorted(folder.name for folder in _FOLDER.iterdir() if (folder / "system.txt").is_file())


@lru_cache(maxsize=16)
def load(version: str = CURRENT) -> Prompt:
    """The prompt of a version. Raises ``MisconfiguredError`` for one that does not ship."""
    if version not in versions():
        raise MisconfiguredError(f"no prompt version {version!r}; known are {', '.join(versions())}")
    folder = _FOLDER / version
    texts = {
        name: (folder / f"{name}.txt").read_text(encoding="utf-8").removesuffix("\n")
        for name in ("system", "question", "hint", "repair")
    }
    forms = json.loads((folder / "forms.json").read_text(encoding="utf-8"))
    return Prompt(version=version, forms=forms, **texts)


def _put(template: str, values: dict[str, str]) -> str:
    """Fill ``{{NAME}}`` marks of the template, once: marks in the values are plain text."""
    parts = template.split("{{")
    filled = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("}}")
        filled.append(values[name] + rest)
    return "".join(filled)
