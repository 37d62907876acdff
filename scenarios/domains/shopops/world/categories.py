"""The catalogue's tree: hedges of two levels or three, one tall tree, and one whose top nobody states. PURE.

What stands above a category is recorded in lists, the categories beneath one parent in one record, so that
short ways lie inside wide graphs. Only categories without others beneath them move, so no way closes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.domains.shopops.world.chains import course_from, revisions
from scenarios.domains.shopops.world.shop import OPENING, Shop
from scenarios.generators.derive.plan import Values

#: The leaves of the tall tree move to places as far down as this.
_DEEP = 5
#: The part of the history in which categories and products move.
MOVES = (0.2, 0.85)


@dataclass
class Tree:
    """All categories. ``above`` holds the parent that is stated first, nothing for a top; ``untold`` are tops
    of which no record speaks; ``shelves`` are the categories that hold the
    products, ``aside`` some with a single one. ``noted`` names the record
    that states a parent, ``moves`` the parents that come later."""

    above: dict[str, str | None] = field(default_factory=dict)
    untold: list[str] = field(default_factory=list)
    shelves: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    tall: list[str] = field(default_factory=list)
    noted: dict[str, str] = field(default_factory=dict)
    moves: dict[str, list[str]] = field(default_factory=dict)

    def way(self, category: str) -> list[str]:
        """What was above a category at first, the nearest first."""
        found = []
        here = self.above[category]
        while here is not None:
            found.append(here)
            here = self.above[here]
        return found

    def beneath(self, parent: str) -> list[str]:
        return [category for category, above in self.above.items() if above == parent]

    @property
    def told(self) -> list[str]:
        """The categories whose whole way up is on record."""
        return [one for one in self.above if [one, *self.way(one)][-1] not in self.untold]

    @property
    def leaves(self) -> list[str]:
        return [one for one in self.told if self.above[one] is not None and not self.beneath(one)]


def plant(shop: Shop) -> Tree:
    """Plan the records of the tree, tops first."""
    tree = Tree()
    for place in range(shop.number(shop.accent.hedges)):
        _hedge(shop, tree, deep=place % 2 == 0)
    if not shop.small:
        _tower(shop, tree, shop.number(shop.accent.tower, 5))
    for _ in range(shop.accent.orphans):
        _orphans(shop, tree)
    return tree


def _top(shop: Shop, tree: Tree) -> str:
    top = shop.name("category")
    tree.above[top] = None
    tree.noted[top] = shop.plot.add("branch_top", {"category": top}, (0.0, OPENING / 2))
    return top


def _branch(shop: Shop, tree: Tree, parent: str, count: int) -> list[str]:
    """Some new categories right beneath one, all in one record."""
    found = [shop.name("category") for _ in range(count)]
    earlier = [tree.noted[parent]] if parent in tree.noted else []
    values: Values = {"categories": tuple(found), "parent": parent}
    noted = shop.plot.add("branch_note", values, (0.0, OPENING * 0.8), after=earlier)
    for category in found:
        tree.above[category], tree.noted[category] = parent, noted
    return found


def _hedge(shop: Shop, tree: Tree, *, deep: bool) -> None:
    """A top, two or three beneath it, and in every second hedge two more beneath the first of those."""
    second = _branch(shop, tree, _top(shop, tree), 2 if shop.small else shop.rng.choice((2, 3)))
    if deep:
        tree.shelves += [*_branch(shop, tree, second[0], 2), *second[1:]]
    else:
        tree.shelves += second


def _tower(shop: Shop, tree: Tree, height: int) -> None:
    """One category beneath the other, each with one or two beside it."""
    here = _top(shop, tree)
    tree.tall.append(here)
    for _ in range(1, height):
        here, *beside = _branch(shop, tree, here, shop.rng.choice((2, 3)))
        tree.tall += [here, *beside]
    tree.aside.append(here)


def _orphans(shop: Shop, tree: Tree) -> None:
    """A top that no record puts anywhere, with two beneath it, and in large histories a long way down."""
    top = shop.name("category")
    tree.above[top] = None
    tree.untold.append(top)
    shelf, here = _branch(shop, tree, top, 2)
    if shop.small:
        return
    tree.aside.append(shelf)
    for _ in range(shop.number(shop.accent.tower // 3)):
        here = _branch(shop, tree, here, 1)[0]


def movable(shop: Shop, tree: Tree) -> list[str]:
    """The categories that may move, in a drawn order: those of the tall tree in turn with the others."""
    leaves = [one for one in tree.leaves if one not in tree.moves]
    shop.rng.shuffle(leaves)
    tall = [one for one in leaves if one in tree.tall]
    others = [one for one in leaves if one not in tree.tall]
    turns = {one: place for some in (tall, others) for place, one in enumerate(some)}
    return sorted(leaves, key=turns.__getitem__)


def move(shop: Shop, tree: Tree, category: str) -> None:
    """Let a category without others beneath it move, once or more often."""
    parent = tree.above[category]
    inner = [one for one in tree.told if one not in (category, parent) and tree.beneath(one)]
    places = [one for one in inner if one in tree.tall and len(tree.way(one)) >= _DEEP]
    if category not in tree.tall:
        places = [one for one in inner if one not in tree.tall]
    if parent is None or not places:
        return
    courses = course_from(shop.plot, parent, shop.pick(places, 3))
    revisions(
        shop, tree.noted[category], courses,
        lambda above: ("branch_moved", {"category": category, "parent": above}), MOVES,
        forward=lambda above, day: (
            "branch_forwarded", {"category": category, "parent": above, "as_of": day}
        ),
    )  # fmt: skip
    tree.moves[category] = courses[1:]
    shop.changed.add(("parent", category))
