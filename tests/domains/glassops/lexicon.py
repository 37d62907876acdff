"""The words of GlassOps: what records may say, and by which words questions ask (spec 4.5)."""

from __future__ import annotations

from scenarios.rendering.lexicon import lemmas

_RECORD_WORDS = """
anew bare bed besides board book branch brought came card changed copy dated down draw drawer drew drink dug
filed first found gave gets gift gone good grew ground grows hall hands hang hook hung key kin let line
litres margin mark morning moved new notice opened page passed place pot put rest right seed set sheet shows
signed since slack stones struck taken tank today took tool tree trunk typing walked wall week weekly went
whole
"""

#: Content lemmas that wordings of actions may use.
RECORD_LEX = lemmas(_RECORD_WORDS.split())

_OF_VALUES = "present stand stood end previous decided decision fixed settled recently comparing"

#: Predicate -> the content words by which questions and probes ask for it; ``*`` is the frame of all.
QUESTION_LEX = {
    pred: lemmas(words.split())
    for pred, words in {
        "*": "answer form give name number count amount reply day",
        "keeper": f"{_OF_VALUES} charge glasshouse looks caretaker",
        "planted": f"{_OF_VALUES} species cultivated plot carry",
        "water": f"{_OF_VALUES} water plot require requirement goes",
        "sown": "plot started",
        "kin": "family species plot belong",
        "same_kin": "family plot belong",
        "of_kin": "family belong",
        "beds_of_kin": "family plot glasshouse belong",
        "n_beds_of_kin": "family plot glasshouse belong",
        "under": "family above fall higher",
        "levels": "levels climb top above higher",
        "top": "family above top topmost climbing way end",
        "n_beds": "plot glasshouse comprise consist",
        "drawn": "water plot glasshouse require requirement together total",
        "thirstiest": "plot glasshouse require requirement water highest thirstiest",
        "left": "ration glasshouse left remains",
        "beyond": "ration glasshouse exceed exceeded relief ignore whatever",
        "over_ration": "ration glasshouse exceed exceeded relief force",
        "spared": "relief",
        "lacking": "equipment glasshouse plot lack missing require",
    }.items()
}
