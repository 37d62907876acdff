"""What a collection ranges over is read with the candidates that it rejects (spec 2.1)."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import evaluate, world

PROGRAM = """
set  item(shop ; item)
func price(item) -> int
derived extra(shop ; item)
derived dear(shop ; item)
@set(S) dear(S,I) :- extra(S,I), price(I,P), P > 3.
"""


def test_a_collection_without_any_rule_has_no_candidates(engine: Engine) -> None:
    found = evaluate(engine, world(PROGRAM, "e1: item(s; tea), price(tea, 5)."), "dear(s)")
    assert found.gold.answer == []
    assert ("check", "norule", ("extra",)) in found.derivation.nodes


def test_with_a_rule_its_candidates_are_read(engine: Engine) -> None:
    stated = "e1: item(s; tea), price(tea, 5), complete(item, s, 1)."
    history = f'{stated}\ne2: rule more "@set(S) extra(S,I) :- item(S,I).".'
    found = evaluate(engine, world(PROGRAM, history), "dear(s)")
    assert found.gold.answer == ["tea"]
    assert found.witnesses.witnesses == (("e1", "e2"),)
