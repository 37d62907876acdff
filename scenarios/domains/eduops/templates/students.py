"""EduOps records of students: tracks, what they brought along, stops, and what they are excused from."""

from __future__ import annotations

from scenarios.domains.eduops.templates.kinds import record
from scenarios.rendering.patterns import adds, asserts, cancels, completes, revises

STUDENTS = (
    record(
        "file_opened",
        (
            asserts("programme_of", "{student}", value="{programme}"),
            completes("transfer", "{student}"),
            completes("waiver", "{student}"),
            completes("hold", "{student}"),
        ),
        (
            "File opened for {student}, track {programme}; nothing brought along, no excuse, no stop set.",
            "New student file {student}: track {programme}, brought along nothing, no excuse, no stop.",
        ),
        (
            "{student} sets out on track {programme}, with nothing brought along, no excuse and no stop.",
            "I opened a file for {student} on {programme}, with nothing brought along, no excuse, no stop.",
        ),
    ),
    record(
        "track_chosen",
        (asserts("programme_of", "{student}", value="{programme}"),),
        (
            "Registrar: {student} is written down for track {programme}.",
            "Student card {student}: track {programme}, signed on paper.",
        ),
        (
            "{student} has signed for track {programme}, paper follows.",
            "Please write {student} down for the {programme} track.",
        ),
    ),
    record(
        "track_changed",
        (revises("programme_of", "{student}", value="{programme}"),),
        (
            "Registrar: {student} has changed over to track {programme}.",
            "Student card {student}: track changed, now {programme}.",
        ),
        (
            "{student} has changed tracks and is now down for {programme}.",
            "Please move the file of {student} over to the {programme} track.",
        ),
    ),
    record(
        "track_forwarded",
        (asserts("programme_of", "{student}", value="{programme}", as_of="as_of"),),
        (
            "Copy of the student card dated {as_of}: {student}, track {programme}.",
            "Old paper of {as_of}, for your files: {student} signed for {programme}.",
        ),
        (
            "Found a paper from {as_of}, it has {student} on track {programme}.",
            "Forwarding the card of {as_of}: {programme} is the track of {student}.",
        ),
    ),
    record(
        "standing_note",
        (asserts("standing", "{student}", value="{standing}"),),
        (
            "Student card {student}: kept as a {standing} student.",
            "Badge issued to {student}, colour for {standing} students.",
        ),
        (
            "{student} got the badge of a {standing} student.",
            "Please hand {student} the badge for {standing} students.",
        ),
    ),
    record(
        "brought_along",
        (adds("transfer", "{student}", member="{course}"),),
        (
            "Registrar: {course} brought along by {student} is accepted from elsewhere.",
            "Student file {student}: paper from elsewhere accepted for {course}.",
        ),
        (
            "{student} brought along papers for {course}, and we accept them.",
            "We accept what {student} did elsewhere for {course}.",
        ),
    ),
    record(
        "brought_along_undone",
        (cancels("transfer", "{student}", member="{course}"),),
        (
            "Registrar: {course} brought along by {student} is accepted no longer, the paper was faulty.",
            "Student file {student}: paper from elsewhere for {course} sent back.",
        ),
        (
            "The papers that {student} brought along for {course} are off again, please strike them.",
            "We no longer accept what {student} did elsewhere for {course}.",
        ),
    ),
    record(
        "brought_along_closed",
        (completes("transfer", "{student}", members="courses"),),
        (
            "Student file {student}, page of papers from elsewhere closed: {courses}.",
            "Registrar: {student} brought along {courses} in all, nothing else.",
        ),
        (
            "I have everything that {student} brought along, namely {courses}.",
            "From elsewhere {student} has {courses}, and that is the whole list.",
        ),
    ),
    record(
        "stop_set",
        (adds("hold", "{student}", member="{hold}"),),
        (
            "Stop {hold} set on the file of {student} by the cashier; no signing up.",
            "Student file {student}: stop {hold} put in on {today}, no signing up.",
        ),
        (
            "The cashier put stop {hold} on {student}, who cannot sign up now.",
            "Heads up, {student} cannot sign up, there is a stop, slip {hold}.",
        ),
    ),
    record(
        "stop_lifted",
        (cancels("hold", "{student}", member="{hold}"),),
        (
            "Stop {hold} lifted from the file of {student} by the cashier.",
            "Student file {student}: stop {hold} taken out on {today}.",
        ),
        (
            "The cashier lifted stop {hold} on {student} today.",
            "All good, the stop on {student} is gone, slip {hold}.",
        ),
    ),
    record(
        "stops_closed",
        (completes("hold", "{student}", members="holds"),),
        (
            "Student file {student}, page of stops checked: {holds}, no others.",
            "Cashier, stops on {student} as of {today}: {holds}, whole list.",
        ),
        (
            "I checked the stops on {student}, it is {holds} and no more.",
            "Cashier here, on {student} we have {holds} as stops, nothing else.",
        ),
    ),
    record(
        "stops_empty",
        (completes("hold", "{student}"),),
        (
            "Student file {student}, page of stops checked: the page is empty.",
            "Cashier, stops on {student} as of {today}: not one.",
        ),
        (
            "I checked the stops on {student}, there is not one.",
            "Cashier here, on {student} we have no stops at all.",
        ),
    ),
    record(
        "excused",
        (
            adds("waiver", "{student}", member="{course}"),
            asserts("waiver_term", "{student}", "{course}", value="{term}"),
        ),
        (
            "Registrar: {student} is excused from {course} for {term}.",
            "Student file {student}: letter of excuse for {course} signed, good for {term} only.",
        ),
        (
            "{student} got a letter and is excused from {course} for {term}.",
            "Please note that during {term} we excuse {student} from {course}.",
        ),
    ),
    record(
        "excuse_moved",
        (revises("waiver_term", "{student}", "{course}", value="{term}"),),
        (
            "Registrar: the letter of {student} for {course} is moved to {term}.",
            "Student file {student}: letter of excuse for {course} changed, now good for {term}.",
        ),
        (
            "{student} swapped the letter for {course}, it is for {term} now.",
            "The letter that {student} has for {course} was moved to {term}.",
        ),
    ),
    record(
        "excuse_withdrawn",
        (cancels("waiver", "{student}", member="{course}"),),
        (
            "Registrar: the letter that excused {student} from {course} is withdrawn.",
            "Student file {student}: letter of excuse for {course} torn up.",
        ),
        (
            "We took back the letter of {student} for {course} today.",
            "Sorry, but {student} is excused from {course} no longer.",
        ),
    ),
    record(
        "excuses_closed",
        (completes("waiver", "{student}", members="courses"),),
        (
            "Student file {student}, page of excuse letters closed: {courses}, no others.",
            "Registrar, all excuse letters of {student}: {courses}, whole list.",
        ),
        (
            "I went through the excuse letters of {student}, it is {courses} and no more.",
            "The excuse letters of {student} are for {courses}, nothing else.",
        ),
    ),
)
