"""Fetches the versions beside the current ones that temporal goals ask for, all at once (ADR 14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scenarios.datalog.resolution import Chosen, Version
from scenarios.datalog.sql.evidence import CHOSEN
from scenarios.services.array_texts import integer_array, text_array, time_array
from scenarios.services.discovery import Discovered, Place
from scenarios.services.statements import run
from scenarios.services.stored_state import ChosenKey, VersionStore
from scenarios.services.version_reads import VersionRow, row_of

Asked = tuple[Place, ChosenKey]


def add_chosen(stores: Mapping[Place, VersionStore], discovered: Iterable[Discovered]) -> None:
    """Put the chosen versions of what was discovered into its stores."""
    wanted = ((place, one) for found in discovered for place, many in found.chosen.items() for one in many)
    asked = list(dict.fromkeys(wanted))
    for (place, key), version in zip(asked, chosen_versions(asked), strict=True):
        stores[place].chosen[key] = version


def chosen_versions(asked: Sequence[Asked]) -> list[Chosen]:
    """The version of each key, in order; one statement for all."""
    if not asked:
        return []
    rows: dict[int, list[VersionRow]] = {}
    older: dict[int, int] = {}
    for number, version, *rest in run(CHOSEN, _arrays(asked)):
        pred, key, _ = asked[number][1][0]
        rows.setdefault(number, []).append(row_of(pred, key, None, *rest))
        older[number] = version - 1
    return [_chosen(rows.get(number, []), older.get(number, 0)) for number in range(len(asked))]


def _chosen(rows: Iterable[VersionRow], older: int) -> Chosen:
    actions = sorted((row.action for row in rows), key=lambda action: action.rank)
    return Chosen(Version(tuple(actions)) if actions else None, older)


def _arrays(asked: Sequence[Asked]) -> dict[str, str]:
    keys = [(*key, "", "", "")[:3] for _, ((_, key, _), _) in asked]
    cutoffs = [cutoff for (_, cutoff), _ in asked]
    untils = [until for _, (_, until) in asked]
    return {
        "ids": integer_array(range(len(asked))),
        "scenarios": integer_array([scenario for (scenario, _), _ in asked]),
        "cutoffs": time_array(cutoffs),
        **{f"a{place}": text_array([key[place] for key in keys]) for place in range(3)},
        "predicates": text_array([pred for _, ((pred, _, _), _) in asked]),
        # what is observed by the cutoff cannot claim to hold from a later time on
        "untils": time_array([until or cutoff for until, cutoff in zip(untils, cutoffs, strict=True)]),
        "back": integer_array([int(until is None) for until in untils]),
    }
