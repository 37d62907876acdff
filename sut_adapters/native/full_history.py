"""The baseline that forgets nothing: every record so far, in order."""

from __future__ import annotations

from sut_adapters import tokens
from sut_adapters.base import AskedQuestion, Context, ContextItem
from sut_adapters.native.memory import RecordMemory, item_of
from sut_adapters.native.options import Options


class FullHistory(RecordMemory):
    """All records, oldest first. Where they exceed the budget the newest are kept, still oldest first
    (the tail guard of spec 10.2), and the context's meta says how many were left out.

    ``order`` = ``newest_first`` turns them round, so that cuts to smaller budgets keep the newest too.
    """

    name = "full_history"

    def configure(self, options: Options) -> None:
        """Read ``order``."""
        self.order = options.choice("order", ("oldest_first", "newest_first"), default="oldest_first")

    def retrieve(self, question: AskedQuestion) -> Context:
        """The whole history, or the newest part that fits."""
        kept = self.bounded(self.ranked(question), question)
        shown = kept if self.order == "newest_first" else tuple(reversed(kept))
        return Context(shown, {"left_out": len(self.records) - len(kept), "tokenizer": tokens.TOKENIZER})

    def ranked(self, question: AskedQuestion) -> list[ContextItem]:
        """Newest first: what a budget keeps longest."""
        return [item_of(record) for record in reversed(self.records.values())]
