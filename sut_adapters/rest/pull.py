"""A system that calls us: it claims a timeline of a run and answers question after question (ADR 26)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from sut_adapters.base import (
    AskedQuestion,
    Capabilities,
    Context,
    EventRecord,
    MisconfiguredError,
    SutAdapter,
)
from sut_adapters.native.options import Options


class Pull(SutAdapter):
    """Stands for a system that pulls: its memory lives with its client, so we can hand it nothing.

    Options: ``account``, the name of the only account whose tokens may walk it (empty: every account that may
    submit runs on the suite); ``answers``, whether it also answers itself; ``k`` and ``budget``, which its
    client is told with each question.
    """

    name = "pull"
    capabilities = Capabilities(rebuilt=False, remote=True)

    def __init__(self, *, config: dict[str, Any], store_key: str, hint: str | None = None) -> None:
        """Reads the configuration. Raises ``MisconfiguredError``."""
        super().__init__(config=config, store_key=store_key, hint=hint)
        options = Options("pull", config)
        self.account = options.text("account", default="")
        answers = options.value("answers", False)
        if not isinstance(answers, bool):
            raise MisconfiguredError(f"pull: answers must be true or false, not {answers!r}")
        self.k, self.budget = options.k, options.budget
        options.done()
        self.capabilities = Capabilities(rebuilt=False, remote=True, answers=answers)

    def asked(self, question: AskedQuestion) -> AskedQuestion:
        """The question with the budget that this system is told."""
        budget = question.budget if self.budget is None else min(question.budget, self.budget)
        return AskedQuestion(question.text, question.cutoff, budget)

    def ingest(self, records: Sequence[EventRecord]) -> None:
        """Always raises ``MisconfiguredError``."""
        _not_called()

    def retrieve(self, question: AskedQuestion) -> Context:
        """Always raises ``MisconfiguredError``."""
        _not_called()


def _not_called() -> NoReturn:
    raise MisconfiguredError("pull: this system is not called; its client claims a run that waits for it")
