"""ShopOps questions of the temporal, semantic and closure families, three wordings each (spec 3.2)."""

from __future__ import annotations

from scenarios.domains.shopops.templates.asking import question

TEMPORAL = (
    question(
        "current_product", "T1", "temporal", ("product_of", ("item",)), "entity",
        "Which product is bought as article {item} at present?",
        "As things stand, which product is article {item}?",
        "What product does article {item} stand for at present?",
    ),
    question(
        "current_cost", "T1", "temporal", ("price", ("item",)), "money",
        "What does one unit of article {item} cost at present?",
        "As things stand, what is the cost of a single unit of article {item}?",
        "How much does each unit of article {item} cost at present?",
    ),
    question(
        "current_units", "T1", "temporal", ("qty", ("item",)), "count",
        "How many units of article {item} does the purchase comprise at present?",
        "As things stand, how many units of article {item} are bought?",
        "What is the present number of units of article {item}?",
    ),
    question(
        "current_destination", "T1", "temporal", ("ship_to", ("order",)), "entity",
        "Where is purchase {order} bound for at present?",
        "As things stand, what is the destination of purchase {order}?",
        "What is the present destination of purchase {order}?",
    ),
    question(
        "current_arrival", "T1", "temporal", ("delivered_on", ("order",)), "date",
        "On which day did purchase {order} arrive, as things stand?",
        "When did purchase {order} reach its destination, as known at present?",
        "What is the arrival day of purchase {order}, as things stand?",
    ),
    question(
        "current_purchase_day", "T1", "temporal", ("placed", ("order",)), "date",
        "On which day was purchase {order} made, as things stand?",
        "When was purchase {order} made, as known at present?",
        "What is the day of purchase of {order}, as things stand?",
    ),
    question(
        "current_manufacturer", "T1", "temporal", ("maker", ("product",)), "entity",
        "Who is the manufacturer of {product} at present?",
        "As things stand, who manufactures {product}?",
        "What is the name of the present manufacturer of {product}?",
    ),
    question(
        "current_higher", "T1", "temporal", ("category_parent", ("category",)), "entity",
        "Which category is immediately above {category} at present?",
        "As things stand, what is the next higher category for {category}?",
        "Which category stands immediately above {category}, as things stand?",
    ),
    question(
        "current_budget", "T1", "temporal", ("budget", ("customer", "category", "quarter")), "money",
        "What budget does {customer} have for {category} in {quarter}, as things stand?",
        "As known at present, how large is the {quarter} budget of {customer} for {category}?",
        "What is the present budget of {customer} for {category} in {quarter}?",
    ),
    question(
        "current_deadline", "T1", "temporal", ("window", ("category",)), "number",
        "Within how many days can {category} be refunded at present?",
        "As things stand, what is the refund deadline for {category} in days?",
        "How many days does the present refund deadline for {category} allow?",
    ),
    question(
        "current_free_delivery", "T1", "temporal", ("threshold", ()), "money",
        "From what total is delivery free at present?",
        "As things stand, what total makes delivery free?",
        "What is the present least total for free delivery?",
    ),
)  # fmt: skip

SEMANTIC = (
    question(
        "category_of", "S1", "semantic", ("category", ("item",)), "entity",
        "Which category does article {item} fall into?",
        "What is the category of article {item}?",
        "Into which category does one sort article {item}?",
    ),
    question(
        "manufactured_in", "S2", "semantic", ("origin", ("item",)), "entity",
        "In which country is article {item} manufactured?",
        "What is the country of origin of article {item}?",
        "Which country of origin does article {item} have?",
    ),
    question(
        "destination_country", "S2", "semantic", ("ship_country", ("order",)), "entity",
        "To which country is purchase {order} bound?",
        "What is the destination country of purchase {order}?",
        "In which country does purchase {order} have its destination?",
    ),
    question(
        "same_category", "S3", "semantic", ("same_category", ("first", "second")), "bool",
        "Are articles {first} and {second} in the same category?",
        "Do articles {first} and {second} fall into one and the same category?",
        "Is the category of article {first} also that of article {second}?",
    ),
    question(
        "is_imported", "S3", "semantic", ("imported", ("item",)), "bool",
        "Is article {item} imported?",
        "Does article {item} count as an import in the country it is bound for?",
        "Is the country of origin of article {item} abroad, seen from its destination?",
    ),
    question(
        "articles_in", "S4", "semantic", ("items_in", ("order", "category")), "set",
        "Which articles kept from purchase {order} count as {category}?",
        "Which of the articles that were kept from purchase {order} fall under {category}?",
        "From purchase {order}, which articles in category {category} were kept?",
    ),
    question(
        "number_in", "S5", "semantic", ("n_items_in", ("order", "category")), "count",
        "How many articles kept from purchase {order} count as {category}?",
        "How many of the articles that were kept from purchase {order} fall under {category}?",
        "From purchase {order}, how many articles in category {category} were kept?",
    ),
)  # fmt: skip

CLOSURE = (
    question(
        "all_above", "C1", "closure", ("under", ("category",)), "set",
        "Which categories are above {category}, immediately or through others?",
        "Under which categories does {category} fall, immediately or through others?",
        "What are all the higher categories of {category}, up to the very top?",
    ),
    question(
        "is_above", "C2", "closure", ("under", ("category",), "other"), "bool",
        "Is {other} anywhere above {category}?",
        "Does {category} fall under {other}, be it through others?",
        "Is {other} among the higher categories of {category}?",
    ),
    question(
        "levels_between", "C3", "closure", ("steps", ("category", "other")), "count",
        "How many levels above {category} is {other}?",
        "How many levels must one climb from {category} to {other}?",
        "By how many levels is {other} higher than {category}?",
    ),
    question(
        "levels_above", "C3", "closure", ("levels", ("category",)), "count",
        "How many levels must one climb from {category} to the very top?",
        "How many levels are there above {category}?",
        "How many levels does {category} have above it?",
    ),
    question(
        "very_top", "C4", "closure", ("top", ("category",)), "entity",
        "Which category is at the very top above {category}?",
        "Climbing all the way up from {category}, at which category does one end?",
        "What is the topmost category above {category}?",
    ),
)  # fmt: skip

LOOK_UPS = (*TEMPORAL, *SEMANTIC, *CLOSURE)
