"""EduOps records of terms: who signed up for what, closed term records, marks."""

from __future__ import annotations

from scenarios.datalog.history import Op
from scenarios.domains.eduops.templates.kinds import record
from scenarios.rendering.patterns import ActionPattern, adds, asserts, cancels, completes, revises

MARKS = (
    record(
        "signed_up",
        (ActionPattern(Op.MEMBER, "enrolled", ("{student}", "{term}"), member="{courses}", each="courses"),),
        (
            "Timetable {term}: {student} signed up for {courses}.",
            "Seats kept for {student} in {courses}, {term}.",
        ),
        (
            "{student} wants to sit {courses} this {term}, seats are kept.",
            "I signed {student} up for {courses}, as asked, for {term}.",
        ),
    ),
    record(
        "signed_off",
        (cancels("enrolled", "{student}", "{term}", member="{course}"),),
        (
            "Timetable {term}: {student} signed off from {course}.",
            "Seat of {student} in {course}, {term}, handed back.",
        ),
        (
            "{student} will not sit {course} this {term}, the seat is free again.",
            "I signed {student} off from {course}, as asked, for {term}.",
        ),
    ),
    record(
        "term_record",
        (
            adds("term_of", "{student}", member="{term}"),
            completes("enrolled", "{student}", "{term}", members="courses"),
        ),
        (
            "Term record {term} of {student} closed: {courses}. Nothing more was sat.",
            "Registrar, term record: {student}, {term}, {courses}, whole list.",
        ),
        (
            "{student} was here in {term} and sat {courses}, that is all of it.",
            "Closing {term} for {student} now, with {courses} and nothing else.",
        ),
    ),
    record(
        "term_record_empty",
        (
            adds("term_of", "{student}", member="{term}"),
            completes("enrolled", "{student}", "{term}"),
        ),
        (
            "Term record {term} of {student} closed: an empty page. Nothing was sat.",
            "Registrar, term record: {student}, {term}, not one unit.",
        ),
        (
            "{student} was here in {term} and sat nothing, that is all of it.",
            "Closing {term} for {student} now, with nothing on the page.",
        ),
    ),
    record(
        "term_list_closed",
        (completes("enrolled", "{student}", "{term}", members="courses"),),
        (
            "Timetable {term} of {student} checked again: {courses}, no other unit.",
            "Page {term} of {student} closed anew with {courses} and no more.",
        ),
        (
            "I went through {term} for {student} again, it is {courses} and no more.",
            "The {term} page of {student} has {courses}, nothing else will follow.",
        ),
    ),
    record(
        "terms_closed",
        (completes("term_of", "{student}", members="terms"),),
        (
            "Student file {student}, terms spent here: {terms}. That is the whole list.",
            "Registrar: {student} was here in {terms} and at no other time.",
        ),
        (
            "I went through the file, {student} was here in {terms}, nothing else.",
            "The terms of {student} are {terms}, the list is closed.",
        ),
    ),
    record(
        "terms_empty",
        (completes("term_of", "{student}"),),
        (
            "Student file {student}, terms spent here: not one so far.",
            "Registrar: {student} has not been here for any term.",
        ),
        (
            "I went through the file, {student} has no term behind them yet.",
            "No term for {student} so far, the list is empty.",
        ),
    ),
    record(
        "mark_posted",
        (asserts("grade", "{student}", "{course}", "{term}", value="{mark}"),),
        (
            "Registrar: {student}, {course}, {term}, mark {mark}.",
            "Mark sheet {course}, {term}: {student} has {mark}.",
        ),
        (
            "{student} got {mark} in {course} at the end of {term}.",
            "Please enter {mark} for {student}, {course}, {term}.",
        ),
    ),
    record(
        "mark_corrected",
        (revises("grade", "{student}", "{course}", "{term}", value="{mark}"),),
        (
            "Registrar: the {term} mark of {student} in {course} was corrected to {mark}.",
            "Mark sheet {course}, {term}: {student} now has {mark}, misread before.",
        ),
        (
            "Sorry, {student} should have {mark} in {course} for {term}, please correct it.",
            "Typing slip, the right mark of {student} in {course}, {term}, is {mark}.",
        ),
    ),
    record(
        "mark_voided",
        (cancels("grade", "{student}", "{course}", "{term}"),),
        (
            "Registrar: the {term} mark of {student} in {course} was struck off.",
            "Mark sheet {course}, {term}: line of {student} made void.",
        ),
        (
            "The mark that {student} had in {course} for {term} is void.",
            "Please strike the mark of {student} in {course}, {term}, there is none now.",
        ),
    ),
    record(
        "mark_forwarded",
        (asserts("grade", "{student}", "{course}", "{term}", value="{mark}", as_of="as_of"),),
        (
            "Copy of the mark sheet dated {as_of}: {student} at {mark} in {course}, {term}.",
            "Old slip of {as_of}, for your files: {student}, {course}, {term}, {mark}.",
        ),
        (
            "Found a slip from {as_of}, it has {student} at {mark} in {course} for {term}.",
            "Forwarding the sheet of {as_of}: {mark} for {student} in {course}, {term}.",
        ),
    ),
)
