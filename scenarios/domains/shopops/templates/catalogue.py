"""ShopOps records of the catalogue and of places: aisles, branches, workshops, streets."""

from __future__ import annotations

from scenarios.domains.shopops.templates.kinds import record
from scenarios.rendering.patterns import asserts, revises

CATALOGUE = (
    record(
        "kind_note",
        (asserts("kind_of", "{products}", value="{category}", each="products"),),
        (
            "Catalogue: in the {category} aisle you will find {products}.",
            "Shelf plan, aisle {category}, all that is put there: {products}.",
        ),
        (
            "For the catalogue, please put {products} into the {category} aisle.",
            "I looked it up, the {category} aisle is the right one for {products}.",
        ),
    ),
    record(
        "kind_moved",
        (revises("kind_of", "{product}", value="{category}"),),
        (
            "Catalogue changed: {product} is moved to the {category} aisle.",
            "Shelf plan: {product} leaves its old spot for aisle {category}.",
        ),
        (
            "We moved {product} over to the {category} aisle today.",
            "{product} has a new spot, look for it in the {category} aisle now.",
        ),
    ),
    record(
        "branch_note",
        (asserts("category_parent", "{categories}", value="{parent}", each="categories"),),
        (
            "Catalogue tree: right beneath {parent} hangs what follows: {categories}.",
            "Catalogue page {parent}, the next step down from there: {categories}.",
        ),
        (
            "For the catalogue tree, please hang {categories} right beneath {parent}.",
            "In the catalogue we list {categories} as part of {parent}, one step down.",
        ),
    ),
    record(
        "branch_top",
        (asserts("category_parent", "{category}", value="none"),),
        (
            "Catalogue tree: {category} hangs beneath nothing else.",
            "Catalogue page {category}: a branch of its own, part of no other.",
        ),
        (
            "Please leave {category} at the head of the catalogue tree, part of nothing.",
            "Nothing is set over {category} in the catalogue, it heads a tree of its own.",
        ),
    ),
    record(
        "branch_moved",
        (revises("category_parent", "{category}", value="{parent}"),),
        (
            "Catalogue tree changed: {category} now hangs right beneath {parent}.",
            "Catalogue page {category}: moved, from {today} a part of {parent}.",
        ),
        (
            "We moved {category} in the catalogue, it hangs right beneath {parent} now.",
            "Please note that {category} is part of {parent} from {today} on.",
        ),
    ),
    record(
        "branch_forwarded",
        (asserts("category_parent", "{category}", value="{parent}", as_of="as_of"),),
        (
            "Copy of the catalogue page dated {as_of}: {category} hangs right beneath {parent}.",
            "From the catalogue of {as_of}, for your files: {category}, part of {parent}.",
        ),
        (
            "Found the catalogue page of {as_of}, it has {category} right beneath {parent}.",
            "Forwarding the catalogue tree of {as_of}, with {category} as part of {parent}.",
        ),
    ),
    record(
        "maker_note",
        (
            asserts("maker", "{products}", value="{maker}", each="products"),
            asserts("maker_in", "{maker}", value="{country}"),
        ),
        (
            "Workshop card {maker}, seat in {country}: makes {products}.",
            "Supplier sheet: {products} out of the {maker} workshop, {country}.",
        ),
        (
            "The {maker} workshop over in {country} makes {products}.",
            "We get {products} from the {maker} workshop, which has its seat in {country}.",
        ),
    ),
    record(
        "maker_switched",
        (revises("maker", "{product}", value="{maker}"),),
        (
            "Supplier sheet changed: {product} now out of the {maker} workshop.",
            "Supplier sheet, {product}: workshop switched, {maker} from {today}.",
        ),
        (
            "From now on we get {product} from the {maker} workshop.",
            "The workshop behind {product} has changed, {maker} makes it now.",
        ),
    ),
    record(
        "maker_moved",
        (revises("maker_in", "{maker}", value="{country}"),),
        (
            "Workshop card {maker} changed: seat moved to {country}.",
            "Supplier sheet: the {maker} workshop has its seat in {country} from {today}.",
        ),
        (
            "The {maker} workshop has packed up and works in {country} now.",
            "Please note, workshop {maker} moved its benches to {country}.",
        ),
    ),
    record(
        "stand_in_note",
        (asserts("substitute", "{product}", value="{other}"),),
        (
            "Shelf plan: where {product} runs out, {other} fills the gap.",
            "Picking sheet: no {product} on the shelf, then pick {other}.",
        ),
        (
            "If {product} has run out, just take {other} off the shelf.",
            "When the shelf has no {product}, we put {other} there for a while.",
        ),
    ),
    record(
        "street_note",
        (
            asserts("address_in", "{addresses}", value="{town}", each="addresses"),
            asserts("town_in", "{town}", value="{country}"),
        ),
        (
            "Street index {town}, {country}, what it lists there: {addresses}.",
            "Van round {town}, {country}, all stops in that town: {addresses}.",
        ),
        (
            "Our van finds {addresses} in {town}, and {town} belongs to {country}.",
            "For the street index: {town} in {country} has {addresses}.",
        ),
    ),
)
