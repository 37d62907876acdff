"""TripOps records of what is declared for days and nights away: rates, and the rules that events declare.

A waiver is a rule with a key of its own for each trip, so that one can be taken back without the others;
its first and last day stand in the clause.
"""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import asserts, cancels, declares, revises, undeclares

#: The rule key under which events say what rations are reckoned by, and its two alternatives.
PER_DIEM = "per_diem"
BY_DAY = "per_diem(T,V) :- length(T,D), region(T,R), day_rate(R,M), V = D * M."
BY_NIGHT = "per_diem(T,V) :- nights(T,D), region(T,R), day_rate(R,M), V = D * M."
WAIVER = 'waived(T) :- T = "{trip}", date(cutoff) >= date({starts}), date(cutoff) <= date({ends}).'

RATES = (
    record(
        "ration_notice",
        (asserts("day_rate", "{region}", value="{amount}"),),
        (
            "From {today}, rations in {region} are paid at {amount} each.",
            "Notice of {today}: rations, chapter {region}, {amount} each.",
        ),
        (
            "From {today} we pay {amount} for each ration in {region}.",
            "Bookkeeping sets rations for {region} at {amount} each from {today}.",
        ),
    ),
    record(
        "ration_replaced",
        (revises("day_rate", "{region}", value="{amount}"),),
        (
            "Notice of {today} replaces the one before: rations in {region} are now paid at {amount} each.",
            "Changed from {today}: rations, chapter {region}, now {amount} each.",
        ),
        (
            "New figure from {today}, we now pay {amount} for each ration in {region}.",
            "Bookkeeping changes rations for {region} to {amount} each from {today}.",
        ),
    ),
    record(
        "ration_withdrawn",
        (cancels("day_rate", "{region}"),),
        (
            "Notice on rations in {region} withdrawn; no figure is set now.",
            "Withdrawn on {today}: rations, chapter {region}, nothing new set.",
        ),
        (
            "Bookkeeping took back the figure for rations in {region}, there is none now.",
            "Until further notice there is no figure for rations in {region}.",
        ),
    ),
    record(
        "ration_forwarded",
        (asserts("day_rate", "{region}", value="{amount}", as_of="as_of"),),
        (
            "Copy of the notice dated {as_of}: rations in {region} at {amount} each.",
            "Old notice of {as_of}, for your files: rations, chapter {region}, {amount} each.",
        ),
        (
            "Found the notice from {as_of}, it has rations in {region} at {amount} each.",
            "Forwarding what bookkeeping sent on {as_of}: rations for {region} at {amount} each.",
        ),
    ),
    record(
        "night_notice",
        (asserts("night_cap", "{region}", value="{amount}"),),
        (
            "From {today}, a room in {region} is paid back up to {amount} a night.",
            "Notice of {today}: rooms, chapter {region}, highest figure {amount} a night.",
        ),
        (
            "From {today} we pay back rooms in {region} up to {amount} a night.",
            "Bookkeeping sets rooms in {region} at {amount} a night, no more, from {today}.",
        ),
    ),
    record(
        "night_replaced",
        (revises("night_cap", "{region}", value="{amount}"),),
        (
            "Notice of {today} replaces the one before: a room in {region} now up to {amount} a night.",
            "Changed from {today}: rooms, chapter {region}, highest figure now {amount} a night.",
        ),
        (
            "New figure from {today} for rooms in {region}, now up to {amount} a night.",
            "Bookkeeping changes rooms in {region} to {amount} a night, no more, from {today}.",
        ),
    ),
    record(
        "night_withdrawn",
        (cancels("night_cap", "{region}"),),
        (
            "Notice on rooms in {region} withdrawn; no figure is set now.",
            "Withdrawn on {today}: the highest figure for rooms, chapter {region}, nothing new set.",
        ),
        (
            "Bookkeeping took back the figure for rooms in {region}, there is none now.",
            "Until further notice there is no figure for rooms in {region}.",
        ),
    ),
)

DECLARED = (
    record(
        "ration_by_day",
        (declares(PER_DIEM, BY_DAY),),
        (
            "Notice of {today}: rations are reckoned by days, one for each, the first and the last day too.",
            "From {today}, each day of a file makes one ration, first and last day too.",
        ),
        (
            "From {today} we reckon rations by days, one for each, the first and the last day too.",
            "Bookkeeping pays one ration for each day of a file, first and last too, from {today}.",
        ),
    ),
    record(
        "ration_by_night",
        (declares(PER_DIEM, BY_NIGHT),),
        (
            "Notice of {today}: rations are reckoned by nights, one for each from the first day to the last.",
            "From {today}, each night between the first and the last day of a file makes one ration.",
        ),
        (
            "From {today} we reckon rations by nights, one for each, and no longer look at days.",
            "Bookkeeping pays one ration for each night of a file and for nothing else, from {today}.",
        ),
    ),
    record(
        "ration_open",
        (undeclares(PER_DIEM),),
        (
            "Notice on how rations are reckoned withdrawn on {today}; nothing new is set.",
            "Withdrawn on {today}: whether rations go by days or by nights, nothing new set.",
        ),
        (
            "Bookkeeping took back how rations are reckoned, nothing new yet.",
            "Until further notice nothing says whether rations go by days or by nights.",
        ),
    ),
    record(
        "waiver_given",
        (declares("waiver_{trip}", WAIVER),),
        (
            "Travel desk: {trip} goes without a stamp sheet, first day of this {starts}, last day {ends}.",
            "File {trip} let off the stamp sheet, {starts} to {ends}, both days included.",
        ),
        (
            "From {starts} up to and with {ends} nobody asks for a stamp sheet on {trip}.",
            "We let {trip} off the stamp sheet, first day {starts}, last day {ends}.",
        ),
    ),
    record(
        "waiver_ended",
        (undeclares("waiver_{trip}"),),
        (
            "Travel desk: {trip} is no longer let off the stamp sheet.",
            "File {trip}: the slip that let it off the stamp sheet was taken back on {today}.",
        ),
        (
            "Please keep to the stamp sheet on {trip} again, nothing lets it off now.",
            "We took back what let {trip} off the stamp sheet.",
        ),
    ),
)

RATIONS = (*RATES, *DECLARED)
