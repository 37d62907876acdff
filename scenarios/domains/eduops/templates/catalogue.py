"""EduOps records of the catalogue: entries and their changes, subjects, what is taken in place of what."""

from __future__ import annotations

from scenarios.datalog.history import Op
from scenarios.domains.eduops.templates.kinds import record
from scenarios.rendering.patterns import ActionPattern, adds, asserts, cancels, completes, revises

CATALOGUE = (
    record(
        "catalogue_entry",
        (
            completes("prereq", "{course}", members="courses"),
            asserts("credits", "{course}", value="{points}"),
            asserts("area_of", "{course}", value="{area}"),
        ),
        (
            "Catalogue: {course}, {points} points, {area}, may be entered after {courses}; no more is asked.",
            "Catalogue page {course}: {area}, {points} points; open after {courses}, with no further demand.",
        ),
        (
            "New on the list: {course}, {points} points in {area}; you get in after {courses}, nothing else.",
            "Please print {course}, {points} points in {area}, to be sat after {courses} and nothing else.",
        ),
    ),
    record(
        "catalogue_entry_open",
        (
            completes("prereq", "{course}"),
            asserts("credits", "{course}", value="{points}"),
            asserts("area_of", "{course}", value="{area}"),
        ),
        (
            "Catalogue: {course}, {points} points, {area}, may be entered by anyone; nothing is asked.",
            "Catalogue page {course}: {area}, {points} points; open to all, with no demand.",
        ),
        (
            "New on the list: {course}, {points} points in {area}; you get in with nothing behind you.",
            "Please print {course}, {points} points in {area}, to be sat by whoever likes.",
        ),
    ),
    record(
        "entry_added",
        (adds("prereq", "{course}", member="{other}"),),
        (
            "Catalogue, note to {course}: {other} is now asked of newcomers.",
            "Catalogue page {course}: {other} put on the list of what to sit earlier.",
        ),
        (
            "From now on they ask for {other} when you want to get into {course}.",
            "Mind that {course} is now entered after {other}, the page got a new line.",
        ),
    ),
    record(
        "entry_dropped",
        (cancels("prereq", "{course}", member="{other}"),),
        (
            "Catalogue, note to {course}: {other} is asked of newcomers no longer.",
            "Catalogue page {course}: {other} struck off the list of what to sit earlier.",
        ),
        (
            "They no longer ask for {other} when you want to get into {course}.",
            "You may enter {course} without {other} now, the line was struck off the page.",
        ),
    ),
    record(
        "entry_relisted",
        (completes("prereq", "{course}", members="courses"),),
        (
            "Catalogue page {course}, whole list of what to sit earlier: {courses}.",
            "Checked for {course}: newcomers are asked for {courses}, nothing else.",
        ),
        (
            "I checked {course} again, they ask for {courses} and that is the whole list.",
            "For {course} the page now says {courses}, and no other line.",
        ),
    ),
    record(
        "points_changed",
        (revises("credits", "{course}", value="{points}"),),
        (
            "Catalogue change of {today}: {course} is now printed with {points} points.",
            "Catalogue page {course}: points changed, now {points}.",
        ),
        (
            "They changed {course}, it brings {points} points from now on.",
            "Please print {course} anew, now with {points} points.",
        ),
    ),
    record(
        "points_forwarded",
        (asserts("credits", "{course}", value="{points}", as_of="as_of"),),
        (
            "Copy of the catalogue page dated {as_of}: {course} at {points} points.",
            "Old leaf of {as_of}, for your files: {course}, {points} points.",
        ),
        (
            "Found a leaf from {as_of}, it has {course} at {points} points.",
            "Forwarding the page of {as_of}: {points} points for {course}.",
        ),
    ),
    record(
        "subject_changed",
        (revises("area_of", "{course}", value="{area}"),),
        (
            "Catalogue change of {today}: {course} is moved to subject {area}.",
            "Catalogue page {course}: subject changed, now {area}.",
        ),
        (
            "They moved {course} over to {area} in the catalogue.",
            "Please look for {course} under {area} from now on.",
        ),
    ),
    record(
        "subject_sheet",
        (asserts("area_group", "{areas}", value="{group}", each="areas"),),
        (
            "Shelf plan: everything on {areas} is kept under {group}.",
            "Branch {group} of the shelf plan takes whatever is on {areas}.",
        ),
        (
            "Please put {areas} on the shelf of branch {group}.",
            "Reminder for the shelves: branch {group} takes all books on {areas}.",
        ),
    ),
    record(
        "subject_moved",
        (revises("area_group", "{area}", value="{group}"),),
        (
            "Shelf plan changed on {today}: subject {area} is now kept under {group}.",
            "Change to the shelves: {area} leaves its branch and goes to {group}.",
        ),
        (
            "We carried everything on {area} over to branch {group} today.",
            "New shelf for {area}, please look under branch {group} from now on.",
        ),
    ),
    record(
        "twin_note",
        (asserts("equivalent", "{course}", value="{other}"),),
        (
            "Key to the catalogues: {course} here is {other} in the partner house.",
            "Catalogue page {course}, small print: the partner house calls it {other}.",
        ),
        (
            "What we print as {course} is {other} over in the partner house.",
            "If the partner house writes {other}, read {course} in our catalogue.",
        ),
    ),
    record(
        "in_place_added",
        (adds("substitute", "{course}", member="{other}"),),
        (
            "Registrar, notice of {today}: {other} is accepted in place of {course}.",
            "Notice: whoever did {other} is spared {course}, from {today} on.",
        ),
        (
            "From {today} we accept {other} in place of {course}.",
            "If someone brings you {other}, let it do for {course} from {today}.",
        ),
    ),
    record(
        "in_place_withdrawn",
        (cancels("substitute", "{course}", member="{other}"),),
        (
            "Registrar, notice of {today}: {other} is accepted in place of {course} no longer.",
            "Notice withdrawn: whoever did {other} must sit {course} too, from {today} on.",
        ),
        (
            "From {today} we accept {other} in place of {course} no longer.",
            "If someone brings you {other}, it does not do for {course} from {today} on.",
        ),
    ),
    record(
        "in_place_closed",
        (completes("substitute", "{course}", members="courses"),),
        (
            "Registrar, whole list of what is accepted in place of {course}: {courses}.",
            "In place of {course} only {courses} will do, the list is closed.",
        ),
        (
            "I closed the list for {course}: {courses} will do, nothing else.",
            "All that we accept in place of {course} is {courses}, please note.",
        ),
    ),
    record(
        "in_place_empty",
        (ActionPattern(Op.COMPLETE, "substitute", ("{courses}",), each="courses"),),
        (
            "Registrar: in place of {courses} nothing else is accepted.",
            "Nothing is listed that will do in place of {courses}.",
        ),
        (
            "Nobody gets around {courses}, we accept nothing else.",
            "For {courses} nothing else will do, please tell whoever asks.",
        ),
    ),
)
