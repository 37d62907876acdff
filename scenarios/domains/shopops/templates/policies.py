"""ShopOps records of what is declared: allowances, days for returns, postage, bans, excuses, signatures.

Exceptions are rules with a key of their own for each category, plan or household, so that one can end or
be taken back without the others; their last day stands in the clause.
"""

from __future__ import annotations

from scenarios.domains.shopops.templates.kinds import record
from scenarios.rendering.patterns import asserts, cancels, declares, revises, undeclares

BAN = 'blocklist(C) :- C = "{category}".'
BAN_UNTIL = 'blocklist(C) :- C = "{category}", date(cutoff) <= date({ends}).'
FREE_UNTIL = 'free_plan(P) :- P = "{plan}", date(cutoff) <= date({ends}).'
EXCUSE = (
    'exempt(U,C) :- U = "{customer}", C = "{category}",'
    " date(cutoff) >= date({starts}), date(cutoff) <= date({ends})."
)
SIGNATURE = "approval_limit(L) :- L = {amount}."

ALLOWANCES = (
    record(
        "budget_set",
        (asserts("budget", "{customer}", "{category}", "{quarter}", value="{amount}"),),
        (
            "Household book {customer}, {quarter}: allowance for {category} set at {amount}.",
            "Allowance sheet {quarter}, {customer}: {category}, {amount}.",
        ),
        (
            "For {quarter} we gave {customer} an allowance of {amount} for {category}.",
            "{customer} has {amount} set aside for {category} in {quarter}.",
        ),
    ),
    record(
        "budget_changed",
        (revises("budget", "{customer}", "{category}", "{quarter}", value="{amount}"),),
        (
            "Household book {customer}, {quarter}: allowance for {category} changed to {amount}.",
            "Allowance sheet {quarter}, {customer}, new line: {category}, now {amount}.",
        ),
        (
            "The {category} allowance of {customer} for {quarter} is now {amount}.",
            "{customer} asked again, so {category} in {quarter} has {amount} set aside now.",
        ),
    ),
    record(
        "budget_withdrawn",
        (cancels("budget", "{customer}", "{category}", "{quarter}"),),
        (
            "Household book {customer}, {quarter}: allowance for {category} struck out.",
            "Allowance sheet {quarter}, {customer}: the line {category} is empty again.",
        ),
        (
            "The {category} allowance of {customer} for {quarter} is off, none is set.",
            "{customer} has nothing set aside for {category} in {quarter} any more.",
        ),
    ),
    record(
        "budget_forwarded",
        (asserts("budget", "{customer}", "{category}", "{quarter}", value="{amount}", as_of="as_of"),),
        (
            "Copy of the allowance sheet dated {as_of}: {customer}, {quarter}, {category}, {amount}.",
            "Old household book of {as_of}, for your files: {customer}, {category} in {quarter}, {amount}.",
        ),
        (
            "Found the sheet of {as_of}, it grants {customer} {amount} for {category} in {quarter}.",
            "Forwarding mail of {as_of}: {customer} with {amount} set aside for {category} in {quarter}.",
        ),
    ),
    record(
        "window_notice",
        (asserts("window", "{category}", value="{days}"),),
        (
            "Return desk: {category} goods taken back up to {days} days after handing over, from {today}.",
            "Notice of {today}: returns from aisle {category} are open for {days} days after handing over.",
        ),
        (
            "From {today} we take {category} goods back for {days} days after handing over.",
            "The return desk takes {category} goods up to {days} days after handing over, from {today}.",
        ),
    ),
    record(
        "window_changed",
        (revises("window", "{category}", value="{days}"),),
        (
            (
                "Return desk, changed from {today}: {category} goods taken back up to {days} days after"
                " handing over."
            ),
            (
                "Notice of {today} replaces the one before: returns from aisle {category} are open for {days}"
                " days after handing over."
            ),
        ),
        (
            "New from {today}, we take {category} goods back for {days} days after handing over.",
            "The desk takes {category} goods back for {days} days after handing over, changed on {today}.",
        ),
    ),
    record(
        "threshold_notice",
        (asserts("threshold", value="{amount}"),),
        (
            "Postage: the house pays it on orders of {amount} and more, starting {today}.",
            "Notice of {today}: orders of {amount} and more carry no postage.",
        ),
        (
            "From {today} we pay the postage once an order comes to {amount}.",
            "No postage on orders of {amount} and more from {today}.",
        ),
    ),
    record(
        "threshold_changed",
        (revises("threshold", value="{amount}"),),
        (
            "Postage, changed from {today}: the house now pays it on orders of {amount} and more.",
            "Notice of {today} replaces the one before: orders of {amount} and more carry no postage.",
        ),
        (
            "New from {today}, we pay the postage once an order comes to {amount}.",
            "We now send orders of {amount} and more without postage, changed on {today}.",
        ),
    ),
)

