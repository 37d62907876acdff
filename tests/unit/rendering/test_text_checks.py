"""Each automatic check passes what is right and marks what is wrong (spec 6.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenarios.bundle import EntitySpec, EventSpec, QuerySpec
from scenarios.datalog.derivation import Node
from scenarios.datalog.history import ActionRecord, Op
from scenarios.rendering import checks
from tests.factories.tripops_samples import TRIPOPS, at, sample_records

ROOM = "Lodging desk: Joelorne in Tamwick is held for Tamur."


def event(text=ROOM, actions=None, number=7):
    ref = at(number)
    if actions is None:
        actions = (
            ActionRecord(ref.id, ref.t, ref.seq, 0, Op.ASSERT, "booking", ("Tamur",), value="Joelorne"),
            ActionRecord(ref.id, ref.t, ref.seq, 1, Op.ASSERT, "hotel_in", ("Joelorne",), value="Tamwick"),
        )
    return EventSpec(ref.id, ref.t, ref.seq, text, actions)


def marked(result, text):
    return text[slice(*result.span)]


def test_all_checks_pass_on_every_wording_of_the_domain():
    for template, _, text, actions, _ in sample_records(4):
        failed = [r for r in checks.record_checks(TRIPOPS, event(text, actions)) if not r.passed]
        assert failed == [], (template.slug, text)


def test_k1_wants_one_wording_and_the_events_own_actions():
    assert checks.faithful(TRIPOPS, event()).passed
    assert checks.faithful(TRIPOPS, event()).evidence == "booking_made#0"
    other = checks.faithful(TRIPOPS, event(actions=()))
    assert (other.passed, other.evidence) == (False, "booking_made#0 reads other actions")
    assert checks.faithful(TRIPOPS, event("Tamur sleeps well.")).evidence == "read by no wording"


@pytest.mark.parametrize("phrase", ["Ground truth", "superseded", "the witness", "an event"])
def test_k4_marks_banned_phrases(phrase):
    text = f"Please note {phrase} of May."
    result = checks.banned_phrases("e1", text)
    assert not result.passed
    assert marked(result, text).casefold() in phrase.casefold()
    assert checks.banned_phrases("e1", "In the eventful year, eyewitnesses say.").passed


def test_k4_lets_a_change_call_the_old_outdated_and_nothing_else():
    assert not checks.banned_phrases("e1", "The outdated list.", event().actions).passed
    revision = (replace(event().actions[0], op=Op.REVISE),)
    assert checks.banned_phrases("e1", "The outdated list.", revision).passed


def test_k5_wants_dates_to_be_arguments_or_the_own_day():
    assert checks.date_sanity(event("From 4 June 2031 on.")).passed
    text = "From 5 June 2031 on."
    result = checks.date_sanity(event(text))
    assert (result.passed, marked(result, text)) == (False, "5 June 2031")
    starts = (replace(event().actions[0], pred="starts", value="2031-06-05"),)
    assert checks.date_sanity(event(text, starts)).passed


def test_k5_wants_a_backdated_record_to_show_its_date():
    old = at().t.replace(month=1, day=9, hour=0, minute=0)
    backdated = (replace(event().actions[0], as_of=old),)
    assert not checks.date_sanity(event("Old voucher: Joelorne.", backdated)).passed
    assert checks.date_sanity(event("Voucher of 9 January 2031: Joelorne.", backdated)).passed


def test_k7_counts_words():
    assert checks.length("e1", "one two three four five six", 6, 60).passed
    assert not checks.length("e1", "one two three four five", 6, 60).passed
    assert not checks.length("e1", "word " * 61, 6, 60).passed


@pytest.mark.parametrize("text", ["see e0007 there", "mini-trip:e0007", "as q012 asks"])
def test_k8_marks_internal_ids(text):
    result = checks.no_internal_id("e1", text)
    assert not result.passed
    assert marked(result, text) in text
    assert checks.no_internal_id("e1", "Claim QF-1234 and e-mail 77").passed


def question(args, text=None):
    template = TRIPOPS.question("over_limit")
    return QuerySpec(
        "q001", template.goal(args), at().t, text or template.render(args, at().t), "rules", "R2", "bool",
        template.target(args),
    )  # fmt: skip


def test_questions_must_say_their_own_target():
    entities = [EntitySpec("QF-1234", "expense")]
    good = question({"expense": "QF-1234"})
    assert all(result.passed for result in checks.question_checks(TRIPOPS, good, entities))
    swapped = question({"expense": "QF-1234"}, question({"expense": "QF-9999"}).question)
    assert [r.code for r in checks.question_checks(TRIPOPS, swapped, entities) if not r.passed] == ["K1"]
    later = replace(good, cutoff=at().t.replace(minute=31))
    assert not checks.question_faithful(TRIPOPS, later).passed


def test_k9_wants_each_name_to_refer_to_exactly_one_entity():
    query = question({"expense": "QF-1234"})
    one = EntitySpec("QF-1234", "expense")
    assert checks.unique_references(query, [one]).passed
    assert "refers to 0" in checks.unique_references(query, []).evidence
    twin = EntitySpec("Other", "trip", aliases=("QF-1234",))
    assert "refers to 2" in checks.unique_references(query, [one, twin]).evidence


def test_k9_takes_a_period_of_any_form_for_itself_where_its_type_has_no_names():
    query = question({"expense": "QF-1234"})
    season = replace(query, target={**query.target, "args": {"season": "Spring 2031"}})
    assert not checks.unique_references(season, []).passed
    assert checks.unique_references(season, [], {"season"}).passed
    seasonal = replace(TRIPOPS, slot_types={**TRIPOPS.slot_types, "season": "season"})
    named = [EntitySpec("Spring 2030", "season")]
    for entities, passes in (([], True), (named, False)):
        found = {result.code: result for result in checks.question_checks(seasonal, season, entities)}
        assert found["K9"].passed is passes


def test_k3_marks_real_names_only():
    found = checks.fictional(
        [EntitySpec("Paris", "city"), EntitySpec("Lunmar", "city"), EntitySpec("meal", "category")],
        frozenset({"category"}),
    )
    assert [(result.subject, result.passed) for result in found] == [("Paris", False), ("Lunmar", True)]


@pytest.mark.parametrize(
    ("node", "text", "told"),
    [
        (
            Node(("derived", "country", ("Tamur",)), "Quorosse"),
            "Tamur leads to Quorosse, country of hills.",
            True,
        ),
        (
            Node(("derived", "country", ("Tamur",)), "Quorosse"),
            "Tamur is off. Country of hills: Quorosse.",
            False,
        ),
        (Node(("derived", "country", ("Tamur",)), "Quorosse"), "Tamur passes Quorosse with two bags.", False),
        (Node(("derived", "country", ("Tamur",)), "unknown"), "Tamur leads to a country unknown.", False),
        (Node(("fact", "booking", ("Tamur",)), "Joelorne"), "Tamur has accommodation at Joelorne.", False),
        (Node(("aggregate", "n_outside", ("Bela Torow", "2031")), 2), "Bela Torow was abroad 2 times.", True),
        (
            Node(("aggregate", "n_outside", ("Bela Torow", "2031")), 2),
            "Bela Torow was abroad 12 times.",
            False,
        ),
        (
            Node(("aggregate", "n_outside", ("Bela Torow", "2031")), 2),
            "Often abroad, 2 or 3 times in 2031.",
            False,
        ),
        (Node(("derived", "payable", ("QF-1234",)), "40.5"), "Of QF-1234 40.50 Galot is reimbursable.", True),
        (
            Node(("derived_set", "unsigned", ("Bela Torow", "2031")), {"members": ["Tamur"]}),
            "Bela Torow lacks clearance on Tamur.",
            True,
        ),
    ],
)
def test_k2_finds_a_record_that_tells_a_derived_state_in_one_sentence(node, text, told):
    found = checks.told_states(TRIPOPS, [node], [event(text, ())])
    assert bool(found) is told
    assert all(result.code == "K2" and not result.passed for result in found)


def test_k2_holds_for_the_state_at_every_cutoff():
    country = ("derived", "country", ("Tamur",))
    early, late = Node(country, "Quorosse"), Node(country, "Lunmar")
    telling = event("Tamur leads to Quorosse, country of hills.", ())
    for nodes in ([early, late], [late, early]):
        assert [result.subject for result in checks.told_states(TRIPOPS, nodes, [telling])] == [telling.id]


def test_k5_refuses_a_day_that_does_not_exist():
    text = "From 31 June 2031 on."
    result = checks.date_sanity(event(text))
    assert (result.passed, marked(result, text)) == (False, "31 June 2031")


def test_results_are_json_ready():
    result = checks.no_internal_id("e1", "see e0007 there")
    assert result.as_json() == {"code": "K8", "passed": False, "evidence": "e0007", "span": [4, 9]}


def test_a_question_that_no_wording_reads_fails_k1():
    bare = question({"expense": "QF-1234"}, "Is QF-1234 too dear?")
    assert checks.question_faithful(TRIPOPS, bare).evidence == "read by no wording"
