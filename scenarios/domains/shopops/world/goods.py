"""What the shop sells, who makes it, and where parcels go. PURE."""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.domains.shopops.world.categories import MOVES, Tree
from scenarios.domains.shopops.world.chains import course_from, revisions
from scenarios.domains.shopops.world.shop import OPENING, Shop
from scenarios.generators.derive.plan import Values

#: How many products stand on a shelf, and how many come from one workshop.
SHELF, MADE = (4, 5, 6), (3, 4, 5)
#: When workshops are noted: some only after the first orders.
WORKSHOPS = (0.0, 0.3)


@dataclass
class Goods:
    """Products by shelf with the record that puts them there; makers, towns and addresses likewise. The
    ``unplaced`` products are on no shelf, those that nobody is said to make are missing in ``maker``."""

    shelf: dict[str, str] = field(default_factory=dict)
    unplaced: list[str] = field(default_factory=list)
    kept_back: list[str] = field(default_factory=list)
    maker: dict[str, str] = field(default_factory=dict)
    country: dict[str, str] = field(default_factory=dict)
    town: dict[str, str] = field(default_factory=dict)
    noted: dict[str, str] = field(default_factory=dict)

    def on(self, category: str) -> list[str]:
        """The products of a shelf."""
        return [product for product, shelf in self.shelf.items() if shelf == category]

    @property
    def products(self) -> list[str]:
        return [*self.shelf, *self.unplaced]


def stock(shop: Shop, tree: Tree) -> Goods:
    """Plan the records of products, workshops and streets."""
    goods = Goods()
    _fill_shelves(shop, tree, goods)
    countries = [shop.name("country") for _ in range(max(2, shop.number(4)))]
    _workshops(shop, goods, countries)
    _streets(shop, goods, countries)
    return goods


def _fill_shelves(shop: Shop, tree: Tree, goods: Goods) -> None:
    """Some products on each shelf, one on those aside, a few on none at all."""
    for shelf in [*tree.shelves, *tree.aside]:
        count = shop.rng.choice(SHELF) if shelf in tree.shelves else 1
        products = tuple(shop.name("product") for _ in range(count))
        noted = shop.plot.add("kind_note", {"category": shelf, "products": products}, (0.02, OPENING))
        for product in products:
            goods.shelf[product], goods.noted[product] = shelf, noted
    goods.unplaced = [shop.name("product") for _ in range(shop.number(2))]


def _workshops(shop: Shop, goods: Goods, countries: list[str]) -> None:
    """Each workshop in one record with what it makes; nobody is said to make the last products."""
    products = goods.products
    shop.rng.shuffle(products)
    known = products[: -shop.number(3)]
    place = 0
    while place < len(known):
        made = tuple(known[place : place + shop.rng.choice(MADE)])
        place += len(made)
        maker = shop.name("maker")
        goods.country[maker] = shop.rng.choice(countries)
        values: Values = {"maker": maker, "country": goods.country[maker], "products": made}
        noted = shop.plot.add("maker_note", values, WORKSHOPS)
        goods.maker |= dict.fromkeys(made, maker)
        goods.noted[maker] = noted
        goods.noted |= {f"{product} by": noted for product in made}


def _streets(shop: Shop, goods: Goods, countries: list[str]) -> None:
    """Each town in one record with its addresses; the last address is in no town that a record names."""
    for number in range(shop.number(6, 2)):
        town = shop.name("town")
        addresses = tuple(shop.name("address") for _ in range(shop.rng.choice((1, 2, 2, 3))))
        values: Values = {"town": town, "country": countries[number % len(countries)], "addresses": addresses}
        noted = shop.plot.add("street_note", values, (0.0, OPENING))
        for address in addresses:
            goods.town[address], goods.noted[address] = town, noted
    goods.kept_back = [shop.name("address") for _ in range(0 if shop.small else shop.number(1))]


def shelve_anew(shop: Shop, tree: Tree, goods: Goods, product: str) -> None:
    """Let a product move to other shelves."""
    shelf = goods.shelf[product]
    others = [one for one in tree.shelves if one != shelf]
    if others:
        course = course_from(shop.plot, shelf, shop.pick(others, 2))
        revisions(
            shop, goods.noted[product], course,
            lambda found: ("kind_moved", {"product": product, "category": found}), MOVES,
        )  # fmt: skip
        shop.changed.add(("shelf", product))


def switch_maker(shop: Shop, goods: Goods, product: str) -> None:
    """Let others make a product."""
    maker = goods.maker[product]
    others = [one for one in goods.country if one != maker]
    if others:
        course = course_from(shop.plot, maker, shop.pick(others, 2))
        revisions(
            shop, goods.noted[f"{product} by"], course,
            lambda found: ("maker_switched", {"product": product, "maker": found}), (0.3, 0.85),
        )  # fmt: skip
        shop.changed.add(("maker", product))


def move_maker(shop: Shop, goods: Goods, maker: str) -> None:
    """Let a workshop move to another country."""
    others = [one for one in shop.names["country"] if one != goods.country[maker]]
    course = course_from(shop.plot, goods.country[maker], shop.pick(others, 2))
    revisions(
        shop, goods.noted[maker], course,
        lambda found: ("maker_moved", {"maker": maker, "country": found}), (0.3, 0.85),
    )  # fmt: skip
