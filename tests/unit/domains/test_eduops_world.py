"""What the worlds of EduOps have beside all others: more for short cells, accents, a catalogue (spec 4.8)."""

from __future__ import annotations

from collections import Counter

import pytest

from scenarios.datalog.derivation import Answerability
from scenarios.generators.derive.plan import PlannedEvent
from scenarios.generators.derive.targets import UNKNOWN, ZERO
from scenarios.generators.derive.world import World
from tests.factories.worlds import CONFIGS, large, made, planned

LARGE = large("eduops")


@pytest.mark.parametrize("label", [ZERO, UNKNOWN])
def test_a_short_cell_brings_more_matter_for_it(label: Answerability) -> None:
    config = CONFIGS["edu-2-catalog"]
    more = planned(config, short=frozenset({("set_quant", label)}))
    seats = _empty_seats if label is ZERO else _open_seats

    assert len(seats(more)) > len(seats(made(config.slug).world))


def _empty_seats(world: World) -> set[tuple[object, object]]:
    """Students and terms in which they sat nothing, as their closed records say."""
    return {_seat(event) for event in world.events if event.template == "term_record_empty"}


def _open_seats(world: World) -> set[tuple[object, object]]:
    """Students and terms for which they signed up, with a record that never closes."""
    records = [event for event in world.events if event.template.startswith(("term_record", "term_sheet"))]
    signed = {
        _seat(event) for event in world.events if event.template == "signed_up" and not event.distractor
    }
    return signed - {_seat(event) for event in records}


def _seat(event: PlannedEvent) -> tuple[object, object]:
    return event.values["student"], event.values["term"]


def test_the_accents_differ() -> None:
    templates = {slug: Counter(event.template for event in made(slug).world.events) for slug in LARGE}
    sheets = {slug: found["track_sheet"] + found["track_sheet_added"] for slug, found in templates.items()}
    pages = {
        slug: found["catalogue_entry"] + found["entry_added"] + found["entry_dropped"]
        for slug, found in templates.items()
    }
    corrected = {slug: found["mark_corrected"] for slug, found in templates.items()}
    turns = {slug: found["latest_mark"] + found["best_mark"] for slug, found in templates.items()}

    assert max(sheets, key=sheets.__getitem__) == "edu-1-audit"
    assert max(pages, key=pages.__getitem__) == "edu-2-catalog"
    assert max(corrected, key=corrected.__getitem__) == "edu-3-regrade"
    assert max(turns, key=turns.__getitem__) == "edu-3-regrade"


@pytest.mark.parametrize("slug", [*LARGE, "mini-edu"])
def test_the_catalogue_has_no_circle_and_at_most_six_levels(slug: str) -> None:
    found = made(slug)
    asked: dict[str, list[str]] = {}
    for event in found.events:
        for action in event.actions:
            if action.pred == "prereq":
                asked.setdefault(action.key[0], []).extend([*action.members, *filter(None, [action.member])])

    def depth(course: str, above: tuple[str, ...] = ()) -> int:
        assert course not in above
        return 1 + max((depth(one, (*above, course)) for one in asked.get(course, ())), default=-1)

    deepest = max(depth(course) for course in asked)

    assert deepest <= 6
    assert deepest == 6 or slug != "edu-2-catalog"
