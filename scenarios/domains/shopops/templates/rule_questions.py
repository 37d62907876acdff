"""ShopOps questions of the families of rules and of quantified collections, three wordings each."""

from __future__ import annotations

from scenarios.domains.shopops.templates.asking import question

_SPENDING = ("customer", "quarter", "category")

RULES = (
    question(
        "refundable", "R1", "rules", ("returnable", ("item",)), "bool",
        "Under the rules in force, is article {item} refundable?",
        "Does article {item} qualify for a refund?",
        "Is a refund due for article {item} under the rules in force?",
    ),
    question(
        "free_delivery", "R1", "rules", ("ships_free", ("order",)), "bool",
        "Under the rules in force, does purchase {order} qualify for free delivery?",
        "Is delivery of purchase {order} free?",
        "Is purchase {order} entitled to free delivery?",
    ),
    question(
        "over_limit", "R2", "rules", ("beyond", _SPENDING), "bool",
        "Exemptions ignored, did {customer} exceed the {quarter} budget for {category}?",
        "Leaving exemptions out, is {customer} over budget on {category} in {quarter}?",
        "For {quarter}, did {customer} spend over the budget on {category}, whatever the exemptions?",
    ),
    question(
        "needs_authorisation", "R2", "rules", ("approval_needed", ("order",)), "bool",
        "Under the rules in force, does purchase {order} require authorisation?",
        "Is authorisation required for purchase {order}?",
        "Is the total of purchase {order} such that the rules in force require authorisation?",
    ),
    question(
        "owed_products", "R3", "rules", ("owed", ("customer", "quarter", "plan")), "set",
        "Which products does {customer} still lack in {quarter} for {plan}?",
        "For {quarter}, which products required by {plan} did {customer} not buy and keep?",
        "Which products required by {plan} are still missing from what {customer} bought in {quarter}?",
    ),
    question(
        "kept_articles", "R4", "rules", ("kept", ("order",)), "set",
        "Which articles of purchase {order} were kept?",
        "Which articles of purchase {order} were not refunded?",
        "For which articles of purchase {order} was no refund claimed?",
    ),
    question(
        "permitted_articles", "R4", "rules", ("allowed_items", ("customer", "quarter")), "set",
        "Which articles that {customer} bought in {quarter} and kept are not forbidden?",
        "Under the rules in force, which of the articles kept by {customer} from {quarter} are permitted?",
        "For {quarter}, which kept articles of {customer} do the rules in force permit?",
    ),
    question(
        "overspent", "R5", "rules", ("over_budget", _SPENDING), "bool",
        "With exemptions in force, does {customer} count as overspent on {category} in {quarter}?",
        "For {quarter}, is {customer} overspent on {category} and not exempt?",
        "Is {customer} overspent on {category} in {quarter} without an exemption in force?",
    ),
    question(
        "covered_by_budget", "R6", "rules", ("covered", _SPENDING), "money",
        "How much of what {customer} spent on {category} in {quarter} is within the budget?",
        "For {quarter}, how much of the spending of {customer} on {category} does the budget cover?",
        "What amount of the {quarter} spending of {customer} on {category} is covered by the budget?",
    ),
)  # fmt: skip

SET_QUANT = (
    question(
        "number_of_purchases", "Q1", "set_quant", ("n_orders", ("customer", "quarter")), "count",
        "How many purchases did {customer} make in {quarter} and not cancel?",
        "How many valid purchases does {customer} have in {quarter}?",
        "For {quarter}, how many purchases of {customer} are valid?",
    ),
    question(
        "number_kept", "Q1", "set_quant", ("n_kept", ("order",)), "count",
        "How many articles of purchase {order} were kept?",
        "How many articles of purchase {order} were not refunded?",
        "For how many articles of purchase {order} was no refund claimed?",
    ),
    question(
        "purchase_total", "Q2", "set_quant", ("order_total", ("order",)), "money",
        "What do the articles kept from purchase {order} add up to?",
        "What is the total of purchase {order} without refunded articles?",
        "How much does purchase {order} cost in total, counting kept articles alone?",
    ),
    question(
        "spending", "Q2", "set_quant", ("spend", _SPENDING), "money",
        "How much did {customer} spend on {category} in {quarter}?",
        "What does the {quarter} spending of {customer} on {category} add up to?",
        "For {quarter}, what is the total spending of {customer} on {category}?",
    ),
    question(
        "dearest_purchase", "Q3", "set_quant", ("biggest", ("customer", "quarter")), "entity",
        "Which {quarter} purchase of {customer} has the highest total?",
        "What is the most expensive purchase that {customer} made in {quarter}?",
        "For {quarter}, which purchase cost {customer} most in total?",
    ),
    question(
        "dearest_article", "Q3", "set_quant", ("dearest", ("order",)), "entity",
        "Which article kept from purchase {order} costs most, all its units together?",
        "What is the most expensive article kept from purchase {order}, all units together?",
        "Of the articles kept from purchase {order}, which has the highest total cost?",
    ),
    question(
        "all_arrived", "Q4", "set_quant", ("all_arrived", ("customer", "quarter")), "bool",
        "Have all valid {quarter} purchases of {customer} arrived?",
        "Did every valid purchase of {customer} in {quarter} reach its destination?",
        "For {quarter}, has each valid purchase of {customer} been delivered?",
    ),
    question(
        "any_imported", "Q4", "set_quant", ("any_imported", ("order",)), "bool",
        "Is any article kept from purchase {order} imported?",
        "Does purchase {order} have at least one imported article that was kept?",
        "Among the articles kept from purchase {order}, is any one imported?",
    ),
    question(
        "budget_left", "Q5", "set_quant", ("left", _SPENDING), "money",
        "How much of the {quarter} budget of {customer} for {category} is left?",
        "What remains of the budget of {customer} for {category} in {quarter}?",
        "For {quarter}, how large is the rest of the budget of {customer} for {category}?",
    ),
    question(
        "most_common_category", "Q6", "set_quant", ("usual_category", ("customer", "quarter")), "entity",
        "Which category turns up most among the articles that {customer} bought in {quarter} and kept?",
        "Into which category do most of the articles kept by {customer} from {quarter} fall?",
        "For {quarter}, what is the most common category among the kept articles of {customer}?",
    ),
)  # fmt: skip

JUDGEMENTS = (*RULES, *SET_QUANT)
