"""EduOps records of what is declared: track sheets, marks to reach, points to reach, which mark stands."""

from __future__ import annotations

from scenarios.domains.eduops.templates.kinds import record
from scenarios.rendering.patterns import (
    adds,
    asserts,
    cancels,
    completes,
    declares,
    revises,
    undeclares,
)

#: The rule key under which events say which of several grades counts, and its two alternatives.
REPEAT_POLICY = "repeat_policy"
LATEST_COUNTS = (
    "attempt_grade(S,C,G) :- G = argmax{ H @ D : attempt(S,C,T), grade(S,C,T,H), term_begins(T,D) }."
)
BEST_COUNTS = "attempt_grade(S,C,G) :- G = max{ H : attempt(S,C,T), grade(S,C,T,H) }."

TRACK_SHEETS = (
    record(
        "track_sheet",
        (completes("requirement", "{programme}", members="courses"),),
        (
            "Track sheet {programme}: {courses}. Nothing else is on the sheet.",
            "Sheet of units for {programme}, closed: {courses}.",
        ),
        (
            "Here is the whole sheet for {programme}: {courses}.",
            "Whoever is on {programme} has to do {courses} and no other unit.",
        ),
    ),
    record(
        "track_sheet_added",
        (adds("requirement", "{programme}", member="{course}"),),
        (
            "Track sheet {programme} changed on {today}: {course} put on.",
            "Sheet of units for {programme}: new line {course}.",
        ),
        (
            "They put {course} on the {programme} sheet today.",
            "From now on {programme} asks for {course} as well.",
        ),
    ),
    record(
        "track_sheet_dropped",
        (cancels("requirement", "{programme}", member="{course}"),),
        (
            "Track sheet {programme} changed on {today}: {course} struck off.",
            "Sheet of units for {programme}: line {course} is gone.",
        ),
        (
            "They struck {course} off the {programme} sheet today.",
            "From now on {programme} asks for {course} no more.",
        ),
    ),
)

MARKS_TO_REACH = (
    record(
        "reach_notice",
        (asserts("pass_mark", "{group}", value="{mark}"),),
        (
            "From {today}, units of branch {group} are done with a mark of {mark} or more.",
            "Notice of {today}: in branch {group} the mark to reach is {mark}.",
        ),
        (
            "From {today} a unit in {group} is done at mark {mark}.",
            "Exam board sets the mark to reach in {group} at {mark} from {today}.",
        ),
    ),
    record(
        "reach_replaced",
        (revises("pass_mark", "{group}", value="{mark}"),),
        (
            "Notice of {today} replaces the one before: in branch {group} a unit is now done at mark {mark}.",
            "Changed from {today}: in branch {group} the mark to reach is now {mark}.",
        ),
        (
            "New figure from {today}, a unit in {group} is now done at mark {mark}.",
            "Exam board changes the mark to reach in {group} to {mark} from {today}.",
        ),
    ),
    record(
        "reach_withdrawn",
        (cancels("pass_mark", "{group}"),),
        (
            "Notice on the mark to reach in branch {group} withdrawn; no figure is set now.",
            "Withdrawn on {today}: the mark to reach in branch {group}, nothing new set.",
        ),
        (
            "Exam board took back the mark to reach in {group}, there is none now.",
            "Until further notice {group} has no mark to reach.",
        ),
    ),
    record(
        "reach_forwarded",
        (asserts("pass_mark", "{group}", value="{mark}", as_of="as_of"),),
        (
            "Copy of the notice dated {as_of}: in branch {group} the mark to reach is {mark}.",
            "Old notice of {as_of}, for your files: branch {group}, mark {mark}.",
        ),
        (
            "Found the notice from {as_of}, it has {group} at mark {mark}.",
            "Forwarding what the exam board sent on {as_of}: mark {mark} for {group}.",
        ),
    ),
    record(
        "seal_notice",
        (asserts("bar", value="{mark}"),),
        (
            "Notice of {today}: a full track with an average mark of {mark} or more gets the gold seal.",
            "From {today}, whoever fills a track at an average mark of {mark} gets the gold seal.",
        ),
        (
            "From {today} we put the gold seal on a full track with an average of {mark}.",
            "Exam board sets the gold seal for a full track at an average of {mark} from {today}.",
        ),
    ),
    record(
        "seal_replaced",
        (revises("bar", value="{mark}"),),
        (
            "Notice of {today} replaces the last: a full track gets the gold seal at an average of {mark}.",
            "Changed from {today}: the gold seal is now for a full track at an average mark of {mark}.",
        ),
        (
            "New figure from {today}, the gold seal on a full track now takes an average of {mark}.",
            "Exam board changes the gold seal for a full track to an average of {mark} from {today}.",
        ),
    ),
    record(
        "seal_withdrawn",
        (cancels("bar"),),
        (
            "Notice on the gold seal withdrawn; no average is set now.",
            "Withdrawn on {today}: the average for the gold seal, nothing new set.",
        ),
        (
            "Exam board took back the average for the gold seal, there is none now.",
            "Until further notice no average is set for the gold seal.",
        ),
    ),
)

