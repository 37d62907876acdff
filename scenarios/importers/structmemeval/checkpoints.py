"""Where in a session each stated answer belongs. PURE.

The files state five answers a session and not the places they were asked at. That they count messages
(10, 20, 50, 100 and all) was inferred by trying the rules below on the stated answers: under the first,
most of them balance the derived position; the audit prints how many do under each.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from scenarios.importers.structmemeval.ledger import Ledger
from scenarios.importers.structmemeval.options import Options


@dataclass(frozen=True, slots=True)
class Place:
    """A checkpoint: its number among the answers (from 1) and how many messages lie before it."""

    number: int
    messages: int
    cut: bool = False

    @property
    def name(self) -> str:
        return f"after {self.messages} messages" + (" (end of the session)" if self.cut else "")


def places(ledger: Ledger, answers: int, options: Options) -> tuple[Place, ...]:
    """The places of the first ``answers`` answers; fewer where the rule names fewer, or the session ends.

    A checkpoint beyond the end is cut to the end once; a second one beyond it has no place.
    """
    found: list[Place] = []
    for number, count in enumerate(options.checkpoints[:answers], start=1):
        wanted = _messages(ledger, count, options) + options.shift
        total = len(ledger.entries)
        if found and found[-1].messages >= total:
            break
        found.append(Place(number, min(wanted, total), cut=wanted > total))
    return tuple(found)


def _messages(ledger: Ledger, count: int, options: Options) -> int:
    if options.counted == "messages":
        return count
    paid = [entry.ordinal for entry in ledger.entries if entry.item is not None]
    return paid[count - 1] if count <= len(paid) else len(ledger.entries) + 1


@dataclass(frozen=True, slots=True)
class Rule:
    """A hypothesis about the places of the answers, in words and as options."""

    name: str
    options: Options


def rules(options: Options) -> tuple[Rule, ...]:
    """The hypotheses an audit tries; the chosen options come first."""
    chosen = ", ".join(map(str, options.checkpoints))
    unit = options.counted
    shift = f", {options.shift} later" if options.shift else ""
    return (
        Rule(f"chosen: after {chosen} {unit}{shift}", options),
        Rule(
            f"after {chosen} messages, one later", dataclasses.replace(options, counted="messages", shift=1)
        ),
        Rule(f"after {chosen} transactions", dataclasses.replace(options, counted="transactions", shift=0)),
        Rule(
            "after every fifth of 200 messages",
            dataclasses.replace(options, counted="messages", shift=0, checkpoints=(40, 80, 120, 160, 200)),
        ),
    )
