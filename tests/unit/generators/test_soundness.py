"""A candidate whose witnesses fail a check of spec 2.4 is not published."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenarios.datalog.derivation import Answerability, WitnessList
from scenarios.domains import registry
from scenarios.generators.derive import batch
from scenarios.generators.derive.candidates import Candidate, measure
from scenarios.generators.derive.proposals import Proposal
from scenarios.generators.derive.soundness import Soundness
from tests.factories.mini_suite import built

SCENARIO = built("mini-shop").scenario
SOUND = Soundness(SCENARIO)
QUERY = next(query for query in SCENARIO.queries if query.proof and len(query.proof.witnesses[0]) > 2)
(FOUND,) = batch.reference(batch.Batch(SCENARIO, (batch.Request(QUERY.goal, QUERY.cutoff),)))


def proof(**changes):
    form = registry.get(SCENARIO.domain).question(QUERY.target["form"])
    proposal = Proposal(form, QUERY.target["args"], QUERY.cutoff)
    figures = measure("0", proposal, FOUND, SOUND.program, frozenset())
    return SOUND.check(Candidate(proposal, replace(FOUND, **changes), figures))


def faults(**changes):
    return proof(**changes).checks.notes


def outsider():
    """A record that no witness of the query holds."""
    return next(event.id for event in SCENARIO.events if event.id not in FOUND.witnesses.support)


def test_the_published_query_is_sound_and_its_proof_says_so():
    assert faults() == ()
    assert proof() == QUERY.proof


@pytest.mark.parametrize(
    ("code", "spoil"),
    [
        ("C1", lambda w: (w[1:],)),  # an event short
        ("C2", lambda w: (w, (*w, outsider()))),  # one within another
        ("C3", lambda w: ((*w, outsider()),)),  # an event too many
    ],
)
def test_a_spoiled_witness_is_refused(code, spoil):
    witnesses = WitnessList(spoil(FOUND.witnesses.witnesses[0]))
    assert any(note.startswith(code) for note in faults(witnesses=witnesses))


def test_a_wrong_answer_is_refused():
    assert faults(gold=replace(FOUND.gold, answer="-1"))
    assert faults(gold=replace(FOUND.gold, label=Answerability.UNKNOWN, answer=None))
