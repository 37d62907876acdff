"""Phrases that stand for names in questions, and the twins of forms that have them (spec 4.7, ADR 15)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scenarios.datalog.facts import load_history
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import answer
from scenarios.domains.registry import get
from scenarios.rendering import questions
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.references import Among, Reference, ReferenceFault, ReferenceKind
from scenarios.rendering.slots import DATE, NAME, PERSON, YEAR
from scenarios.rendering.templates import Surface
from scenarios.rendering.twins import twins, with_references
from tests.factories.domain_samples import ALL, SHIPPED, Samples
from tests.factories.referring_worlds import form_of, twins_of
from tests.spec.manual import cutoff, shown

TRIPOPS = get("tripops")
AT = datetime(2031, 10, 14, 9, 30, tzinfo=UTC)
DEPARTURE = Reference(
    "leaving", ReferenceKind.BY_DATE, "trip", "the {year} journey of {traveller} that departs on {day}",
    "starts", ("trip",), ("destination",), by="day", among=Among("trip", ("traveller", "year")),
)  # fmt: skip
KINDS = {"year": YEAR, "traveller": PERSON, "day": DATE, "report": PERSON, "hotel": NAME}

each_domain = pytest.mark.parametrize("samples", ALL, ids=lambda samples: samples.domain.slug)


# ---------------------------------------------------------------- the twins of every domain
@pytest.mark.parametrize("samples", SHIPPED, ids=lambda samples: samples.domain.slug)
def test_references_are_of_three_kinds_at_least_and_each_has_four_forms_or_more(samples: Samples) -> None:
    found = Counter(twin.reference for twin in twins_of(samples.domain) if twin.reference)
    assert len(found) >= 3
    assert len({reference.kind for reference in found}) >= 2
    assert min(found.values()) >= 4


@each_domain
def test_a_twin_asks_as_its_form_does(samples: Samples) -> None:
    for twin in twins_of(samples.domain):
        form = form_of(samples.domain, twin)
        assert (twin.family, twin.operator, twin.answer_type, twin.hint, twin.unit) == (
            form.family, form.operator, form.answer_type, form.hint, form.unit,
        )  # fmt: skip
        assert len(twin.surfaces) == len(form.surfaces)
        assert twin.reference is not None
        assert set(twin.kinds) == {*form.kinds} - {twin.reference.slot} | {*twin.reference.own}


@each_domain
def test_every_twin_is_read_as_itself_alone_and_says_what_it_refers_to(samples: Samples) -> None:
    rng = random.Random(samples.domain.slug)
    for twin in twins_of(samples.domain):
        assert twin.reference is not None
        for surface in range(len(twin.surfaces)):
            args = samples.arguments(twin, rng)
            text = twin.render(args, AT, surface=surface)
            (found,) = questions.readings(samples.domain.question_templates, text)
            assert (found.template, found.surface, found.args) == (twin, surface, args), text
            refs = twin.target(args, entity="Tamur")["refs"]
            assert refs.pop(twin.reference.slot) == {
                "kind": twin.reference.kind, "pred": twin.reference.pred, "by": [*twin.reference.own],
                "entity": "Tamur",
            }  # fmt: skip
            assert refs == {slot: {"kind": "id"} for slot in args}


@each_domain
def test_the_program_of_a_domain_has_the_clauses_of_its_twins_after_its_own(samples: Samples) -> None:
    base, heading, made = samples.domain.program_text.partition("# ---- made from references.py")
    assert heading
    assert twins_of(samples.domain)[0].pred not in base
    program = load_program(samples.domain.program_text)
    for twin in twins_of(samples.domain):
        assert f"derived {twin.pred}(" in made
        assert len(program.clauses_of(twin.pred)) == 2


# ---------------------------------------------------------------- what does not fit is refused
@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (replace(DEPARTURE, forms=("current_lodging",)), "current_lodging asks for versions of a record"),
        (replace(DEPARTURE, forms=("home_country",)), "home_country has no slot trip"),
        (replace(DEPARTURE, forms=("destination",), noun="journey {trip}"), "not 'journey {trip}'"),
        (replace(DEPARTURE, pred="trip", among=DEPARTURE.among), r"trip has no value for \('trip',\)"),
        (
            Reference(
                "s", ReferenceKind.BY_ROLE, "person", "{report}", "reports_to", ("report",), ("is_superior",)
            ),
            "is_superior asks of one member",
        ),
        (
            Reference(
                "s", ReferenceKind.BY_ORDER, "trip", "{person}", "earliest", ("person", "group"),
                ("number_in_class",),
            ),
            "number_in_class has a slot of the phrase",
        ),
    ],
)  # fmt: skip
def test_a_reference_that_does_not_fit_its_form_is_refused(reference: Reference, message: str) -> None:
    with pytest.raises(ReferenceFault, match=message):
        twins(TRIPOPS, (reference,), KINDS)


def test_a_reference_read_backward_needs_a_value_and_a_collection() -> None:
    for missing in ({"by": ""}, {"among": None}):
        with pytest.raises(ReferenceFault, match="it needs a value and a collection"):
            replace(DEPARTURE, **missing)  # type: ignore[arg-type]  # fields by name


def test_a_phrase_at_the_beginning_of_a_question_has_a_capital() -> None:
    form = replace(
        TRIPOPS.question("destination"),
        slug="bare",
        surfaces=(Surface("question", "{trip} leads where?"),),
    )
    domain = replace(TRIPOPS, question_templates=(form,))
    (twin,) = twins(domain, (replace(DEPARTURE, forms=("bare",)),), KINDS).templates
    assert twin.surfaces[0].source.startswith("The {year} journey of {traveller}")


def test_a_form_that_answers_in_a_currency_of_its_own_has_no_twin() -> None:
    form = QuestionTemplate(
        "fee", {"trip": NAME}, (Surface("question", "What fee does {trip} bring?"),),
        operator="R6", family="rules", pred="fee", key=("trip",), answer_type="money",
    )  # fmt: skip
    text = f"{TRIPOPS.program_text}\nfunc fee(trip) -> money(tor)\n"
    words = {**TRIPOPS.question_lex, "fee": frozenset[str]()}
    domain = replace(TRIPOPS, program_text=text, question_templates=(form,), question_lex=words)
    with pytest.raises(ReferenceFault, match="fee is in a currency of its own"):
        twins(domain, (replace(DEPARTURE, forms=("fee",)),), KINDS)


def test_the_truth_of_a_recorded_value_has_a_twin_too() -> None:
    """The program then asks whether the value is true."""
    form = QuestionTemplate(
        "has_receipt", {"expense": NAME}, (Surface("question", "Is {expense} attested?"),),
        operator="R1", family="rules", pred="receipt", key=("expense",), answer_type="bool",
    )  # fmt: skip
    domain = replace(
        TRIPOPS, question_templates=(form,), question_lex={**TRIPOPS.question_lex, "receipt": frozenset()}
    )
    largest = Reference(
        "largest", ReferenceKind.BY_ORDER, "expense", "the largest outlay on {trip}", "dearest", ("trip",),
        ("has_receipt",),
    )  # fmt: skip
    asking = with_references(domain, (largest,), {"trip": NAME})
    program = load_program(asking.program_text)
    told = """
    e1 2026-01-01: expense(Ax; E1), amount(E1, 60), receipt(E1, false), complete(expense, Ax).
    e2 2026-02-01: revise receipt(E1, true).
    """
    goal = asking.question("has_receipt__via_largest").goal({"trip": "Ax"})
    found = [answer(program, load_history(program, told), goal, cutoff(at)) for at in ("2026-01-15", "end")]
    assert [shown(gold) for gold in found] == ["false", "true"]
