"""What the worlds of ShopOps have beside all others: more for short cells, and accents (spec 4.8)."""

from __future__ import annotations

from collections import Counter

from scenarios.generators.derive.targets import ZERO
from scenarios.generators.derive.world import World
from tests.factories.worlds import CONFIGS, large, made, planned

LARGE = large("shopops")


def test_a_short_cell_brings_more_matter_for_it() -> None:
    config = CONFIGS["shop-1-household"]
    more = planned(config, short=frozenset({("set_quant", ZERO)}))

    def empty(world: World) -> int:
        return sum(event.template == "quarter_statement_empty" for event in world.events)

    assert empty(more) > empty(made(config.slug).world)


def test_the_accents_differ() -> None:
    templates = {slug: Counter(event.template for event in made(slug).world.events) for slug in LARGE}
    returns = {slug: found["item_returned"] + found["return_reversed"] for slug, found in templates.items()}
    budgets = {slug: found["budget_set"] for slug, found in templates.items()}
    plans = {
        slug: found["club_postage"] + found["excuse_given"] + found["basket_sheet"]
        for slug, found in templates.items()
    }

    assert max(budgets, key=budgets.__getitem__) == "shop-1-household"
    assert max(returns, key=returns.__getitem__) == "shop-2-returns"
    assert max(plans, key=plans.__getitem__) == "shop-3-plans"
