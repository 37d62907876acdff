"""TripOps records of lodging: rooms held, moved and given back, prices of a night, foreign money."""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import record
from scenarios.rendering.patterns import asserts, cancels, revises

BOOKINGS = (
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
)

PRICES = (
    record(
        "hotel_list",
        (asserts("hotel_in", "{hotels}", value="{city}", each="hotels"),),
        (
            "Lodging index, {city}, houses listed there: {hotels}.",
            "Map of {city}, all lodging houses on it: {hotels}.",
        ),
        (
            "For the lodging index: {city} has {hotels}.",
            "If you need a room in {city}, the houses are {hotels}.",
        ),
    ),
    record(
        "room_price",
        (
            asserts("room_price", "{hotel}", value="{price}"),
            asserts("priced_in", "{hotel}", value="{currency}"),
        ),
        (
            "Lodging sheet {hotel}: a room is {price} {currency} a night.",
            "Price card of {hotel}, from {today}: {price} {currency} for each night.",
        ),
        (
            "I phoned {hotel}, they ask {price} {currency} a night.",
            "A night at {hotel} comes to {price} {currency}, says the house.",
        ),
    ),
    record(
        "room_price_changed",
        (revises("room_price", "{hotel}", value="{price}"),),
        (
            "Lodging sheet {hotel} changed: the price of a night is now {price}.",
            "Price card of {hotel}, new figure from {today}: {price} for each night.",
        ),
        (
            "I phoned {hotel} again, a night comes to {price} from now on.",
            "New price at {hotel}, please note, {price} a night.",
        ),
    ),
    record(
        "room_price_switched",
        (
            revises("room_price", "{hotel}", value="{price}"),
            revises("priced_in", "{hotel}", value="{currency}"),
        ),
        (
            "Lodging sheet {hotel} changed: a room is now {price} {currency} a night.",
            "Price card of {hotel}, all new from {today}: {price} {currency} for each night.",
        ),
        (
            "{hotel} has switched over, they now ask {price} {currency} a night.",
            "A night at {hotel} now comes to {price} {currency}, they switched.",
        ),
    ),
    record(
        "rate_note",
        (asserts("rate", "{currency}", value="{rate}"),),
        (
            "Bank sheet of {today}: one {currency} buys {rate}.",
            "Bookkeeping enters each {currency} at {rate} from {today}.",
        ),
        (
            "I asked the bank, one {currency} gets us {rate}.",
            "Please enter each {currency} at {rate} in your slips.",
        ),
    ),
    record(
        "rate_changed",
        (revises("rate", "{currency}", value="{rate}"),),
        (
            "Bank sheet changed on {today}: one {currency} now buys {rate}.",
            "From {today} bookkeeping enters each {currency} at the new rate of {rate}.",
        ),
        (
            "I asked the bank again, one {currency} gets us {rate} now.",
            "New rate, please enter each {currency} at {rate} from now on.",
        ),
    ),
    record(
        "rate_withdrawn",
        (cancels("rate", "{currency}"),),
        (
            "Bank sheet changed on {today}: the line for {currency} is empty.",
            "Bookkeeping has withdrawn its rate for {currency}, none is set.",
        ),
        (
            "The bank has no rate for {currency} any more.",
            "Please enter nothing in {currency}, we have no rate for it now.",
        ),
    ),
    record(
        "rate_forwarded",
        (asserts("rate", "{currency}", value="{rate}", as_of="as_of"),),
        (
            "Copy of the bank sheet dated {as_of}: one {currency} buys {rate}.",
            "Old bank sheet of {as_of}, for your files: {currency} at {rate}.",
        ),
        (
            "Found the bank sheet of {as_of}, it has {currency} at {rate}.",
            "Forwarding the rates of {as_of}, with one {currency} at {rate}.",
        ),
    ),
)

LODGING = (*BOOKINGS, *PRICES)
