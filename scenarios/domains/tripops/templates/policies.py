"""TripOps records of what is declared: caps, floors, thresholds, pots."""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import asserts, revises

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
)
