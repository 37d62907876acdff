"""Sample slot values, records and questions of every domain, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from scenarios.datalog.history import ActionRecord
from scenarios.domains.base import Domain
from scenarios.domains.lines import plain_slot
from scenarios.domains.registry import get, names
from scenarios.rendering.patterns import EventRef, SlotValue, expand
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.slots import ListSlot
from scenarios.rendering.templates import TODAY, RecordTemplate, WordingSet
from scenarios.rendering.virtualization import NameBook


def at(number: int = 7) -> EventRef:
    """An event of the samples' day."""
    return EventRef(f"e{number:04d}", datetime(2031, 6, 4, 9, 30, tzinfo=UTC), number)


class RecordSample(NamedTuple):
    """One wording of a kind of record with its slots filled."""

    template: RecordTemplate
    surface: int
    text: str
    actions: tuple[ActionRecord, ...]
    values: dict[str, SlotValue]


@dataclass(frozen=True)
class Samples:
    """How the slots of a domain are filled.

    ``types`` says whose names a slot of records takes where its own name does not say it; the slots of
    questions are the domain's own matter. ``plain`` holds the values of slots, or of types, that are no
    invented names.
    """

    domain: Domain
    types: Mapping[str, str]
    plain: Mapping[str, list[str]]

    def type_of(self, wording: WordingSet, slot: str) -> str:
        """The type of what stands in a slot."""
        if isinstance(wording, QuestionTemplate):
            return self.domain.slot_types[slot]
        return self.types.get(slot, plain_slot(slot))

    def values_for(
        self, wording: WordingSet, rng: random.Random, book: NameBook, *, most: int = 3
    ) -> dict[str, SlotValue]:
        """A value for every slot but the day itself; lists of one to ``most``."""
        found: dict[str, SlotValue] = {}
        for slot, kind in wording.kinds.items():
            if slot == TODAY:
                continue
            count = rng.randint(1, most) if isinstance(kind, ListSlot) else 1
            pool = self.plain.get(plain_slot(slot)) or self.plain.get(self.type_of(wording, slot))
            drawn = rng.sample(pool, count) if pool else book.draw(self.type_of(wording, slot), count)
            found[slot] = tuple(drawn) if isinstance(kind, ListSlot) else drawn[0]
        return found

    def book(self, rng: random.Random) -> NameBook:
        return NameBook(rng.randrange(10**6), self.domain.reserved_names, self.domain.names_like)

    def of(self, template: RecordTemplate, seed: int) -> Iterator[RecordSample]:
        """Every wording of a template, with lists of one and of several."""
        rng = random.Random(f"{template.slug}/{seed}")
        for surface in range(len(template.surfaces)):
            for most in (1, 3):
                values = self.values_for(template, rng, self.book(rng), most=most)
                actions = expand(template.actions, values, at())
                text = template.write({**values, TODAY: at().t.date().isoformat()}, surface)
                yield RecordSample(template, surface, text, actions, values)

    def records(self, seed: int) -> Iterator[RecordSample]:
        """Every wording of the domain; a book of names for each, as a domain has many."""
        for template in self.domain.templates:
            yield from self.of(template, seed)

    def arguments(self, template: QuestionTemplate, rng: random.Random) -> dict[str, str]:
        """What a question may be asked of."""
        return {slot: str(value) for slot, value in self.values_for(template, rng, self.book(rng)).items()}


AMOUNTS, DAYS = ["7", "40.5", "1240.75", "2000000"], ["2031-02-03", "2031-03-31", "2031-06-04"]
LAST_DAY, COPIED = ["2031-08-31"], ["2031-01-09", "2030-12-31"]

TRIPOPS = Samples(
    get("tripops"),
    {
        "old": "hotel", "boss": "person", "cities": "city", "trips": "trip", "expenses": "expense",
        "people": "person", "hotels": "hotel", "papers": "paper",
    },
    {
        "category": ["meal", "taxi", "parking"], "categories": ["meal", "taxi", "parking"],
        "paper": ["visa", "permit", "photograph"], "papers": ["visa", "permit", "photograph"],
        "year": ["2030", "2031"], "purpose": ["business", "training", "private"],
        "receipt": ["true", "false"], "amount": AMOUNTS, "price": AMOUNTS, "rate": ["0.845", "12", "1.5"],
        "days": ["1", "5", "1200"], "date": DAYS, "starts": DAYS, "ends": LAST_DAY, "as_of": COPIED,
    },
)  # fmt: skip
SHOPOPS = Samples(
    get("shopops"),
    {
        "product_b": "product", "old": "product", "parent": "category", "item_b": "item", "orders": "order",
        "items": "item", "products": "product", "categories": "category", "plans": "plan",
        "addresses": "address", "other": "product",
    },
    {
        "quarter": ["Q1 2031", "Q4 2030"], "price": AMOUNTS, "price_b": AMOUNTS, "amount": AMOUNTS,
        "qty": ["1", "12", "1200"], "qty_b": ["1", "3"], "days": ["14", "1000"], "date": DAYS,
        "placed": DAYS, "delivered": DAYS, "opened": DAYS, "starts": DAYS, "ends": LAST_DAY, "as_of": COPIED,
    },
)  # fmt: skip
EDUOPS = Samples(
    get("eduops"),
    {
        "other": "course", "old": "course", "courses": "course", "terms": "term", "holds": "hold",
        "areas": "area",
    },
    {
        "area": ["algebra", "drama", "botany"], "areas": ["algebra", "drama", "botany"],
        "standing": ["regular", "visiting", "resting"], "points": ["3", "12", "1200"],
        "mark": ["5", "48", "100"], "date": DAYS, "begins": DAYS, "ends": LAST_DAY, "as_of": COPIED,
    },
)  # fmt: skip
GLASSOPS = Samples(
    get("glassops"),
    {"parent": "kin", "beds": "bed", "tools": "tool"},
    {"litres": ["5", "40", "1200"], "sown": DAYS, "ends": LAST_DAY, "as_of": COPIED, "date": DAYS},
)
#: Those that ship: complete, and in the order of their names.
SHIPPED = (EDUOPS, SHOPOPS, TRIPOPS)
_BY_SLUG = {samples.domain.slug: samples for samples in (*SHIPPED, GLASSOPS)}
#: Those of all domains that are registered; one that has none here fails.
ALL = tuple(_BY_SLUG[slug] for slug in names())
