"""GlassOps records: beds, plants, kin, keys, tools, the tank and slack on it."""

from __future__ import annotations

from scenarios.rendering.patterns import adds, asserts, cancels, completes, declares, revises, undeclares
from tests.domains.glassops.templates.kinds import record

SLACK = 'spared(H) :- H = "{house}", date(cutoff) <= date({ends}).'

BEDS = (
    record(
        "bed_set",
        (
            adds("bed", "{house}", member="{bed}"),
            asserts("planted", "{bed}", value="{plant}"),
            asserts("sown", "{bed}", value="{sown}"),
            asserts("water", "{bed}", value="{litres}"),
        ),
        (
            "Hall {house}, new bed {bed}: {plant}, put in on {sown}, {litres} litres a week.",
            "Bed sheet {house}: {bed} holds {plant} since {sown}, {litres} litres weekly.",
        ),
        (
            "I put {plant} into {bed} in hall {house} on {sown}, it drinks {litres} litres a week.",
            "{bed} is a new bed in hall {house}; {plant} went in on {sown}, at {litres} litres a week.",
        ),
    ),
    record(
        "bed_changed",
        (revises("planted", "{bed}", value="{plant}"),),
        (
            "Bed {bed}, set anew: {plant} grows there now.",
            "Bed sheet, line {bed} changed: {plant} in place of what grew there.",
        ),
        (
            "We took out what grew in {bed} and put in {plant}.",
            "{bed} has {plant} now, I changed it this morning.",
        ),
    ),
    record(
        "bed_forwarded",
        (asserts("planted", "{bed}", value="{plant}", as_of="as_of"),),
        (
            "Old bed sheet, copy of {as_of}: {bed} with {plant} in it.",
            "Found in the drawer, dated {as_of}: bed {bed} holds {plant}.",
        ),
        (
            "Typing up the old sheets, that of {as_of} has {plant} in {bed}.",
            "Here is the page of {as_of} at last, {bed} with {plant} on it.",
        ),
    ),
    record(
        "litres_changed",
        (revises("water", "{bed}", value="{litres}"),),
        (
            "Bed sheet, line {bed} changed: {litres} litres a week.",
            "Bed {bed}, mark on the can moved to {litres} litres a week.",
        ),
        (
            "{bed} gets {litres} litres a week from now on.",
            "Please let {bed} have {litres} litres a week, I changed the sheet.",
        ),
    ),
    record(
        "litres_forwarded",
        (asserts("water", "{bed}", value="{litres}", as_of="as_of"),),
        (
            "Old bed sheet, copy of {as_of}: {litres} litres a week for {bed}.",
            "Found in the drawer, dated {as_of}: {bed} at {litres} litres a week.",
        ),
        (
            "Typing up the old sheets, that of {as_of} shows {litres} litres a week for {bed}.",
            "Here is the page of {as_of} at last, {litres} litres a week for {bed} on it.",
        ),
    ),
    record(
        "bed_cleared",
        (cancels("bed", "{house}", member="{bed}"),),
        (
            "Hall {house}, bed {bed} dug up and taken off the sheet.",
            "Bed sheet {house}: line {bed} struck out, stones put down.",
        ),
        (
            "We dug up {bed} in hall {house}, it is gone for good.",
            "{bed} is no bed of hall {house} any more, we put stones down.",
        ),
    ),
    record(
        "beds_closed",
        (completes("bed", "{house}", members="beds"),),
        (
            "Hall {house} walked through: beds {beds} and no more.",
            "Bed sheet {house} signed off with {beds}, no others.",
        ),
        (
            "I walked hall {house}: {beds}, that is all of them.",
            "In hall {house} there are {beds} and not one bed besides.",
        ),
    ),
    record(
        "beds_closed_empty",
        (completes("bed", "{house}"),),
        (
            "Hall {house} walked through: bare ground, not one bed.",
            "Bed sheet {house} signed off without a line on it.",
        ),
        (
            "I walked hall {house}, there is not one bed in it.",
            "Hall {house} has bare ground only, no bed at all.",
        ),
    ),
)

