"""The words of ShopOps: what records may say, and by which words questions ask (spec 4.5).

Both are lemmas in the sense of ``rendering.lexicon.lemma``; the two sides share none.
"""

from __future__ import annotations

from scenarios.rendering.lexicon import lemmas

_RECORD_WORDS = """
against aisle allowance along aside asks ban behind belongs benches beneath beyond book boxes branch
brought called card carry catalogue changed check club come copy corrected dated desk door down dropped
dry empty excuse expects file fills find first follow forwarding found gap gave get goes goods grants
hands hang head held house household included index issued label lifted limit line list loaded look mail
misread morning moved namely new notice open order otherwise pack packers page parcel part pay pick placed
plan postage price put quantity quarter read receipt repack replaces return right road round run seat
second send sent set sheet shelf signature signed since slip sorry spot starting statement stays step stop
street struck supplier swapped switched taken till today took torn town tree truth typing van wait went
while whoever whole works workshop written wrong wrote
"""

#: Content lemmas that wordings of actions may use.
RECORD_LEX = lemmas(_RECORD_WORDS.split())

_FRAME = "answer form give name number count amount reply day"

#: Words of questions for the recorded value of the present or for another version of it (T1 to T4).
_OF_VALUES = "present stand stood valid end previous decided decision fixed settled recently comparing"
_VALUES = {
    "product_of": "article bought product",
    "price": "article cost single unit",
    "qty": "article bought comprise purchase units",
    "ship_to": "bound destination purchase",
    "delivered_on": "arrival arrive destination known purchase reach",
    "placed": "known purchase",
    "maker": "manufacturer manufactures",
    "category_parent": "above category higher immediately",
    "budget": "budget known large",
    "window": "allow deadline refund",
    "threshold": "delivery free least total",
}

#: Predicate -> the content words by which questions and probes ask for it; ``*`` is the frame of all.
QUESTION_LEX = {
    pred: lemmas(words.split())
    for pred, words in {
        "*": _FRAME,
        **{pred: f"{_OF_VALUES} {words}" for pred, words in _VALUES.items()},
        "category": "article category fall sort",
        "origin": "article country manufactured origin",
        "ship_country": "bound country destination purchase",
        "same_category": "article category fall",
        "imported": "abroad article bound country destination import origin seen",
        "items_in": "articles category fall kept purchase",
        "n_items_in": "articles category fall kept purchase",
        "under": "above categories fall higher immediately top",
        "steps": "above climb higher levels",
        "levels": "above climb levels top",
        "top": "above category climbing end top topmost way",
        "returnable": "article due force qualify refund refundable rules",
        "ships_free": "delivery entitled force free purchase qualify rules",
        "beyond": "budget exceed exemptions ignored spend whatever",
        "approval_needed": "authorisation force purchase require rules total",
        "owed": "bought buy lack missing products required",
        "kept": "articles claimed kept purchase refund",
        "allowed_items": "articles bought forbidden force kept permit rules",
        "over_budget": "exempt exemption force overspent",
        "covered": "budget cover spending spent",
        "n_orders": "cancel purchases valid",
        "n_kept": "articles claimed kept purchase refund",
        "order_total": "add alone articles cost kept purchase refunded total",
        "spend": "add spend total",
        "biggest": "cost expensive highest purchase total",
        "dearest": "article cost expensive highest kept purchase together total units",
        "all_arrived": "arrived delivered destination every purchase reach valid",
        "any_imported": "article imported kept least purchase",
        "left": "budget large left remains rest",
        "usual_category": "articles bought category common fall kept turns",
        "exempt": "exempt exemption",
        "blocklist": "forbidden",
        "free_plan": "delivery free",
        "active": "cancel valid",
        "orders": "cancel purchase valid",
        "line_total": "cost total unit",
        "blocked": "forbidden permitted",
        "blocked_items": "forbidden permitted",
        "approval_limit": "authorisation require",
        "in_category": "category fall",
        "bought": "bought buy",
    }.items()
}
