"""A small TripOps suite whose records templates wrote, and a model that puts them into other words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from scenarios.bundle import Bundle, EntitySpec, EventSpec, QuerySpec, ScenarioSpec
from scenarios.domains import registry
from scenarios.rendering.patterns import EventRef, SlotValue, expand
from scenarios.rendering.templates import TODAY
from tests.factories.openai_server import Reply

TRIPOPS = registry.get("tripops")

START = datetime(2031, 5, 5, 9, 30, tzinfo=UTC)
HEAD, ALMA, BERIS = "Noraenara Selenick", "Cadaris Moroumer", "Moraelith Melathow"
NAMES = {
    "person": (HEAD, ALMA, BERIS),
    "trip": ("Elaesesk", "Farandur", "Praalix"),
    "hotel": ("Jorathock", "Ulaerabel", "Kelomorne", "Savolock"),
    "city": ("Kelaelfell", "Jorouthstead", "Tamirnstead"),
    "country": ("Veroltosse", "Praaerosse"),
    "region": ("Ostemara", "Nevasuna"),
    "expense": ("NW-3862",),
    "category": ("meal", "taxi"),
}
#: Template, wording among those with these slots, and slots of each record, a day apart.
RECORDS: tuple[tuple[str, int, Mapping[str, SlotValue]], ...] = (
    ("hr_card_top", 1, {"person": HEAD, "city": "Tamirnstead"}),
    ("hr_card", 0, {"person": ALMA, "city": "Tamirnstead", "boss": HEAD}),
    ("hr_card", 2, {"person": BERIS, "city": "Tamirnstead", "boss": ALMA}),
    (
        "city_note",
        2,
        {"country": "Veroltosse", "region": "Ostemara", "cities": ("Kelaelfell", "Jorouthstead")},
    ),
    ("city_note", 1, {"country": "Praaerosse", "region": "Nevasuna", "cities": ("Tamirnstead",)}),
    ("small_talk", 1, {}),
    (
        "trip_opened",
        0,
        {
            "trip": "Elaesesk",
            "person": ALMA,
            "year": "2031",
            "purpose": "business",
            "starts": "2031-07-01",
            "ends": "2031-07-08",
        },
    ),
    ("booking_made", 0, {"trip": "Elaesesk", "hotel": "Jorathock", "city": "Kelaelfell"}),
    ("plan", 0, {"person": BERIS, "trip": "Elaesesk", "city": "Tamirnstead"}),
    ("booking_made", 2, {"trip": "Farandur", "hotel": "Kelomorne", "city": "Tamirnstead"}),
    (
        "booking_moved",
        1,
        {"trip": "Elaesesk", "hotel": "Ulaerabel", "city": "Jorouthstead", "old": "Jorathock"},
    ),
    ("withdrawn", 1, {"trip": "Elaesesk", "hotel": "Savolock"}),
    (
        "expense_filed",
        2,
        {
            "expense": "NW-3862",
            "trip": "Elaesesk",
            "category": "meal",
            "amount": "61.5",
            "receipt": "true",
        },
    ),
    ("booking_forwarded", 3, {"trip": "Elaesesk", "hotel": "Jorathock", "as_of": "2031-05-12"}),
    ("expense_corrected", 3, {"expense": "NW-3862", "amount": "48.25"}),
    ("line_changed", 3, {"person": BERIS, "boss": HEAD}),
)
#: Form and arguments of each query, all asked behind the last record.
QUERIES = (
    ("current_lodging", {"trip": "Elaesesk"}),
    ("destination", {"trip": "Elaesesk"}),
    ("destination_country", {"trip": "Elaesesk"}),
    ("destination", {"trip": "Praalix"}),
    ("current_superior", {"person": BERIS}),
    ("all_superiors", {"person": ALMA}),
    ("current_price", {"expense": "NW-3862"}),
)
CUTOFF = START + timedelta(days=40)


def event(number: int, slug: str, place: int, values: Mapping[str, SlotValue]) -> EventSpec:
    """The record of one wording with its slots filled, on the day of its number: the wording at ``place``
    among those that have just these slots."""
    template = TRIPOPS.template(slug)
    fitting = [n for n, one in enumerate(template.surfaces) if one.slots - {TODAY} == set(values)]
    surface = fitting[place]
    ref = EventRef(f"e{number:04d}", START + timedelta(days=number), number)
    filled = {**values, TODAY: ref.t.date().isoformat()}
    return EventSpec(
        id=ref.id,
        t=ref.t,
        seq=number,
        text=template.write(filled, surface),
        actions=expand(template.actions, filled, ref),
        kind="distractor" if template.distractor else "record",
        distractor_kind=template.distractor,
        template=f"{slug}#{surface}",
    )


def events() -> tuple[EventSpec, ...]:
    return tuple(event(number, *record) for number, record in enumerate(RECORDS, 1))


def entities() -> tuple[EntitySpec, ...]:
    return tuple(
        EntitySpec(name, kind, (name.split()[0],) if kind == "person" else ())
        for kind, names in NAMES.items()
        for name in names
    )


def query(number: int, slug: str, args: dict[str, str]) -> QuerySpec:
    form = TRIPOPS.question(slug)
    return QuerySpec(
        id=f"q{number:03d}",
        goal=form.goal(args),
        cutoff=CUTOFF,
        question=form.render(args, CUTOFF),
        family=form.family,
        operator=form.operator,
        answer_type=form.answer_type,
        target=form.target(args),
        unit=form.unit,
    )


def scenario() -> ScenarioSpec:
    asked = tuple(query(number, *one) for number, one in enumerate(QUERIES, 1))
    return ScenarioSpec("trips", "Trips", "tripops", 0, TRIPOPS.program_text, events(), asked, entities())


def bundle(slug: str = "trips-small", **fields: Any) -> Bundle:
    return Bundle(slug=slug, title="Small trips", kind="derive", scenarios=(scenario(),), **fields)


# ---------------------------------------------------------------- the model
def facts_of(user: str) -> list[str]:
    """The facts that a prompt lists, as written."""
    listed = user.split("Facts, each", 1)[1].split("\n")[1:]
    found = [line.partition(": ")[2] for line in listed[: _end(listed)]]
    return [fact for fact in found if fact]


def _end(lines: list[str]) -> int:
    return next(place for place, line in enumerate(lines) if not line.startswith("- "))


def record_of(user: str) -> str:
    """The template's record that a prompt gives."""
    (found,) = re.findall(r"^The record as it stands: (.+)$", user, re.M)
    return str(found)


def right_words(user: str) -> str:
    """Words of its own that hold every fact, for which no template exists."""
    return f"Just so that everybody at the office has it: {', '.join([*facts_of(user), 'as agreed'])}."


def rewords(body: dict[str, Any], before: int) -> Reply:
    """A model that is right at once."""
    return Reply(right_words(body["messages"][1]["content"]))
