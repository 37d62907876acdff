"""What is stored for the form of a record: its true actions, and three lists of which one is true (spec 6.5).

A list is stored as what sets it apart from the true one: ``{}`` for the true list itself, else ``at`` and the
``row`` that stands there instead (None: nothing). ``true`` is the place of the true list, None where it is
none of them. A row is an action as JSON with its ``words`` and its ``formal`` text.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scenarios.bundle import EventSpec
from scenarios.datalog.history import ActionRecord
from scenarios.datalog.syntax import Decl
from scenarios.domains.base import Domain
from scenarios.rendering.action_words import ActionWords, as_row, formal
from scenarios.rendering.mutations import Mutant, decoys, mutants
from scenarios.rendering.near_values import Known

Row = dict[str, Any]
LISTS = 3


@dataclass(frozen=True, slots=True)
class Scene:
    """What the records of one scenario are prepared with."""

    decls: Mapping[str, Decl]
    domain: Domain | None
    words: ActionWords
    known: Known

    def row(self, action: ActionRecord) -> Row:
        """An action as it is stored for a form."""
        return {**as_row(action), "words": self.words.of(action), "formal": formal(action)}

    def rows(self, actions: Sequence[ActionRecord]) -> list[Row]:
        return [self.row(action) for action in actions]

    def recognition(self, event: EventSpec, seed: int) -> dict[str, Any] | None:
        """The content of a form with three lists; None where no two false ones can be told from the text."""
        pair = decoys(mutants(self.decls, event, self.known, seed))
        if pair is None:
            return None
        return self.content(event.actions, [{}, *map(self.change, pair)], f"{seed}:{event.id}")

    def change(self, mutant: Mutant) -> dict[str, Any]:
        """What sets a false list apart from the true one."""
        return {"at": mutant.pos, "row": None if mutant.action is None else self.row(mutant.action)}

    def content(
        self, actions: Sequence[ActionRecord], lists: list[dict[str, Any]], seed: str
    ) -> dict[str, Any]:
        """The content with these lists in an order drawn by ``seed``."""
        shuffled = list(lists)
        random.Random(f"order:{seed}").shuffle(shuffled)
        true = shuffled.index({}) if {} in shuffled else None
        return {"actions": self.rows(actions), "lists": shuffled, "true": true}


def lists_of(content: Mapping[str, Any]) -> list[list[Row]]:
    """The lists of a form in their order, whole."""
    return [_changed(content["actions"], change) for change in content.get("lists", ())]


def _changed(rows: Sequence[Row], change: Mapping[str, Any]) -> list[Row]:
    if not change:
        return list(rows)
    at, row = change["at"], change["row"]
    return [*rows[:at], *([] if row is None else [row]), *rows[at + 1 :]]
