"""TripOps records of trips: files, dates, yearly records, seats, stamp sheets."""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import adds, asserts, cancels, completes, revises

TRIPS = (
    record(
        "trip_opened",
        (
            adds("trip", "{person}", "{year}", member="{trip}"),
            asserts("purpose", "{trip}", value="{purpose}"),
            asserts("starts", "{trip}", value="{starts}"),
            asserts("ends", "{trip}", value="{ends}"),
        ),
        (
            "Travel file {trip} opened for {person}, year {year}: {purpose}, {starts} to {ends}.",
            "New file {trip}, {year}, {person}; {purpose}; first day {starts}, last day {ends}.",
        ),
        (
            "Please open file {trip} under {year} for {person}, {purpose}, from {starts} until {ends}.",
            "{person} will be on {trip} from {starts} to {ends}, {purpose}, filed under {year}.",
        ),
    ),
    record(
        "trip_withdrawn",
        (cancels("trip", "{person}", "{year}", member="{trip}"),),
        (
            "Travel file {trip} of {person}, year {year}, withdrawn; nobody goes.",
            "File {trip} struck from the {year} sheet of {person} on {today}.",
        ),
        (
            "{person} will not go on {trip}, please strike it from {year}.",
            "Please take {trip} out of the {year} files of {person}, it is off.",
        ),
    ),
    record(
        "trip_dates_moved",
        (
            revises("starts", "{trip}", value="{starts}"),
            revises("ends", "{trip}", value="{ends}"),
        ),
        (
            "Travel file {trip}, new dates: {starts} to {ends}.",
            "File {trip} changed: first day {starts}, last day {ends}.",
        ),
        (
            "We moved {trip}, it now runs from {starts} until {ends}.",
            "New dates for {trip}, please note: from {starts} to {ends}.",
        ),
    ),
    record(
        "trip_dates_forwarded",
        (
            asserts("starts", "{trip}", value="{starts}", as_of="as_of"),
            asserts("ends", "{trip}", value="{ends}", as_of="as_of"),
        ),
        (
            "Copy of the travel file dated {as_of}: {trip}, {starts} to {ends}.",
            "Old sheet of {as_of}, for your files: {trip}, first day {starts}, last day {ends}.",
        ),
        (
            "Found my notes of {as_of}, they have {trip} running from {starts} until {ends}.",
            "Forwarding the travel list of {as_of}, with {trip} from {starts} to {ends}.",
        ),
    ),
    record(
        "purpose_changed",
        (revises("purpose", "{trip}", value="{purpose}"),),
        (
            "Travel file {trip} changed: now marked {purpose}.",
            "File {trip}, mark corrected on {today}: {purpose}.",
        ),
        (
            "Please mark {trip} as {purpose} from now on.",
            "The mark on {trip} was wrong, it should be {purpose}.",
        ),
    ),
    record(
        "yearly_record",
        (completes("trip", "{person}", "{year}", members="trips"),),
        (
            "Travel desk, {year} summary for {person}: {trips}. That is the whole list.",
            "Year sheet {year} for {person} closed with {trips} and no more.",
        ),
        (
            "I went through {year} for {person}: {trips}, that is all of it.",
            "All files of {person} for {year} are in: {trips}, nothing else.",
        ),
    ),
    record(
        "yearly_record_empty",
        (completes("trip", "{person}", "{year}"),),
        (
            "Travel desk, {year} summary for {person}: an empty page. That is the whole list.",
            "Year sheet {year} for {person} closed with no file at all.",
        ),
        (
            "I went through {year} for {person}: not one file, that is all of it.",
            "No files of {person} for {year} are in, nothing else to come.",
        ),
    ),
    record(
        "carrier_note",
        (asserts("carrier", "{trip}", value="{carrier}"),),
        (
            "Transport desk: seats for {trip} are with {carrier}, two bags each.",
            "Coach voucher, file {trip}: seats taken with {carrier}.",
        ),
        (
            "Got seats with {carrier} for {trip}, window side.",
            "For {trip} we took {carrier}, bags are included.",
        ),
    ),
    record(
        "approval_given",
        (adds("approval", "{trip}", member="{person}"),),
        (
            "Stamp sheet {trip}: initials of {person} entered.",
            "File {trip}, stamp sheet: {person} has put initials on it.",
        ),
        (
            "{person} put initials on the stamp sheet of {trip}.",
            "Just so you know, the {trip} sheet now carries initials by {person}.",
        ),
    ),
    record(
        "approval_taken_back",
        (cancels("approval", "{trip}", member="{person}"),),
        (
            "Stamp sheet {trip}: initials of {person} struck out.",
            "File {trip}, stamp sheet: {person} has taken the initials back.",
        ),
        (
            "{person} took back the initials on the stamp sheet of {trip}.",
            "Just so you know, {person} has struck the initials from the {trip} sheet.",
        ),
    ),
    record(
        "approvals_closed",
        (completes("approval", "{trip}", members="people"),),
        (
            "Stamp sheet {trip} closed with initials of {people}, no others.",
            "Sheet for {trip} put away; initials on it: {people}.",
        ),
        (
            "The {trip} sheet is closed, {people} put initials, nobody else.",
            "Closing the {trip} sheet now, initials are by {people} only.",
        ),
    ),
    record(
        "approvals_closed_empty",
        (completes("approval", "{trip}"),),
        (
            "Stamp sheet {trip} closed without any initials on it.",
            "Sheet for {trip} put away; initials on it: none.",
        ),
        (
            "The {trip} sheet is closed, nobody put initials on it.",
            "Closing the {trip} sheet now, it carries no initials.",
        ),
    ),
)