POINTS_TO_REACH = (
    record(
        "full_notice",
        (asserts("min_credits", "{programme}", value="{points}"),),
        (
            "From {today}, track {programme} is full at {points} points.",
            "Notice of {today}: track {programme} asks for {points} points in all.",
        ),
        (
            "From {today} whoever is on {programme} has to bring {points} points together.",
            "The board sets {programme} at {points} points in all from {today}.",
        ),
    ),
    record(
        "full_replaced",
        (revises("min_credits", "{programme}", value="{points}"),),
        (
            "Notice of {today} replaces the one before: track {programme} is now full at {points} points.",
            "Changed from {today}: track {programme} now asks for {points} points in all.",
        ),
        (
            "New figure from {today}, {programme} is now full at {points} points.",
            "The board changes {programme} to {points} points in all from {today}.",
        ),
    ),
    record(
        "full_withdrawn",
        (cancels("min_credits", "{programme}"),),
        (
            "Notice on the points of track {programme} withdrawn; no figure is set now.",
            "Withdrawn on {today}: the points at which {programme} is full, nothing new set.",
        ),
        (
            "The board took back the points for {programme}, there is no figure now.",
            "Until further notice {programme} has no figure at which it is full.",
        ),
    ),
    record(
        "along_notice",
        (asserts("transfer_cap", "{programme}", value="{points}"),),
        (
            "From {today}, track {programme} takes over at most {points} points from elsewhere.",
            "Notice of {today}: up to {points} points brought along to {programme} are taken over.",
        ),
        (
            "From {today} we take over up to {points} points from elsewhere on {programme}.",
            "The board lets {programme} take over {points} points from elsewhere, no more, from {today}.",
        ),
    ),
    record(
        "along_replaced",
        (revises("transfer_cap", "{programme}", value="{points}"),),
        (
            "Notice of {today} replaces the last: {programme} takes up to {points} points from elsewhere.",
            "Changed from {today}: up to {points} points brought along to {programme} are now taken over.",
        ),
        (
            "New figure from {today}, on {programme} we now take over up to {points} points from elsewhere.",
            "The board changes what {programme} takes over from elsewhere to {points} points from {today}.",
        ),
    ),
    record(
        "along_withdrawn",
        (cancels("transfer_cap", "{programme}"),),
        (
            "Notice on points brought along to {programme} withdrawn; no figure is set now.",
            "Withdrawn on {today}: the points that {programme} takes over from elsewhere, nothing new set.",
        ),
        (
            "The board took back the points that {programme} takes over, there is no figure now.",
            "Until further notice {programme} has no figure for points from elsewhere.",
        ),
    ),
)

WHICH_MARK = (
    record(
        "latest_mark",
        (declares(REPEAT_POLICY, LATEST_COUNTS),),
        (
            "From {today}, whoever sits a unit again keeps the mark of the latest term.",
            "Notice of {today}: of several marks in a unit, that of the latest term is kept.",
        ),
        (
            "From {today} the newest term wins when someone sits a unit again.",
            "Exam board keeps the mark of the newest term, whatever came earlier, from {today}.",
        ),
    ),
    record(
        "best_mark",
        (declares(REPEAT_POLICY, BEST_COUNTS),),
        (
            "From {today}, whoever sits a unit again keeps the best mark.",
            "Notice of {today}: of several marks in a unit, the best is kept.",
        ),
        (
            "From {today} the best paper wins when someone sits a unit again.",
            "Exam board keeps the best mark of a unit, whichever term, from {today}.",
        ),
    ),
    record(
        "which_mark_withdrawn",
        (undeclares(REPEAT_POLICY),),
        (
            "Notice on units sat again withdrawn on {today}; nothing new is set.",
            "Withdrawn on {today}: which mark is kept when a unit is sat again.",
        ),
        (
            "Exam board took back the notice on sitting a unit again, nothing new yet.",
            "Until further notice nothing says which mark is kept of several.",
        ),
    ),
)

POLICIES = (*TRACK_SHEETS, *MARKS_TO_REACH, *POINTS_TO_REACH, *WHICH_MARK)
