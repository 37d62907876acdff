"""TripOps records of what is declared: caps, floors, thresholds, pots, each set, replaced and withdrawn."""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import asserts, cancels, revises

POLICIES = (
    record(
        "cap_notice",
        (asserts("cap", "{region}", "{group}", value="{amount}"),),
        (
            "From {today}, column {group} in {region} is paid back up to {amount} per slip.",
            "Notice of {today}: column {group}, chapter {region}, highest figure {amount} a slip.",
        ),
        (
            "From {today} we pay back {group} slips in {region} up to {amount} each.",
            "Bookkeeping sets {group} for {region} at {amount} a slip from {today}.",
        ),
    ),
    record(
        "cap_replaced",
        (revises("cap", "{region}", "{group}", value="{amount}"),),
        (
            "Notice of {today} replaces the one before: {group} in {region} now up to {amount} per slip.",
            "Changed from {today}: column {group}, chapter {region}, highest figure {amount} a slip.",
        ),
        (
            "New figure from {today} for {group} slips in {region}, now {amount} each.",
            "Bookkeeping changes {group} for {region} to {amount} a slip from {today}.",
        ),
    ),
    record(
        "cap_forwarded",
        (asserts("cap", "{region}", "{group}", value="{amount}", as_of="as_of"),),
        (
            "Copy of the notice dated {as_of}: column {group} in {region} up to {amount} per slip.",
            "Old notice of {as_of}, for your files: column {group}, chapter {region}, {amount} a slip.",
        ),
        (
            "Found the notice from {as_of}, it has {group} slips in {region} at {amount} each.",
            "Forwarding what bookkeeping sent on {as_of}: {group} for {region} at {amount} a slip.",
        ),
    ),
    record(
        "cap_withdrawn",
        (cancels("cap", "{region}", "{group}"),),
        (
            "Notice on column {group} in {region} withdrawn; no figure is set now.",
            "Withdrawn on {today}: the highest figure for column {group}, chapter {region}, nothing new set.",
        ),
        (
            "Bookkeeping took back the figure for {group} slips in {region}, there is none now.",
            "Until further notice there is no figure for {group} slips in {region}.",
        ),
    ),
    record(
        "floor_notice",
        (asserts("receipt_floor", value="{amount}"),),
        (
            "Small claims: up to {amount} no slip is needed, starting {today}.",
            "Notice of {today}: no slip is asked for up to {amount}.",
        ),
        (
            "From {today} you may leave out slips for claims up to {amount}.",
            "Bookkeeping takes claims up to {amount} without a slip from {today}.",
        ),
    ),
    record(
        "floor_replaced",
        (revises("receipt_floor", value="{amount}"),),
        (
            "Small claims, changed from {today}: up to {amount} no slip is needed now.",
            "Notice of {today} replaces the one before: no slip is asked for up to {amount}.",
        ),
        (
            "New from {today}, you may leave out slips for claims up to {amount}.",
            "Bookkeeping now takes claims up to {amount} without a slip, changed on {today}.",
        ),
    ),
    record(
        "floor_withdrawn",
        (cancels("receipt_floor"),),
        (
            "Notice on small claims without a slip withdrawn; no figure is set now.",
            "Withdrawn on {today}: the figure up to which no slip is asked for, nothing new set.",
        ),
        (
            "Bookkeeping took back the figure for claims without a slip, a new one is to follow.",
            "Until further notice there is no set figure for claims without a slip.",
        ),
    ),
    record(
        "signoff_notice",
        (asserts("signoff_days", value="{days}"),),
        (
            "Stamp sheets are kept for files beyond {days} days, starting {today}.",
            "Notice of {today}: any file beyond {days} days gets a stamp sheet.",
        ),
        (
            "From {today} please keep a stamp sheet once a file runs beyond {days} days.",
            "Travel desk asks for stamp sheets beyond {days} days from {today}.",
        ),
    ),
    record(
        "signoff_replaced",
        (revises("signoff_days", value="{days}"),),
        (
            "Notice of {today} replaces the one before: stamp sheets are now kept beyond {days} days.",
            "Changed from {today}: a stamp sheet comes in only beyond {days} days.",
        ),
        (
            "New from {today}, we keep a stamp sheet once a file runs beyond {days} days.",
            "Travel desk now asks for stamp sheets beyond {days} days, changed on {today}.",
        ),
    ),
    record(
        "signoff_withdrawn",
        (cancels("signoff_days"),),
        (
            "Notice on when a stamp sheet comes in withdrawn; no figure is set now.",
            "Withdrawn on {today}: the days beyond which a stamp sheet is kept, nothing new set.",
        ),
        (
            "Travel desk took back the figure for stamp sheets, a new one is to follow.",
            "Until further notice nothing says how many days a file may run without a stamp sheet.",
        ),
    ),
    record(
        "allowance_set",
        (asserts("allowance", "{trip}", value="{amount}"),),
        (
            "Pot for {trip} set at {amount} by bookkeeping.",
            "File {trip}: a pot of {amount} has been put aside.",
        ),
        (
            "Bookkeeping gave {trip} a pot of {amount}.",
            "There is {amount} in the pot for {trip}, please note.",
        ),
    ),
    record(
        "allowance_changed",
        (revises("allowance", "{trip}", value="{amount}"),),
        (
            "Pot for {trip} changed by bookkeeping, now {amount}.",
            "File {trip}: the pot was set anew, {amount} from {today}.",
        ),
        (
            "Bookkeeping has changed the pot of {trip} to {amount}.",
            "The pot for {trip} now holds {amount}, please note.",
        ),
    ),
    record(
        "allowance_withdrawn",
        (cancels("allowance", "{trip}"),),
        (
            "Pot for {trip} taken back by bookkeeping, none is set now.",
            "File {trip}: the pot was struck out, nothing is put aside.",
        ),
        (
            "Bookkeeping has taken back the pot of {trip}, wait for a new one.",
            "There is no pot for {trip} any more, please note.",
        ),
    ),
)
