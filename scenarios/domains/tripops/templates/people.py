"""TripOps records of places and people: map notes, staff cards and their changes, old copies of both."""

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
            "Map room says {country} has {cities}, and {country} sits in the {region} chapter.",
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
    record(
        "border_moved",
        (revises("city_in", "{city}", value="{country}"),),
        (
            "Atlas changed: {city} now to be found within {country}.",
            "Map index, new entry from {today}: {city} belongs to {country}.",
        ),
        (
            "Map room says {city} belongs to {country} from now on.",
            "Please correct your maps, {city} is within {country} now.",
        ),
    ),
    record(
        "chapter_moved",
        (revises("region_of", "{country}", value="{region}"),),
        (
            "Atlas changed: {country} now filed under chapter {region}.",
            "Map index, new entry from {today}: {country}, chapter {region}.",
        ),
        (
            "Map room has moved {country} over to the {region} chapter.",
            "Please correct your maps, {country} sits in the {region} chapter now.",
        ),
    ),
    record(
        "desk_forwarded",
        (asserts("based_in", "{person}", value="{city}", as_of="as_of"),),
        (
            "Copy of the staff card dated {as_of}: {person}, desk in {city}.",
            "Old personnel sheet of {as_of}, for your files: {person}, posted to {city}.",
        ),
        (
            "Found a phone book of {as_of}, it has {person} in {city}.",
            "Forwarding the desk list of {as_of}, with {person} in {city}.",
        ),
    ),
    record(
        "line_forwarded",
        (asserts("reports_to", "{person}", value="{boss}", as_of="as_of"),),
        (
            "Copy of the staff card dated {as_of}: {person}, line manager {boss}.",
            "Old personnel sheet of {as_of}, for your files: {person} works under {boss}.",
        ),
        (
            "Found a staff list of {as_of}, it has {person} under {boss}.",
            "Forwarding the line chart of {as_of}, with {boss} as manager of {person}.",
        ),
    ),
    record(
        "line_ended",
        (revises("reports_to", "{person}", value="none"),),
        (
            "Staff card changed: {person} has no line manager from {today}.",
            "Personnel file {person}: line manager struck out, works under nobody now.",
        ),
        (
            "From now on {person} works under nobody, please note.",
            "New line for {person}: there is no manager over this desk any more.",
        ),
    ),
)
