"""TripOps records of expenses: claims, corrections, closed lists, ledger columns."""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import adds, asserts, completes, revises

EXPENSES = (
    record(
        "expense_filed",
        (
            adds("expense", "{trip}", member="{expense}"),
            asserts("amount", "{expense}", value="{amount}"),
            asserts("spent_on", "{expense}", value="{category}"),
            asserts("receipt", "{expense}", value="{receipt}"),
        ),
        (
            "Claim {expense} on {trip}: {amount} for {category}, {receipt}.",
            "Entry {expense}, file {trip}: {category}, {amount}, {receipt}.",
        ),
        (
            "Filed {expense} under {trip}, {category} at {amount}, {receipt}.",
            "Here is {expense} from {trip}: {amount}, {category}, {receipt}, thanks.",
        ),
    ),
    record(
        "expense_corrected",
        (revises("amount", "{expense}", value="{amount}"),),
        (
            "Claim {expense} corrected to {amount} after a check.",
            "Entry {expense}: the figure is now {amount}, misread before.",
        ),
        (
            "Sorry, {expense} should have said {amount}, please correct it.",
            "Typing slip in {expense}, the right figure is {amount}.",
        ),
    ),
    record(
        "expense_list_closed",
        (completes("expense", "{trip}", members="expenses"),),
        (
            "Claims on {trip} closed: {expenses}. Nothing more will be taken.",
            "File {trip}: entries {expenses}, list closed by bookkeeping.",
        ),
        (
            "I have everything for {trip}, namely {expenses}, list is closed.",
            "No more slips for {trip} please, {expenses} are all.",
        ),
    ),
    record(
        "expense_list_empty",
        (completes("expense", "{trip}"),),
        (
            "Claims on {trip} closed: not one entry. Nothing more will be taken.",
            "File {trip}: no entries, list closed by bookkeeping.",
        ),
        (
            "I have nothing for {trip}, not one entry, list is closed.",
            "No more slips for {trip} please, there were none.",
        ),
    ),
    record(
        "category_sheet",
        (asserts("category_group", "{categories}", value="{group}", each="categories"),),
        (
            "Ledger key: entries of kind {categories} go to column {group}.",
            "Column {group} of the ledger takes these kinds: {categories}.",
        ),
        (
            "Bookkeeping here, please put {categories} into column {group}.",
            "Reminder from bookkeeping: column {group} is where {categories} slips land.",
        ),
    ),
)
