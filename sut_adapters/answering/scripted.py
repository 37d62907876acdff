"""An answer model that replies by script: a registered choice, for tests and rehearsals."""

from __future__ import annotations

import json
from typing import Any

from sut_adapters import tokens
from sut_adapters.answering.base import AnswerModel, AnswerReply, AnswerRequest, FormCheck, Usage
from sut_adapters.base import MisconfiguredError
from sut_adapters.scripting import Log, Script, read_rules

_UNKNOWN = json.dumps({"label": "unknown", "answer": None, "citations": []})


class ScriptedAnswers(AnswerModel):
    """Replies with the ``reply`` of the first rule that fits the question, else ``default`` (an
    "unknown"). ``script`` and ``log`` as in ``sut_adapters.scripting``; each call is a line ``answered``."""

    name = "scripted"

    def __init__(self, *, config: dict[str, Any], check: FormCheck) -> None:
        unknown = sorted(set(config) - {"script", "log", "default"})
        if unknown:
            raise MisconfiguredError(f"scripted answers: unknown setting {', '.join(unknown)}")
        self._default = str(config.get("default", _UNKNOWN))
        self.log = Log(str(config.get("log", "")))
        self._script = Script(read_rules(config.get("script", [])), self.log)

    def answer(self, request: AnswerRequest) -> AnswerReply:
        """The scripted reply. Token counts are by our own tokenizer."""
        rule = self._script.play(request.question, scope="answers")
        raw = self._default if rule is None or rule.reply is None else rule.reply
        ids = [event for item in request.items for event in item.event_ids]
        self.log.write(op="answered", question=request.question, shown=ids, hint=request.hint_text)
        asked = tokens.count(request.question) + sum(tokens.count(item.text) for item in request.items)
        return AnswerReply(raw=raw, usage=Usage(asked, tokens.count(raw), 1), model=self.name)
