"""TripOps records of trips: files, lodging, yearly records, stamp sheets."""

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
        "booking_made",
        (asserts("booking", "{trip}", value="{hotel}"), asserts("hotel_in", "{hotel}", value="{city}")),
        (
            "Lodging desk: {hotel} in {city} is held for {trip}.",
            "Voucher issued, file {trip}: rooms with {hotel}, {city}.",
        ),
        (
            "Got a room at {hotel} in {city} for {trip}.",
            "For {trip} we took {hotel}, which is a {city} house.",
        ),
    ),
    record(
        "booking_moved",
        (revises("booking", "{trip}", value="{hotel}"), asserts("hotel_in", "{hotel}", value="{city}")),
        (
            "Change for {trip}: room at {old} given up, {hotel} in {city} taken.",
            "Lodging desk: {trip} switched to {hotel} in {city}.",
        ),
        (
            "Room swap on {trip}, now {hotel} in {city} instead of {old}.",
            "We moved {trip} over to {hotel} in {city}, voucher follows.",
        ),
    ),
    record(
        "booking_dropped",
        (cancels("booking", "{trip}"),),
        (
            "Lodging desk: the room for {trip} was given back, nothing new taken.",
            "Voucher for {trip} returned; no room is held now.",
        ),
        (
            "The room on {trip} is off, we hold nothing there.",
            "Gave back the room for {trip} and took no other.",
        ),
    ),
    record(
        "booking_forwarded",
        (asserts("booking", "{trip}", value="{hotel}", as_of="as_of"),),
        (
            "Forwarding the voucher dated {as_of}: {hotel} for {trip}.",
            "Copy of the slip of {as_of}, {trip} at {hotel}, for your files.",
        ),
        (
            "Found this in my mail from {as_of}: {hotel} held for {trip}.",
            "Old mail of {as_of} attached, it has {trip} at {hotel}.",
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
