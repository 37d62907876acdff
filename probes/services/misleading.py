"""The records that misled a system at one node (spec 7.4; paper figure 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmark.models import Answer
from benchmark.scoring.gold_view import GoldView
from probes.diagnosis.dimensions import is_same
from probes.services.obsolete import ObsoleteState
from probes.services.probed_answers import state_of


def misleading(answer: Answer, gold: GoldView, obsolete: Sequence[ObsoleteState]) -> list[str]:
    """Labels of the events that gave the wrong state.

    Those that state the obsolete value which was answered, of them what the context held, if it held any;
    else the records that the answer cites though the gold does not rest on them.
    """
    said = state_of(answer)
    answered = (state for state in obsolete if said.known and is_same(said, state.value, gold))
    stated = [event for state in answered for event in state.events]
    held = set(answer.context.event_labels)
    if stated:
        return _once([event for event in stated if event in held] or stated)
    return _once(event for event in answer.citations if event in held and event not in gold.support)


def _once(events: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(events))