DECLARED = (
    record(
        "ban_notice",
        (declares("blocklist_{category}", BAN),),
        (
            "House notice: {category} goods are banned until further notice.",
            "Notice of {today}: the {category} aisle is banned, no last day set.",
        ),
        (
            "From {today} nobody is to send out {category} goods, they are banned.",
            "The {category} aisle is banned from {today} until I say otherwise.",
        ),
    ),
    record(
        "ban_notice_until",
        (declares("blocklist_{category}", BAN_UNTIL),),
        (
            "House notice: {category} goods are banned, last day of the ban {ends}.",
            "Notice of {today}: the {category} aisle is banned up to and with {ends}.",
        ),
        (
            "Nobody is to send out {category} goods, they are banned up to and with {ends}.",
            "The {category} aisle is banned from {today}, and {ends} is the last day of it.",
        ),
    ),
    record(
        "ban_lifted",
        (undeclares("blocklist_{category}"),),
        (
            "House notice: the ban on {category} goods is lifted from {today}.",
            "Notice of {today}: aisle {category} open again, ban taken back.",
        ),
        (
            "The ban on {category} is lifted, send those goods out again.",
            "You may take {category} goods again, we lifted the ban on {today}.",
        ),
    ),
    record(
        "club_postage",
        (declares("free_plan_{plan}", FREE_UNTIL),),
        (
            "Club desk: {plan} cards carry no postage, last day {ends}.",
            "Notice of {today}: no postage for the {plan} club up to and with {ends}.",
        ),
        (
            "Up to and with {ends} we pay the postage for whoever holds a {plan} card.",
            "The {plan} club pays no postage from {today}, and {ends} is the last day of it.",
        ),
    ),
    record(
        "club_postage_ended",
        (undeclares("free_plan_{plan}"),),
        (
            "Club desk: {plan} cards carry postage again from {today}.",
            "Notice of {today}: the {plan} club pays its own postage again.",
        ),
        (
            "We stop paying the postage for {plan} cards, from {today}.",
            "The {plan} club is back to paying postage, please note.",
        ),
    ),
    record(
        "excuse_given",
        (declares("waiver_{customer}_{category}", EXCUSE),),
        (
            (
                "Household book {customer}: {category} allowance not held against them, {starts} to {ends},"
                " both days included."
            ),
            "Excuse slip, {customer}, {category} allowance: first day {starts}, last day {ends}.",
        ),
        (
            "We excuse {customer} from the {category} allowance, first day {starts}, last day {ends}.",
            "From {starts} up to and with {ends} nobody holds {customer} to the {category} allowance.",
        ),
    ),
    record(
        "excuse_ended",
        (undeclares("waiver_{customer}_{category}"),),
        (
            "Household book {customer}: excuse for the {category} allowance taken back on {today}.",
            "Excuse slip of {customer} for {category} torn up, the allowance holds again.",
        ),
        (
            "The excuse of {customer} for {category} is off, the allowance holds again.",
            "Please hold {customer} to the {category} allowance again from {today}.",
        ),
    ),
    record(
        "signature_notice",
        (declares("approval_limit", SIGNATURE),),
        (
            "House notice: an order beyond {amount} goes out with a second signature only, from {today}.",
            "Notice of {today}: beyond {amount} an order waits for a second signature.",
        ),
        (
            "From {today} please get a second signature for any order beyond {amount}.",
            "The till asks for a second signature on any order beyond {amount}, from {today}.",
        ),
    ),
    record(
        "signature_dropped",
        (undeclares("approval_limit"),),
        (
            "House notice: the limit for a second signature is struck out, a new one is to follow.",
            "Notice of {today}: the old limit for a second signature is dropped, none is set.",
        ),
        (
            "From {today} there is no set limit for a second signature, wait for a new notice.",
            "We dropped the limit for second signatures, and a new one is still open.",
        ),
    ),
)

POLICIES = (*ALLOWANCES, *DECLARED)
