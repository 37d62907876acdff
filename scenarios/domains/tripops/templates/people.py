"""TripOps records of places and people: map notes, staff cards and their changes."""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import asserts, revises

PEOPLE = (
    record(
        "city_note",
        (
            asserts("city_in", "{cities}", value="{country}", each="cities"),
            asserts("region_of", "{country}", value="{region}"),
        ),
        (
            "Atlas page {country}: {cities}. Filed under chapter {region}.",
            "Map index: {cities} to be found within {country}, chapter {region}.",
        ),
        (
            "For the new map: {country}, in the {region} chapter, has {cities}.",
            "Map room says {cities} belong to {country}, and {country} sits in the {region} chapter.",
        ),
    ),
    record(
        "hr_card",
        (asserts("based_in", "{person}", value="{city}"), asserts("reports_to", "{person}", value="{boss}")),
        (
            "Staff card: {person}, desk in {city}, line manager {boss}.",
            "Personnel file {person}: posted to {city}; works under {boss}.",
        ),
        (
            "{person} now has a desk in {city} and works under {boss}.",
            "Hello all, {person} sits in {city} and has {boss} for a manager.",
        ),
    ),
    record(
        "hr_card_top",
        (asserts("based_in", "{person}", value="{city}"), asserts("reports_to", "{person}", value="none")),
        (
            "Staff card: {person}, desk in {city}, no line manager.",
            "Personnel file {person}: posted to {city}; works under nobody.",
        ),
        (
            "{person} now has a desk in {city} and works under nobody.",
            "Hello all, {person} sits in {city} and has nobody for a manager.",
        ),
    ),
    record(
        "desk_moved",
        (revises("based_in", "{person}", value="{city}"),),
        (
            "Staff card changed: {person} has a desk in {city} from {today}.",
            "Personnel file {person}: posting changed, now {city}.",
        ),
        (
            "{person} has packed up and sits in {city} from now on.",
            "Please update the phone book, {person} moved over to {city}.",
        ),
    ),
    record(
        "line_changed",
        (revises("reports_to", "{person}", value="{boss}"),),
        (
            "Staff card changed: {person} has line manager {boss} from {today}.",
            "Personnel file {person}: line manager changed, now {boss}.",
        ),
        (
            "From now on {person} works under {boss}, please note.",
            "New line for {person}: {boss} takes over as manager.",
        ),
    ),
)
