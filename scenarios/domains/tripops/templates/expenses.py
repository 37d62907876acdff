"""TripOps records of expenses: claims, corrections, withdrawals, closed lists, ledger columns."""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import adds, asserts, cancels, completes, revises

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
        "amount_forwarded",
        (asserts("amount", "{expense}", value="{amount}", as_of="as_of"),),
        (
            "Copy of the ledger page dated {as_of}: entry {expense}, {amount}.",
            "Old claim sheet of {as_of}, for your files: {expense} at {amount}.",
        ),
        (
            "Found the ledger page of {as_of}, it has {expense} at {amount}.",
            "Forwarding my claim of {as_of}, that is {expense} with {amount}.",
        ),
    ),
    record(
        "kind_corrected",
        (revises("spent_on", "{expense}", value="{category}"),),
        (
            "Claim {expense}, kind corrected on {today}: {category}.",
            "Entry {expense}: it was for {category}, misread before.",
        ),
        (
            "Sorry, {expense} should have said {category}, wrong kind.",
            "Typing slip in {expense}, the right kind is {category}.",
        ),
    ),
    record(
        "slip_news",
        (revises("receipt", "{expense}", value="{receipt}"),),
        (
            "Claim {expense} changed on {today}: {receipt}.",
            "Entry {expense}, after a second look: {receipt}.",
        ),
        (
            "I looked at {expense} again, {receipt}.",
            "News on {expense}, please note: {receipt}.",
        ),
    ),
    record(
        "expense_withdrawn",
        (cancels("expense", "{trip}", member="{expense}"),),
        (
            "Claim {expense} on {trip} withdrawn, entry struck out.",
            "File {trip}: entry {expense} struck out on {today}.",
        ),
        (
            "Please drop {expense} from {trip}, I paid it myself.",
            "I take back {expense} on {trip}, no claim there.",
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
            "No more slips for {trip} please, all of them are in: {expenses}.",
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
    record(
        "category_moved",
        (revises("category_group", "{category}", value="{group}"),),
        (
            "Ledger key changed: entries of kind {category} now go to column {group}.",
            "Column {group} of the ledger takes kind {category} from {today}.",
        ),
        (
            "Bookkeeping here, please put {category} into column {group} from now on.",
            "We moved {category} slips over to column {group}, says bookkeeping.",
        ),
    ),
)
