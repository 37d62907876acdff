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

#: Predicate -> the content words by which questions and probes ask for it; ``*`` is the frame of all.
QUESTION_LEX = {
    pred: lemmas(words.split())
    for pred, words in {
        "*": _FRAME,
        "booking": "accommodation present stand stay people valid",
        "based_in": "duty location present stand stationed",
        "reports_to": "above colleague direct directly present report stand superior",
        "starts": "depart departure present stand",
        "ends": "final present stand",
        "amount": "against large present size stand sum",
        "cap": "applies ceiling large present stand valid",
        "receipt_floor": "outlay present receipt reimbursable require stand sum",
        "signoff_days": "abroad clearance journey present require stand",
        "allowance": "budget large present stand",
        "night_cap": "accommodation applies ceiling large nightly present stand valid",
        "day_rate": "applies large present stand subsistence sum unit valid",
        "rate": "present stand worth",
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