PLANTS = (
    record(
        "plant_card",
        (
            asserts("kin_of", "{plant}", value="{kin}"),
            completes("need", "{plant}", members="tools"),
        ),
        (
            "Seed card {plant}: kin {kin}, takes {tools} and nothing else.",
            "Seed drawer, card {plant}, filed under {kin}; tools to it: {tools}, no more.",
        ),
        (
            "{plant} is of kin {kin} and takes {tools}, that is the whole card.",
            "I filed {plant} under {kin}; it takes {tools} and no other tool.",
        ),
    ),
    record(
        "plant_card_plain",
        (asserts("kin_of", "{plant}", value="{kin}"), completes("need", "{plant}")),
        (
            "Seed card {plant}: kin {kin}, takes no tool at all.",
            "Seed drawer, card {plant}, filed under {kin}; tools to it: none.",
        ),
        (
            "{plant} is of kin {kin} and takes no tool, says the card.",
            "I filed {plant} under {kin}; bare hands will do for it.",
        ),
    ),
    record(
        "kin_card",
        (asserts("kin_above", "{kin}", value="{parent}"),),
        (
            "Kin tree, branch {kin}: grows out of {parent}.",
            "Page {kin} of the kin book: branch of {parent}.",
        ),
        (
            "{kin} is a branch of {parent}, so the kin book says.",
            "I drew {kin} into the tree, right out of {parent}.",
        ),
    ),
    record(
        "kin_trunk",
        (asserts("kin_above", "{kin}", value="none"),),
        (
            "Kin tree, {kin}: a trunk, grows out of nothing else.",
            "Page {kin} of the kin book: trunk, a branch of none.",
        ),
        (
            "{kin} is a trunk in the kin book, out of no other.",
            "I drew {kin} into the tree as a trunk of its own.",
        ),
    ),
    record(
        "gift_note",
        (asserts("donor", "{plant}", value="{person}"),),
        (
            "Seed card {plant}, on the back: a gift of {person}.",
            "Gift book: {plant} came to us from {person}.",
        ),
        (
            "{plant} was a gift of {person}, pot and all.",
            "{person} brought us the first {plant}, what a gift.",
        ),
    ),
)

HALLS = (
    record(
        "keys_handed",
        (asserts("keeper", "{house}", value="{person}"),),
        (
            "Keys of hall {house} handed out to {person}.",
            "Key board: hall {house}, hook of {person}.",
        ),
        (
            "{person} has the keys of hall {house}, I handed them out.",
            "I gave the keys of hall {house} to {person} this morning.",
        ),
    ),
    record(
        "keys_passed",
        (revises("keeper", "{house}", value="{person}"),),
        (
            "Keys of hall {house} passed on, now with {person}.",
            "Key board changed: hall {house}, hook of {person}.",
        ),
        (
            "The keys of hall {house} went over to {person}.",
            "{person} took over the keys of hall {house} today.",
        ),
    ),
    record(
        "tools_hung",
        (completes("tool", "{house}", members="tools"),),
        (
            "Hooks of hall {house}: {tools}, nothing else hangs there.",
            "Tool sheet {house}: {tools}, and the rest of the wall is bare.",
        ),
        (
            "I hung {tools} up in hall {house}, that is all there is.",
            "On the wall of hall {house} hang {tools} and no other tool.",
        ),
    ),
    record(
        "tools_none",
        (completes("tool", "{house}"),),
        (
            "Hooks of hall {house}: bare, nothing hangs there.",
            "Tool sheet {house}: bare wall, not one tool.",
        ),
        (
            "There is not one tool on the wall of hall {house}.",
            "The hooks of hall {house} are all bare.",
        ),
    ),
    record(
        "tank_opened",
        (asserts("ration", "{house}", value="{litres}"),),
        (
            "Tank of hall {house}: {litres} litres a week, no more.",
            "Tank sheet: hall {house} draws {litres} litres weekly at most.",
        ),
        (
            "Hall {house} may draw {litres} litres a week from the tank.",
            "I opened the tank for hall {house}, {litres} litres a week.",
        ),
    ),
    record(
        "tank_changed",
        (revises("ration", "{house}", value="{litres}"),),
        (
            "Tank of hall {house} changed: {litres} litres a week from now on.",
            "Tank sheet, new line: hall {house}, {litres} litres weekly.",
        ),
        (
            "From today hall {house} draws {litres} litres a week from the tank.",
            "I set the tank of hall {house} to {litres} litres a week.",
        ),
    ),
    record(
        "tank_forwarded",
        (asserts("ration", "{house}", value="{litres}", as_of="as_of"),),
        (
            "Old tank sheet, copy of {as_of}: hall {house}, {litres} litres a week.",
            "Found in the drawer, dated {as_of}: tank of hall {house}, {litres} litres a week.",
        ),
        (
            "Typing up the old sheets, that of {as_of} shows {litres} litres a week for hall {house}.",
            "Here is the page of {as_of} at last, {litres} litres a week for hall {house} on it.",
        ),
    ),
    record(
        "slack_noted",
        (declares("slack_{house}", SLACK),),
        (
            "Notice of {today}: slack for hall {house} up to and with {ends}.",
            "Tank sheet, margin: slack for hall {house}, good until {ends}.",
        ),
        (
            "Hall {house} has slack until {ends}, by the notice of {today}.",
            "I gave hall {house} slack, it is good until {ends}.",
        ),
    ),
    record(
        "slack_struck",
        (undeclares("slack_{house}"),),
        (
            "Notice of {today}: slack for hall {house} taken back.",
            "Tank sheet, margin: slack for hall {house} struck out.",
        ),
        (
            "The slack for hall {house} is off, by the notice of {today}.",
            "No more slack for hall {house}, I took it back.",
        ),
    ),
)

RECORDS = (*BEDS, *PLANTS, *HALLS)
