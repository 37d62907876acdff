"""TripOps records that carry several things at once: claims of a trip, files of a year, vouchers."""

from __future__ import annotations

from scenarios.domains.lines import ENDINGS, listed
from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import ActionPattern, asserts, completes
from scenarios.rendering.templates import RecordTemplate


def _claims(ending: str) -> tuple[ActionPattern, ...]:
    expense = f"{{expense{ending}}}"
    return (
        asserts("amount", expense, value=f"{{amount{ending}}}"),
        asserts("spent_on", expense, value=f"{{category{ending}}}"),
        asserts("receipt", expense, value=f"{{receipt{ending}}}"),
    )


def _claim_sheet(count: int) -> RecordTemplate:
    """All claims of a trip, which says that these are all."""
    return record(
        f"claim_sheet_{count}",
        (
            *(action for ending in ENDINGS[:count] for action in _claims(ending)),
            completes("expense", "{trip}", members="expenses"),
        ),
        (
            "Claim sheet {trip}: "
            + listed("{expense#}, {amount#} for {category#}, {receipt#}", count, "; ")
            + ". Whole sheet: {expenses}.",
            "File {trip}, all claims on one sheet: "
            + listed("{expense#}, {category#}, {amount#}, {receipt#}", count, "; ")
            + "; only {expenses}.",
        ),
        (
            "Here is the whole sheet of {trip}: "
            + listed("{expense#}, {amount#} for {category#}, {receipt#}", count, "; ")
            + "; that is {expenses}, no more.",
            "Filed for {trip} in one go: "
            + listed("{expense#}, {category#} at {amount#}, {receipt#}", count, "; ")
            + "; nothing but {expenses}.",
        ),
    )


def _year_plan(count: int) -> RecordTemplate:
    """All trips of a person's year with their marks, which says that these are all."""
    return record(
        f"year_plan_{count}",
        (
            *(
                asserts("purpose", f"{{trip{ending}}}", value=f"{{purpose{ending}}}")
                for ending in ENDINGS[:count]
            ),
            completes("trip", "{person}", "{year}", members="trips"),
        ),
        (
            "Travel desk, {year} sheet of {person}: "
            + listed("{trip#}, {purpose#}", count, "; ")
            + ". That is the whole list: {trips}.",
            "Year sheet {year}, {person}: "
            + listed("{trip#} is {purpose#}", count, ", ")
            + "; only {trips}.",
        ),
        (
            "I went through {year} with {person}: "
            + listed("{trip#} is {purpose#}", count, ", ")
            + "; {trips}, that is all of it.",
            "All files of {person} for {year}: "
            + listed("{trip#}, {purpose#}", count, "; ")
            + "; {trips} and nothing else.",
        ),
    )


def _vouchers(count: int) -> RecordTemplate:
    """Rooms for several trips in one city."""
    return record(
        f"vouchers_{count}",
        (
            *(
                asserts("booking", f"{{trip{ending}}}", value=f"{{hotel{ending}}}")
                for ending in ENDINGS[:count]
            ),
            *(asserts("hotel_in", f"{{hotel{ending}}}", value="{city}") for ending in ENDINGS[:count]),
        ),
        (
            "Lodging desk, {city}: " + listed("{hotel#} is held for {trip#}", count, ", ") + ".",
            "Vouchers issued, all in {city}: " + listed("{trip#} with {hotel#}", count, ", ") + ".",
        ),
        (
            "Got rooms in {city}: " + listed("{hotel#} for {trip#}", count, ", ") + ".",
            "In {city} we took " + listed("{hotel#} for {trip#}", count, " and ") + ".",
        ),
    )


SHEETS = tuple(make(count) for make in (_claim_sheet, _year_plan, _vouchers) for count in (2, 3, 4))
