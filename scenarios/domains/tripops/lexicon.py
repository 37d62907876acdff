"""The words of TripOps: what records may say, and by which words questions ask (spec 4.5).

Both are lemmas in the sense of ``rendering.lexicon.lemma``; the two sides share none.
"""

from __future__ import annotations

from scenarios.rendering.lexicon import lemmas

_RECORD_WORDS = """
anew aside ask atlas attached bag bank belong beyond book bookkeeping border buys came card carry changed
chapter chart check claim coach column coming copy correct dated desk drawer drop empty enter entry figure
file first follow forwarding found gave get given go got handed held hello highest house included index
initials issued kept key kind know land ledger less let line list lodging longer look mail manager map
mark misread moved myself namely need new night notice opened packed page paid papers pay personnel phone
posted pot price put rate rations reckoned reminder replaces returned right room run said seat second see
sent set sheet show side sit slip small sorry staff stamp starting stopped strike struck summary swap
switched taken today took transport travel typing update voucher wait want went whole window withdrawn
work wrong
"""

#: Content lemmas that wordings of actions may use.
RECORD_LEX = lemmas(_RECORD_WORDS.split())

_FRAME = "answer form give name number count amount reply day"

#: Words of questions for the recorded value of the present or for another version of it (T1 to T4).
_OF_VALUES = "present stand stood valid end previous decided decision fixed settled recently comparing"
_VALUES = {
    "booking": "accommodation stay people",
    "based_in": "duty location stationed",
    "reports_to": "above colleague direct directly report superior",
    "starts": "depart departure",
    "ends": "final",
    "amount": "against large size sum",
    "cap": "applied applies ceiling large",
    "receipt_floor": "outlay receipt reimbursable require sum",
    "signoff_days": "abroad clearance journey require",
    "allowance": "budget large",
    "night_cap": "accommodation applied applies ceiling large nightly",
    "day_rate": "applied applies large subsistence sum unit",
    "rate": "worth",
}

#: Predicate -> the content words by which questions and probes ask for it; ``*`` is the frame of all.
QUESTION_LEX = {
    pred: lemmas(words.split())
    for pred, words in {
        "*": _FRAME,
        **{pred: f"{_OF_VALUES} {words}" for pred, words in _VALUES.items()},
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
        "limit": "ceiling limit",
        "claimable": "force qualify reimbursable rules",
        "payable": "bring force money part reimbursable rules",
        "trip_total": "add part reimbursable total",
        "spent": "add outlay spent total",
        "left": "budget large left remain rest",
        "over_limit": "applies exceed force limit rules",
        "needs_signoff": "clearance force make required require rules subject",
        "signed": "clearance cleared granted superior traveller valid",
        "unsigned": "clearance journey lack required require",
        "class": "class fall outlay",
        "trip_currency": "accommodation charged currency required",
        "same_home": "country home",
        "in_class": "class fall outlay",
        "n_in_class": "class fall outlay",
        "n_above": "above climb direct indirect levels superior top",
        "steps": "above climb levels stand superior",
        "top": "above climb end stand superior top topmost",
        "rejected": "fail force outlay qualify reimbursable rules",
        "night_price": "accommodation ceiling nightly",
        "night_over": "accommodation applies ceiling exceed force nightly rules",
        "lodging_back": "accommodation bring force money part reimbursable rules total",
        "per_diem": "bring due force large rules subsistence",
        "waived": "clearance require",
        "uncleared": "clearance lack require",
        "lacks": "document lack missing obtain require traveller",
        "may_leave": "clearance considered depart document force free require rules",
        "n_trips": "journey total",
        "nights": "duration nightly",
        "longest": "duration journey longest",
        "earliest": "depart departure earliest journey soonest",
        "dearest": "largest outlay sum",
        "any_outside": "abroad bring firm journey",
        "all_within": "apply every limit outlay",
        "top_country": "common country destination journey lead often",
        "usual_class": "class common fall often outlay",
        "level2": "above level superior",
        "level3": "above level superior",
        "level4": "above level superior",
        "level5": "above level superior",
        "level6": "above level superior",
        "way": "above level superior",
    }.items()
}
