"""A declared rule is evidence for what it gives; for what it does not give, nothing is needed (spec 2.5)."""

from __future__ import annotations

import pytest

from tests.spec.engines import Engine
from tests.spec.manual import evaluate, world

LISTED = """
set  item(shop ; item)
derived banned(item)
derived sold(shop ; item)
@set(S) sold(S,I) :- item(S,I), not banned(I).
"""
#: e1 names two items and says that they are all; e2 and e3 ban items by rules of their own.
SHOP = """
e1: complete(item, s, 2, tea, nuts).
e2: rule no_nuts "banned(I) :- I = nuts.".
e3: rule no_ink "banned(I) :- I = ink.".
e4: rule no_tea "banned(I) :- I = tea, date(cutoff) <= date(2026-01-01).".
"""


@pytest.mark.parametrize(
    ("goal", "answer", "witnesses"),
    [
        ("banned(nuts)", True, (("e2",),)),  # not the rules for other items
        ("sold(s)", ["tea"], (("e1", "e2"),)),  # tea: its ban has lapsed, the others are not about it
    ],
)
def test_rules_that_give_nothing_stand_in_no_witness(
    engine: Engine, goal: str, answer: object, witnesses: tuple[tuple[str, ...], ...]
) -> None:
    found = evaluate(engine, world(LISTED, SHOP), goal)
    assert found.gold.answer == answer
    assert found.witnesses.exact
    assert found.witnesses.witnesses == witnesses


REPLACED = """
func price(item) -> int
derived fee(item) -> int
@rule(fee) fee(I,V) :- price(I,P), V = P * 2.
"""
PRICES = """
e1: price(tea, 5).
e2: rule fee "fee(I,V) :- price(I,P), V = P + 1.".
"""


def test_a_rule_that_replaces_a_base_clause_keeps_it_from_speaking(engine: Engine) -> None:
    """Without e2 the fee would be 10."""
    found = evaluate(engine, world(REPLACED, PRICES), "fee(tea)")
    assert found.gold.answer == 6
    assert found.witnesses.witnesses == (("e1", "e2"),)


TWO_WAYS = """
func price(item) -> int
derived dear(item)
dear(I) :- price(I,P), P > 10.
"""


def test_any_rule_that_holds_is_a_witness_of_its_own(engine: Engine) -> None:
    history = 'e1: price(tea, 20).\ne2: rule teas "dear(I) :- I = tea.".'
    found = evaluate(engine, world(TWO_WAYS, history), "dear(tea)")
    assert found.witnesses.witnesses == (("e1",), ("e2",))


def test_what_refutes_a_rule_is_needed_and_the_rule_is_not(engine: Engine) -> None:
    """e2 rules tea out for low prices only: that it is not dear stands on its price by either rule."""
    history = 'e1: price(tea, 5).\ne2: rule cheap "dear(I) :- price(I,P), P < 3.".'
    found = evaluate(engine, world(TWO_WAYS, history), "dear(tea)")
    assert found.gold.answer is False
    assert found.witnesses.witnesses == (("e1",),)
