"""The words of TripOps: what records may say, and by which words questions ask (spec 4.5).

Both are lemmas in the sense of ``rendering.lexicon.lemma``; the two sides share none.
"""

from __future__ import annotations

from scenarios.rendering.lexicon import lemmas

_RECORD_WORDS = """
aside ask atlas attached bag belong beyond book bookkeeping card carry changed chapter check claim coach
column coming copy correct dated desk empty enter entry figure file first follow forwarding found gave
get given go got held hello highest house included index initials issued kept key kind know land ledger
line list lodging mail manager map misread moved namely need new notice opened packed page paid pay
personnel phone posted pot put reminder replaces returned right room run said seat sent set sheet side
sit slip small sorry staff stamp starting summary swap switched taken took transport travel typing
update voucher went whole window work
"""

#: Content lemmas that wordings of actions may use.
RECORD_LEX = lemmas(_RECORD_WORDS.split())

_FRAME = "answer form give name number count amount reply day"

#: Predicate -> the content words by which questions and probes ask for it; ``*`` is the frame of all.
QUESTION_LEX = {
    pred: lemmas(words.split())
    for pred, words in {
        "*": _FRAME,
        "booking": "accommodation present stand stay people valid",
        "based_in": "duty location present stand stationed",
        "reports_to": "above colleague direct directly present report stand superior",
        "starts": "depart departure present stand",
        "amount": "against large present size stand sum",
        "cap": "applies ceiling large present stand valid",
        "home": "country count home",
        "dest": "destination lead place",
        "country": "country destination lead",
        "region": "destination lead region world",
        "same_country": "bound country destination lead",
        "trips_to": "count destination journey lead visit",
        "n_trips_to": "count destination journey lead often visit",
        "outside": "abroad firm journey",
        "n_outside": "abroad brought firm journey often",
        "length": "long duration",
        "days_outside": "abroad add firm journey total",
        "above": "above direct directly indirect report stand superior very top",
        "limit": "limit ceiling",
        "claimable": "reimbursable",
        "payable": "bring force money part reimbursable rules",
        "trip_total": "add part reimbursable total",
        "spent": "budget spent total",
        "left": "budget large left remain rest",
        "over_limit": "applies exceed force limit rules",
        "needs_signoff": "clearance force make required require rules subject",
        "signed": "clearance cleared",
        "unsigned": "clearance journey lack required require",
    }.items()
}
