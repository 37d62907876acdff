"""Allowances, days for returns, postage, signatures, bans and excuses, with their later versions. PURE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scenarios.domains.shopops.world.categories import Tree
from scenarios.domains.shopops.world.goods import Goods
from scenarios.domains.shopops.world.households import Group
from scenarios.domains.shopops.world.shop import Shop

#: A household, a category and a quarter.
BudgetKey = tuple[str, str, str]
DAYS = ("7", "10", "14", "21", "28", "35", "45")
#: When something is declared first, and when it is taken back.
EARLY, LATER = (0.05, 0.35), (0.55, 0.93)


@dataclass
class Spending:
    """What has been declared: budgets (``withdrawn`` ones apart), deadlines by category, bans, waivers."""

    budgets: list[BudgetKey] = field(default_factory=list)
    withdrawn: list[BudgetKey] = field(default_factory=list)
    excused: list[BudgetKey] = field(default_factory=list)
    deadlines: list[str] = field(default_factory=list)
    bans: list[str] = field(default_factory=list)

    @property
    def keys(self) -> list[BudgetKey]:
        return list(dict.fromkeys((*self.budgets, *self.withdrawn, *self.excused)))


def bought(group: Group, tree: Tree, goods: Goods) -> dict[str, Fraction]:
    """What a household kept of a quarter's orders, by category and everything above it."""
    found: dict[str, Fraction] = {}
    for order in group.orders:
        for item in order.kept if order.fate != "cancelled" else ():
            shelf = goods.shelf.get(item.product)
            for category in [shelf, *tree.way(shelf)] if shelf else ():
                found[category] = found.get(category, Fraction()) + item.total
    return found


def granted(shop: Shop, tree: Tree, spent: Mapping[str, Fraction]) -> str:
    """The category of a budget: one of those bought in if there is any, never one of the tall tree."""
    options = [one for one in spent if one not in tree.tall and one in tree.told]
    return shop.rng.choice(options or [one for one in tree.shelves if one not in tree.tall])


def set_budget(shop: Shop, spending: Spending, group: Group, category: str, spent: Fraction) -> None:
    """Plan a budget about as large as what was spent, with later versions; a few are withdrawn."""
    key = (group.customer, category, group.quarter.name)
    if key in spending.budgets or key in spending.withdrawn:
        return
    slots = dict(zip(("customer", "category", "quarter"), key, strict=True))
    amounts = _amounts(shop, spent)
    gone = shop.rng.random() < shop.accent.withdrawn
    low = max(0.01, group.quarter.low - 0.08)
    names = shop.plot.chain(
        shop.plot.course(amounts, shop.plot.versions()),
        lambda at, amount: ("budget_changed" if at else "budget_set", {**slots, "amount": amount}),
        (low, min(low + 0.12, 0.9)),
        forward=lambda amount, day: ("budget_forwarded", {**slots, "amount": amount, "as_of": day}),
        confirm=None if gone else lambda amount: ("budget_set", {**slots, "amount": amount}),
    )
    if gone:
        shop.plot.add("budget_withdrawn", slots, (group.quarter.low, 0.9), after=names)
    (spending.withdrawn if gone else spending.budgets).append(key)


def _amounts(shop: Shop, spent: Fraction) -> list[str]:
    """Round amounts, some below what was spent and some above it."""
    base = spent or Fraction(shop.rng.randrange(60, 200))
    shares = shop.rng.sample((50, 65, 80, 90, 110, 120, 140, 165), 4)
    return list(dict.fromkeys(str(max(10, 5 * round(base * share / 500))) for share in shares))


def set_deadline(shop: Shop, spending: Spending, category: str) -> None:
    """Plan the days within which goods of a category may be returned."""
    shop.plot.chain(
        shop.plot.course(shop.rng.sample(DAYS, 4), shop.plot.versions()),
        lambda at, days: (
            "window_changed" if at else "window_notice", {"category": category, "days": days}
        ),
        EARLY,
        confirm=lambda days: ("window_notice", {"category": category, "days": days}),
    )  # fmt: skip
    spending.deadlines.append(category)


def set_threshold(shop: Shop, versions: int) -> None:
    """Plan from what total on the shop pays postage."""
    amounts = [str(5 * shop.rng.randrange(8, 24)) for _ in range(4)]
    shop.plot.chain(
        shop.plot.course(list(dict.fromkeys(amounts)), versions),
        lambda at, amount: ("threshold_changed" if at else "threshold_notice", {"amount": amount}),
        EARLY,
    )


def set_limit(shop: Shop, versions: int) -> None:
    """Plan beyond what total a second signature is due; in the end, now and then, none is set."""
    plot, amounts = shop.plot, [str(10 * shop.rng.randrange(6, 20)) for _ in range(4)]
    names: list[str] = []
    for at, amount in enumerate(plot.course(list(dict.fromkeys(amounts)), versions)):
        window = EARLY if at == 0 else (0.3, 0.9)
        names.append(plot.add("signature_notice", {"amount": amount}, window, after=names[-1:]))
    if shop.rng.random() < 0.3:
        plot.add("signature_dropped", {}, (0.93, 0.98), after=names[-1:])


def ban(shop: Shop, spending: Spending, category: str) -> None:
    """Plan that goods of a category are banned: for good, up to a day, or until that is taken back."""
    kind = shop.rng.choice(("open", "until", "lifted"))
    point = shop.rng.uniform(0.2, 0.75)
    values = {"category": category}
    if kind == "until":
        values["ends"] = shop.plot.day(min(0.98, point + shop.rng.uniform(0.1, 0.35)))
    template = "ban_notice_until" if kind == "until" else "ban_notice"
    noted = shop.plot.add(template, values, (point, point + 0.03))
    if kind == "lifted":
        shop.plot.add("ban_lifted", {"category": category}, (point + 0.1, point + 0.2), after=[noted])
    spending.bans.append(category)


def excuse(shop: Shop, spending: Spending) -> None:
    """Plan that a household is not held to an allowance from one day to another, renewed now and then."""
    taken = {key[:2] for key in spending.excused}
    options = [key for key in spending.budgets if key[:2] not in taken]
    if not options:
        return
    key = shop.rng.choice(options)
    customer, category, _ = key
    slots = {"customer": customer, "category": category}
    point, noted = shop.rng.uniform(0.2, 0.6), list[str]()
    for _ in range(min(3, shop.plot.versions())):
        ends = min(point + shop.rng.uniform(0.2, 0.5), 1.0)
        days = {"starts": shop.plot.day(point), "ends": shop.plot.day(ends)}
        window = (max(0.0, point - 0.03), point + 0.01)
        noted = [shop.plot.add("excuse_given", {**slots, **days}, window, after=noted)]
        point = min(ends + 0.02, 0.9)
    if shop.rng.random() < 0.25:
        shop.plot.add("excuse_ended", slots, LATER, after=noted)
    spending.excused.append(key)
