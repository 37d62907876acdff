"""How TripOps questions refer to journeys and people without naming them (spec 4.7)."""

from __future__ import annotations

from scenarios.rendering.references import Among, Reference, ReferenceKind
from scenarios.rendering.slots import DATE, NAME, PERSON, YEAR, Slot

#: The slots of the phrases.
REFERENCE_KINDS: dict[str, Slot] = {
    "traveller": PERSON, "year": YEAR, "day": DATE, "hotel": NAME, "report": PERSON, "journey": NAME,
}  # fmt: skip

_JOURNEYS = Among("trip", ("traveller", "year"))
_OF_JOURNEYS = (
    "destination_country", "destination_region", "lodging_currency", "requires_clearance", "has_clearance",
    "documents_lacking", "lodging_reimbursable", "total_reimbursable",
)  # fmt: skip
_OF_PEOPLE = (
    "home_country", "number_of_journeys", "number_abroad", "days_abroad", "longest_journey", "ever_abroad",
    "most_common_country", "uncleared",
)  # fmt: skip

REFERENCES = (
    Reference(
        "departure", ReferenceKind.BY_DATE, "trip",
        "the {year} journey of {traveller} that departs on {day}",
        "starts", ("trip",), _OF_JOURNEYS, by="day", among=_JOURNEYS,
    ),
    Reference(
        "lodging", ReferenceKind.BY_PLACE, "trip",
        "the {year} journey of {traveller} with accommodation at {hotel}",
        "booking", ("trip",),
        ("number_in_class", "not_reimbursable", "total_outlay", "largest_outlay", "budget_left"),
        by="hotel", among=_JOURNEYS,
    ),
    Reference(
        "earliest", ReferenceKind.BY_ORDER, "trip",
        "the earliest {year} journey of {traveller}",
        "earliest", ("traveller", "year"),
        ("destination", "destination_country", "requires_clearance", "documents_lacking", "total_outlay"),
        among=_JOURNEYS,
    ),
    Reference(
        "superior", ReferenceKind.BY_ROLE, "person",
        "the direct superior of {report}",
        "reports_to", ("report",), _OF_PEOPLE,
    ),
    Reference(
        "traveller", ReferenceKind.BY_ROLE, "person",
        "the traveller on {journey}",
        "traveller", ("journey",), _OF_PEOPLE,
    ),
)  # fmt: skip
