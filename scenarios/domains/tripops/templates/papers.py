"""TripOps records of papers: what a border asks for, and what lies in a person's drawer."""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import adds, cancels, completes

PAPERS = (
    record(
        "border_sheet",
        (completes("entry_paper", "{country}", members="papers"),),
        (
            "Border sheet {country}, papers to show: {papers}. Nothing else is asked for.",
            "Travel desk, all that the {country} border asks for: {papers}.",
        ),
        (
            "The {country} border wants to see what follows and nothing else: {papers}.",
            "To pack for {country}, as they ask to see no more: {papers}.",
        ),
    ),
    record(
        "border_sheet_empty",
        (completes("entry_paper", "{country}"),),
        (
            "Border sheet {country}, papers to show: none. Nothing is asked for.",
            "Travel desk: there is nothing to show at the {country} border.",
        ),
        (
            "The {country} border wants to see no papers at all.",
            "For {country} you pack no papers, they ask to see none.",
        ),
    ),
    record(
        "border_paper_added",
        (adds("entry_paper", "{country}", member="{paper}"),),
        (
            "Border sheet {country}, new line from {today}: {paper}.",
            "Travel desk: the {country} border now asks for this too: {paper}.",
        ),
        (
            "From {today} they also want to see this at the {country} border: {paper}.",
            "One more to pack for {country}, please note: {paper}.",
        ),
    ),
    record(
        "border_paper_dropped",
        (cancels("entry_paper", "{country}", member="{paper}"),),
        (
            "Border sheet {country}, line struck out on {today}: {paper}.",
            "Travel desk: the {country} border has stopped asking for this: {paper}.",
        ),
        (
            "From {today} nobody at the {country} border wants to see this any more: {paper}.",
            "One less to pack for {country}, please note: {paper}.",
        ),
    ),
    record(
        "drawer_checked",
        (completes("held_paper", "{person}", members="papers"),),
        (
            "Travel drawer of {person}, checked and closed: {papers}. Nothing else in it.",
            "Personnel sheet {person}, papers held: {papers}, no more.",
        ),
        (
            "I looked through the drawer of {person}, this is all: {papers}.",
            "In the drawer of {person} there is what follows and nothing else: {papers}.",
        ),
    ),
    record(
        "drawer_checked_empty",
        (completes("held_paper", "{person}"),),
        (
            "Travel drawer of {person}, checked and closed: empty.",
            "Personnel sheet {person}, papers held: not one.",
        ),
        (
            "I looked through the drawer of {person}, there is nothing in it.",
            "{person} has no papers at all, the drawer is empty.",
        ),
    ),
    record(
        "paper_issued",
        (adds("held_paper", "{person}", member="{paper}"),),
        (
            "Travel drawer of {person}, new in it from {today}: {paper}.",
            "Personnel sheet {person}, papers held, new line: {paper}.",
        ),
        (
            "The post had something for the drawer of {person}: {paper}.",
            "Please put this into the drawer of {person}, it came today: {paper}.",
        ),
    ),
    record(
        "paper_run_out",
        (cancels("held_paper", "{person}", member="{paper}"),),
        (
            "Travel drawer of {person}, run out and taken from it: {paper}.",
            "Personnel sheet {person}, papers held, line struck out: {paper}.",
        ),
        (
            "Please take this from the drawer of {person}, it has run out: {paper}.",
            "{person} handed this back today, it had run out: {paper}.",
        ),
    ),
)
