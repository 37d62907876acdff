"""The words of EduOps: what records may say, and by which words questions ask (spec 4.5).

Both are lemmas in the sense of ``rendering.lexicon.lemma``; the two sides share none.
"""

from __future__ import annotations

from scenarios.rendering.lexicon import lemmas

_RECORD_WORDS = """
accepted along anew anyone around asked average badge behind best board books boxes branch brings brought
building calendar calls came cannot card carried cashier catalogue change checked class colour copy
corrected dated demand done door down during earlier elsewhere empty end entered exam excuse far faulty
figure files fills find first follows forwarding found free full get goes gold gone good got handed heads
house included issued kept key latest leaf let letter lifted likes line list longer look mail mark mind
misread moved namely new newcomers newest notice open packed page paper partner place plan points print
put reach read record registrar reminder replaces rest right room run said sat seal seats see send sent
set several sheet shelf shelves sign sit slip small someone sorry spared spent stop strike struck student
subject swapped taken tell term time timetable today together took torn track tutor typing unit void want
well went whatever whichever whoever whole wing wins withdrawn writes written
"""

#: Content lemmas that wordings of actions may use.
RECORD_LEX = lemmas(_RECORD_WORDS.split())

_FRAME = "answer form give name number count amount reply day"

#: Words of questions for the recorded value of the present or for another version of it (T1 to T4).
_OF_VALUES = "present stand stood previous decided decision fixed settled recently comparing"
_VALUES = {
    "programme_of": "degree enrolled pursue",
    "credits": "carry credits worth",
    "area_of": "belong discipline",
    "taught_by": "instructor teaches",
    "dept_of": "belong department",
    "grade": "grade high",
    "term_begins": "start",
    "pass_mark": "division grade high lowest needed pass",
}

#: Predicate -> the content words by which questions and probes ask for it; ``*`` is the frame of all.
QUESTION_LEX = {
    pred: lemmas(words.split())
    for pred, words in {
        "*": _FRAME,
        **{pred: f"{_OF_VALUES} {words}" for pred, words in _VALUES.items()},
        "division": "come division fall",
        "department": "come department instructor teaches",
        "faculty": "come faculty instructor teaches",
        "twin_division": "come counterpart division fall",
        "same_division": "come division fall",
        "in_division": "belong come courses division fall",
        "n_in_division": "belong come courses division fall",
        "needs": "chain come courses direct directly entire indirect prerequisites",
        "steps": "chain lead lie long prerequisite shortest steps",
        "entry": "beginning chain courses direct indirect leads prerequisites",
        "may_take": "allow cleared eligible enrol force rules",
        "passed": "credit force passed rules",
        "honours": "allow eligible force honours qualify rules",
        "complete_degree": "allow eligible force graduate ready rules",
        "below_mark": "applies force grade limit miss passing rules",
        "taken": "attended courses",
        "waived": "bound exempt exemption exemptions",
        "missing": "courses degree force lack owe required rules towards",
        "gap": "courses direct enrol enrolling force indirect lack met prerequisites rules",
        "blocked": "blocked chain courses direct indirect lack met owed owes prerequisite required unmet",
        "extra": "courses degree lie outside required requirements",
        "owes": "apply bound considered degree exemptions require requirement",
        "accepted": "credits degree force rules towards transfer usable use",
        "attempt_grade": "decisive force grade high repetition rules",
        "n_missing": "courses degree force lack owe required rules towards",
        "n_needs": "chain come courses direct directly entire indirect prerequisites",
        "n_holds": "against blocks enrol enrolling stand",
        "earned": "add credits earned force rules total",
        "load": "add courses credits large load total worth",
        "brought": "add courses credits limit total transfer worth",
        "mean_grade": "considered course decisive grades high mean",
        "most_credits": "carries course credits highest worth",
        "best": "course grade highest",
        "all_in": "come courses division every fall",
        "all_passed": "courses every force passed rules",
        "remaining": "credits degree earn remain requires short towards",
        "top_area": "belong courses discipline frequent turns",
        "heaviest": "attended belong courses discipline frequent passed turns",
    }.items()
}
