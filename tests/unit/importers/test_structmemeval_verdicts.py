"""A stated settlement beside the derived one: agree, reversed, other convention (named), disagree."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scenarios.importers.netting import money_text, net, parse_settlement
from scenarios.importers.structmemeval.checkpoints import places
from scenarios.importers.structmemeval.conventions import MOST_CHANGES, OPENING_TWICE, variants
from scenarios.importers.structmemeval.ledger import build, read_session
from scenarios.importers.structmemeval.options import Options, parse
from scenarios.importers.structmemeval.verdicts import Judgement, SessionJudge

#: After 2 messages Ada is owed 20 by Ben and Cas each; after 4 the others owe her more.
SESSION = (
    "Ada: Rent: €60. Split equally.",  # A +60, each -20: A 40, B -20, C -20
    "Ben: Quiet here.",
    "Cas: Milk: €12. Ada and Ben owe me.",  # C +12, each -4: A 36, B -24, C -12
    "Ada: Eggs: €6. Ada and Ben owe me.",  # A +6; A -3, B -3: A 39, B -27, C -12
    "Ben: Salt: €3. Split equally.",  # B +3, each -1: A 38, B -25, C -13
)


def judged(number: int, stated: str, messages: Sequence[str] = SESSION, *given: str) -> Judgement:
    options = parse(given or ["checkpoints=2,4"])
    group, readings = read_session(messages)
    ledger = build(messages, group, readings, options)
    place = places(ledger, 2, options)[number - 1]
    judge = SessionJudge(messages, group, readings, 2, options)
    position = net(ledger.items(place.messages), group.members)
    return judge.judge(number, parse_settlement(stated, group.members, "EUR"), position)


@pytest.mark.parametrize(
    "number, stated, verdict, convention, turned",
    [
        (1, "Ben -> Ada : 20 EUR, Cas -> Ada : 20 EUR", "agree", "", False),
        (1, "Ben -> Cas : 20 EUR, Cas -> Ada : 40 EUR", "agree", "", False),  # another way there
        (1, "Ada -> Ben : 20 EUR, Ada -> Cas : 20 EUR", "reversed", "", True),
        (1, "Ben -> Ada : 21 EUR, Cas -> Ada : 20 EUR", "disagree", "", False),
        (1, "nobody owes", "disagree", "", False),
        (1, "it depends", "unreadable", "", False),
        (2, "Ben -> Ada : 27 EUR, Cas -> Ada : 12 EUR", "agree", "", False),
        # The named alone: Ada and Ben bear 6 of the milk each, Ben alone bears the eggs.
        (2, "Ben -> Ada : 32 EUR, Cas -> Ada : 8 EUR", "other convention",
         '"owe me" means those named alone', False),
        (2, "Ben -> Ada : 25 EUR, Cas -> Ada : 13 EUR", "other convention", "asked one message later", False),
        (2, "Ada -> Ben : 25 EUR, Ada -> Cas : 13 EUR", "other convention", "asked one message later", True),
        (2, "Ben -> Ada : 26 EUR, Cas -> Ada : 14 EUR", "other convention",
         "a payer among his own debtors means everybody", False),
        (2, "Ben -> Ada : 47 EUR, Cas -> Ada : 32 EUR", "other convention", OPENING_TWICE, False),
        (2, "Ben -> Ada : 24 EUR, Cas -> Ada : 15 EUR", "other convention",
         "a payer among his own debtors means everybody; asked one message later", False),
    ],
)  # fmt: skip
def test_the_verdict_and_its_convention(
    number: int, stated: str, verdict: str, convention: str, turned: bool
) -> None:
    found = judged(number, stated)
    assert (found.verdict.value, found.convention, found.turned) == (verdict, convention, turned)


def test_what_a_stated_answer_leaves_over_is_shown() -> None:
    found = judged(1, "Ben -> Ada : 21 EUR, Cas -> Ada : 20 EUR")
    assert {name: money_text(value) for name, value in found.left.items()} == {
        "Ada": "-1.00", "Ben": "1.00", "Cas": "0.00",
    }  # fmt: skip


def test_the_arrow_is_a_convention_too() -> None:
    stated = "Ada -> Ben : 20 EUR, Ada -> Cas : 20 EUR"
    assert judged(1, stated, SESSION, "checkpoints=2,4", "arrow=creditor-to-debtor").verdict.value == "agree"


def test_variants_differ_from_the_chosen_options_and_come_with_fewest_changes_first() -> None:
    options = parse(["owing=named-only"])
    sizes = []
    for variant in variants(options):
        assert variant.options != options or variant.opening_twice
        assert len(set(variant.words)) == len(variant.words) <= MOST_CHANGES
        sizes.append(len(variant.words))
    assert sizes[0] == 1
    assert '"owe me" means that the payer shares too' in [variant.words[0] for variant in variants(options)]
    assert '"owe me" means those named alone' not in [variant.words[0] for variant in variants(options)]
    assert Options() in [variant.options for variant in variants(options)]
