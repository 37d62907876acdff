"""Known-bad systems: each has one fault that a diagnosis must find (spec 12.6). PURE.

They ship for tests and for teaching, are made in the host, marked by what they know, and never ranked. A
context is the whole history, oldest first, less what the fault loses. Of two of them it loses nothing: their
fault lies in how the context is read (``misreadings``), so only a reader that knows the rules can read them.

- *drops revisions*: never hears of a change, so each thing keeps the state in which it was first told.
- *newest k*: keeps the last ``k`` records of all.
- *loses rules*: never hears of a rule, a parameter or a waiver that is declared as a rule.
- *never updates*: holds what it was told up to the first checkpoint, and forgets whatever comes after.
- *ignores completeness*: takes every collection for whole when it derives something from it.
- *swaps a clause*: applies one clause of the program with its meaning turned round.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, ClassVar, Final

from sut_adapters.base import AskedQuestion, ContextItem, EventRecord
from sut_adapters.native.full_history import FullHistory
from sut_adapters.native.memory import item_of
from sut_adapters.native.options import Options

#: What a known-bad system knows that was never told of the scenario: the fault that it was made to have.
DESIGN: Final = "design"
#: How many records ``NewestRecords`` keeps where its settings do not say: fewer than an answer mostly needs.
NEWEST: Final = 10
#: The share of the events up to the first of six checkpoints (spec 8.1).
FIRST_CHECKPOINT: Final = 1 / 6


class KnownBad(FullHistory):
    """A system with one fault by design. ``fault`` says it in a few words."""

    knows: ClassVar[tuple[str, ...]] = (DESIGN,)
    fault: ClassVar[str] = ""

    def configure(self, options: Options) -> None:
        """The records stay oldest first; there is nothing to choose."""
        self.order = "oldest_first"


class Withholding(KnownBad):
    """Hands over all records but the ``withheld`` ones, given by the ids under which it sees them."""

    def __init__(
        self,
        *,
        config: dict[str, Any],
        store_key: str,
        hint: str | None = None,
        withheld: Collection[str] = (),
    ) -> None:
        super().__init__(config=config, store_key=store_key, hint=hint)
        self.withheld = frozenset(withheld)

    def ranked(self, question: AskedQuestion) -> list[ContextItem]:
        """What is not withheld, newest first."""
        kept = [record for record in self.records.values() if record.id not in self.withheld]
        return [item_of(record) for record in reversed(kept)]


class DropsRevisions(Withholding):
    """Withholds the records that change what was told before (``withheld.changing``)."""

    name = "drops_revisions"
    knows = ("actions",)
    fault = "keeps the first state of everything: no record that changes one gets through"


class LosesRules(Withholding):
    """Withholds the records that declare or withdraw rules and parameters (``withheld.declaring``)."""

    name = "loses_rules"
    knows = ("actions",)
    fault = "hands over no record that declares a rule or a parameter"


class NewestRecords(KnownBad):
    """Hands over the newest ``k`` records (default ``NEWEST``), whatever is asked."""

    name = "newest_k"
    fault = f"keeps the newest k records alone ({NEWEST} unless told otherwise)"

    def configure(self, options: Options) -> None:
        """Read ``k``, which every system takes; this one never goes without."""
        super().configure(options)
        options.k = options.k or NEWEST


class NeverUpdates(KnownBad):
    """Forgets each record after the first checkpoint as soon as it has taken it.

    ``checkpoint`` is the moment of the first tracked query of the scenario. Without one it is where ``after``
    of the event ``times`` have passed (setting ``after``, a share from 0 to 1, default one sixth).
    """

    name = "never_updates"
    fault = "takes nothing in after the first checkpoint"

    def __init__(
        self,
        *,
        config: dict[str, Any],
        store_key: str,
        hint: str | None = None,
        times: Sequence[datetime] = (),
        checkpoint: datetime | None = None,
    ) -> None:
        super().__init__(config=config, store_key=store_key, hint=hint)
        self.until = checkpoint or _quantile(times, self.after)

    def configure(self, options: Options) -> None:
        """Read ``after``."""
        super().configure(options)
        self.after = options.number("after", default=FIRST_CHECKPOINT, low=0, high=1)

    def ingest(self, records: Sequence[EventRecord]) -> None:
        """Take the records, and keep those up to the first checkpoint."""
        super().ingest([record for record in records if self.until is not None and record.t <= self.until])


def _quantile(times: Sequence[datetime], share: float) -> datetime | None:
    """The time up to which a share of the events lies, rounded up to a whole event; None for none of them."""
    # A share such as 1/6 of 12 is a hair above 2 in binary: the hair must not count as an event.
    count = math.ceil(share * len(times) - 1e-9)
    return sorted(times)[count - 1] if count > 0 else None


class IgnoresCompleteness(KnownBad):
    """Hands over everything; what is derived from it takes each collection for whole."""

    name = "ignores_completeness"
    fault = "takes every collection for complete when it derives something from it"


class SwapsClause(KnownBad):
    """Hands over everything; one clause of the program is applied the wrong way round."""

    name = "swaps_clause"
    fault = "applies one clause of the program the wrong way round"
