"""A candidate whose witnesses fail a check of spec 2.4 is not published."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenarios.datalog.derivation import Answerability, WitnessList
from scenarios.generators.derive import batch
from scenarios.generators.derive.candidates import Candidate
from scenarios.generators.derive.soundness import Soundness
from tests.factories.mini_suite import mini_trip
from tests.factories.tripops_samples import TRIPOPS

SCENARIO = mini_trip()
SOUND = Soundness(SCENARIO)
QUERY = next(query for query in SCENARIO.queries if query.operator == "Q5")
(FOUND,) = batch.reference(batch.Batch(SCENARIO, (batch.Request(QUERY.goal, QUERY.cutoff),)))


def candidate(**changes):
    args = QUERY.target["args"]
    return Candidate(TRIPOPS.question(QUERY.target["form"]), args, QUERY.cutoff, replace(FOUND, **changes))


def listed(*witnesses):
    return candidate(witnesses=WitnessList(witnesses))


def test_the_published_candidate_is_sound():
    assert SOUND.holds(candidate())


def outsider():
    """A record that no witness of the query holds."""
    support = {*FOUND.witnesses.support, *SOUND.distractors}
    return next(event.id for event in SCENARIO.events if event.id not in support)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda w: (w[1:],),  # C1: an event short
        lambda w: (w, (*w, outsider())),  # C2: one within another
        lambda w: ((*w, outsider()),),  # C3: an event too many
    ],
)
def test_a_spoiled_witness_is_refused(spoil):
    assert not SOUND.holds(listed(*spoil(FOUND.witnesses.witnesses[0])))


def test_a_wrong_answer_is_refused():
    gold = replace(FOUND.gold, answer=-1)
    assert not SOUND.holds(candidate(gold=gold))
    assert not SOUND.holds(candidate(gold=replace(FOUND.gold, label=Answerability.UNKNOWN, answer=None)))


def test_a_distractor_within_the_support_is_refused():
    distractor = min(SOUND.distractors)
    assert not SOUND.holds(listed((*FOUND.witnesses.witnesses[0], distractor)))
