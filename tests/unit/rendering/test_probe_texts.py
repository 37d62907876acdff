"""State probes in words, and what they ask (spec 7.2)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Decl, Goal, Program, Reading, Shape
from scenarios.domains import registry
from scenarios.domains.base import Domain
from scenarios.domains.eduops.templates.policies import BEST_COUNTS, LATEST_COUNTS
from scenarios.domains.probing import Asked, Probing
from scenarios.rendering.lexicon import content_lemmas
from scenarios.rendering.probes import plain_words, slots_of

CUTOFF = datetime(2031, 10, 14, 9, 30, tzinfo=UTC)
SLUGS = ("tripops", "shopops", "eduops")
#: What a probe may say of what records say too: that a list is a list, and that a night is a night.
SHARED = {"list", "night"}
PLAIN = """\
func dest(trip) -> city
func based_in(person) -> city
set trip(person ; trip)
param cap(city, group) -> money
param floor() -> int
derived country(trip) -> country
derived outside(person ; trip)
derived signed(trip) -> bool
derived any_open() -> bool
derived n_trips(person) -> int
"""


@cache
def probing(slug: str) -> Probing:
    domain = registry.get(slug)
    return Probing(load_program(domain.program_text, slug), domain)


@pytest.fixture(params=SLUGS)
def of_domain(request: pytest.FixtureRequest) -> Probing:
    return probing(request.param)


def domain_of(found: Probing) -> Domain:
    assert found.domain is not None
    return found.domain


@cache
def own(slug: str) -> Program:
    """The program of a domain as its author wrote it, without what is made of its references."""
    text = registry.get(slug).program_text
    return load_program(text[: text.index("# ---- made from")], slug)


def inlined(program: Program, pred: str) -> bool:
    clauses = program.clauses_of(pred)
    return bool(clauses) and all(clause.inline for clause in clauses)


def shown(found: Asked | None) -> str:
    assert found is not None
    return found.text(CUTOFF)


# ---------------------------------------------------------------- the domains' words
@pytest.mark.parametrize("slug", SLUGS)
def test_a_domain_has_words_for_every_predicate_that_has_a_node(slug: str):
    program, words = own(slug), registry.get(slug).probe_words
    nodes = {pred for pred in program.decls if not inlined(program, pred)}
    rules = {name for name in words if name.startswith("rule:")}
    assert set(words) == nodes | rules
    sets = {name for name, decl in program.decls.items() if decl.shape is Shape.SET}
    assert {name for name, asked in words.items() if asked.member} == sets


@pytest.mark.parametrize("slug", SLUGS)
def test_words_name_every_argument(slug: str):
    for pred, words in registry.get(slug).probe_words.items():
        keys = 0 if pred.startswith("rule:") else len(own(slug).decls[pred].key_types)
        assert slots_of(words.text) == set(range(keys)), pred
        if words.member:
            assert slots_of(words.member) >= {keys}, pred
            assert slots_of(words.member) <= set(range(keys + 1)), pred
        assert re.search(r"[a-z}0-9]\?$", words.text), pred


@pytest.mark.parametrize("slug", SLUGS)
def test_no_two_predicates_are_asked_in_the_same_words(slug: str):
    words = registry.get(slug).probe_words.values()
    texts = [text for one in words for text in (one.text, one.member) if text]
    skeletons = [re.sub(r"\{\d\}", "{}", text) for text in texts]
    assert len(set(skeletons)) == len(skeletons)


def test_probes_speak_in_the_words_of_questions(of_domain: Probing):
    domain = domain_of(of_domain)
    for pred, words in domain.probe_words.items():
        said = content_lemmas(re.sub(r"\{\d\}", " ", f"{words.text} {words.member}"))
        assert said & domain.record_lex <= SHARED, pred


def test_collections_ask_for_completeness_and_computed_sets_do_not(of_domain: Probing):
    for pred, words in domain_of(of_domain).probe_words.items():
        decl = of_domain.program.decls.get(pred)
        recorded = decl is not None and decl.shape is Shape.SET
        assert words.text.endswith("and is the list complete?") is recorded, pred


def test_what_has_one_truth_is_asked_as_yes_or_no(of_domain: Probing):
    opening = re.compile(r"(?:.*, )?(Is|Are|Do|Does|Has|Have|is|are|does|may) ")
    for pred, words in domain_of(of_domain).probe_words.items():
        decl = of_domain.program.decls.get(pred)
        if decl is not None and decl.reading is Reading.TRUTH:
            assert opening.match(words.text), pred


def test_the_same_form_of_answer_as_in_the_questions(of_domain: Probing):
    for template in domain_of(of_domain).question_templates:
        if template.version is None and template.member is None and template.reference is None:
            decl = of_domain.program.decls[template.pred]
            found = of_domain.of("derived", template.pred, ["x"] * len(decl.key_types), "y")
            assert found is not None
            assert found.answer_type == template.answer_type, template.slug
            assert found.hint == (domain_of(of_domain).probe_words[template.pred].hint or template.hint)


# ---------------------------------------------------------------- whole probes
DAY, NAMES = "Give a day in the form 2030-01-31.", "Give all names, or none."
#: Domain, node (kind, predicate, arguments), sentence, hint.
TEXTS = [
    ("tripops", ("fact", "booking", "Tamur"),
     "Where do the people on Tamur stay now?", "Give one name."),
    ("tripops", ("fact", "starts", "Tamur"),
     "On which day does Tamur depart now?", DAY),
    ("tripops", ("fact", "receipt", "QF-1234"),
     "Does outlay QF-1234 have a receipt now?", "Reply yes or no."),
    ("tripops", ("fact", "reports_to", "Vera Holt"),
     "Who is the direct superior of Vera Holt now?", "Give one name, or none."),
    ("tripops", ("rule", "rule:cap", "Ostmar/meals"),
     "What ceiling is valid for meals across Ostmar now?", "Give an amount in Galot."),
    ("tripops", ("collection", "trip", "Vera Holt/2031"),
     "Which 2031 journeys does Vera Holt have now, and is the list complete?", NAMES),
    ("tripops", ("derived", "length", "Tamur"),
     "How many days does Tamur last now?", "Give a count."),
    ("tripops", ("derived_set", "outside", "Vera Holt/2031"),
     "Which of the 2031 journeys of Vera Holt are abroad for the firm now?", NAMES),
    ("tripops", ("derived", "trip_by_departure", "Vera Holt/2031/2031-05-04"),
     "Which one is the 2031 journey of Vera Holt that departs on 4 May 2031, as things stand now?",
     "Give one name."),
    ("shopops", ("aggregate", "order_total", "QF-1234"),
     "What do the articles kept from purchase QF-1234 add up to now?", "Give an amount in Norant."),
    ("shopops", ("fact", "status", "QF-1234"),
     "How do things stand with purchase QF-1234 now?", "Reply placed, shipped, delivered or cancelled."),
    ("eduops", ("aggregate", "mean_grade", "Vera Holt"),
     "What is the mean of the decisive grades of Vera Holt now?", "Give a number, or none."),
    ("eduops", ("derived", "may_take", "Vera Holt/Tornistry 240"),
     "Is Vera Holt cleared to enrol in Tornistry 240 now?", "Reply yes or no."),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "node", "sentence", "hint"), TEXTS)
def test_a_probe_is_sentence_cutoff_and_hint(slug, node, sentence, hint):
    kind, pred, args = node
    found = probing(slug).of(kind, pred, args.split("/"), "a state")
    assert shown(found) == f"{sentence} Answer as of 14 October 2031, 09:30. {hint}"


def test_money_has_its_currency_and_nothing_else_a_unit():
    found = probing("shopops")
    price = found.of("fact", "price", ["QF-1234"], "90")
    assert price is not None
    assert (price.answer_type, price.unit) == ("money", "Norant")
    days = found.of("rule", "rule:window", ["Bottles"], "30")
    assert days is not None
    assert (days.answer_type, days.unit) == ("number", "")


def test_the_cutoff_is_told_in_utc_with_its_seconds_where_it_has_any():
    found = probing("tripops").of("fact", "booking", ["Tamur"], "x")
    assert found is not None
    assert "Answer as of 14 October 2031, 09:30:07. " in found.text(CUTOFF + timedelta(seconds=7))


# ---------------------------------------------------------------- goals
def goal(slug: str, kind: str, pred: str, args: list[str], state: object = "x") -> Goal:
    found = probing(slug).of(kind, pred, args, state)
    assert found is not None
    return found.goal


def test_recorded_and_derived_nodes_are_asked_by_themselves():
    assert goal("tripops", "fact", "booking", ["Tamur"]) == Goal("booking", ("Tamur",))
    assert goal("tripops", "rule", "rule:cap", ["Ostmar", "meals"]) == Goal("cap", ("Ostmar", "meals"))
    assert goal("tripops", "collection", "expense", ["Tamur"]) == Goal("expense", ("Tamur",))
    assert goal("tripops", "derived", "signed", ["Tamur"]) == Goal("signed", ("Tamur",))


def test_a_member_outside_its_collection_is_asked_by_what_read_it():
    assert goal("tripops", "fact", "trip", ["Vera Holt", "2031", "Tamur"]) == Goal("traveller", ("Tamur",))
    paper = probing("tripops").of("fact", "held_paper", ["Vera Holt", "visa"], "true")
    assert paper is not None
    assert paper.goal == Goal("held_paper", ("Vera Holt",), "visa")
    assert paper.answer_type == "bool"
    assert shown(paper).startswith("Does Vera Holt have the document visa now? Answer")


def test_a_declared_clause_about_one_thing_is_asked_by_its_head():
    ban = 'blocklist(C) :- C = "Bottles", date(cutoff) <= date(2031-05-01).'
    assert goal("shopops", "rule", "rule:blocklist_Bottles", [], ban) == Goal("blocklist", ("Bottles",))
    excuse = 'exempt(U,C) :- U = "Orso", C = "Bottles", date(cutoff) >= date(2031-05-01).'
    found = probing("shopops").of("rule", "rule:waiver_Orso_Bottles", [], excuse)
    assert found is not None
    assert found.goal == Goal("exempt", ("Orso", "Bottles"))
    assert shown(found).startswith("Is Orso exempt from the budget for Bottles now? Answer")
    limit = probing("shopops").of("rule", "rule:approval_limit", [], "approval_limit(L) :- L = 500.")
    assert limit is not None
    assert (limit.goal, limit.answer_type) == (Goal("approval_limit", ()), "money")


def test_a_declared_clause_about_all_things_is_asked_by_which_one_is_in_force():
    found = probing("eduops")
    asked = [found.of("rule", "rule:repeat_policy", [], text) for text in (LATEST_COUNTS, BEST_COUNTS)]
    assert asked[0] == asked[1]
    assert asked[0] is not None
    assert asked[0].goal == Goal("rule:repeat_policy", ())
    assert [asked[0].options[text] for text in (LATEST_COUNTS, BEST_COUNTS)] == ["most recent", "highest"]
    assert asked[0].hint == "Reply most recent or highest."


@pytest.mark.parametrize(
    ("kind", "pred", "args", "state"),
    [
        ("derived", "country_by_departure", ["Vera Holt", "2031", "2031-05-04"], "Corvia"),
        ("derived", "unresolved_country_by_departure", ["Vera Holt", "2031", "2031-05-04"], "unknown"),
        ("fact", "booking@previous", ["Tamur"], "x"),
        ("rule", "rule:receipt_floor@2031-04-30", [], "18"),
        ("event", "e1", [], None),
        ("missing", "missing", ["booking(Tamur)"], None),
        ("rule", "rule:per_diem", [], "per_diem(T,V) :- length(T,D), V = D * 7."),
    ],
)
def test_no_question_can_be_put_to_these(kind, pred, args, state):
    assert probing("tripops").of(kind, pred, args, state) is None


# ---------------------------------------------------------------- without a domain
@pytest.mark.parametrize(
    ("kind", "pred", "args", "sentence"),
    [
        ("fact", "based_in", ["Vera Holt"], 'What is the based in of "Vera Holt" now?'),
        ("collection", "trip", ["Vera"],
         "Which trip entries count among the trip of Vera now, and is the list complete?"),
        ("fact", "trip", ["Vera", "Grus"], "Does Grus count among the trip of Vera now?"),
        ("derived_set", "outside", ["Vera"], "Which trip entries count among the outside of Vera now?"),
        ("rule", "rule:cap", ["Corby", "meals"], "What is the cap of Corby, meals now?"),
        ("rule", "rule:floor", [], "What is the floor now?"),
        ("derived", "signed", ["Grus"], "Does signed hold of Grus now?"),
        ("derived", "any_open", [], "Does any open hold now?"),
    ],
)  # fmt: skip
def test_without_words_a_probe_is_made_of_the_predicate_and_its_arguments(kind, pred, args, sentence):
    found = Probing(load_program(PLAIN)).of(kind, pred, args, "x")
    assert shown(found).startswith(f"{sentence} Answer as of 14 October 2031, 09:30. ")


def test_plain_words_of_all_shapes_differ():
    decls: dict[str, Decl] = load_program(PLAIN).decls
    words = [plain_words(decl) for decl in decls.values()]
    assert len({word.text for word in words}) == len(words)


def test_money_without_a_currency_is_any_money():
    found = Probing(load_program(PLAIN)).of("rule", "rule:cap", ["Corby", "meals"], "9")
    assert found is not None
    assert (found.hint, found.unit) == ("Give an amount of money.", "")


def test_money_of_a_named_currency_has_that_one():
    found = Probing(load_program("func fee(trip) -> money(norant)\n")).of("fact", "fee", ["Grus"], "9")
    assert found is not None
    assert (found.hint, found.unit) == ("Give an amount in norant.", "norant")
