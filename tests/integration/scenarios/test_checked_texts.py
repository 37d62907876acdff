"""Words of a suite are checked when it is stored; a generated suite with a failing text is not released."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from scenarios.bundle import Bundle, EntitySpec, EventSpec, QuerySpec, ScenarioSpec
from scenarios.exceptions import StateRefusedError, TextsFailedError
from scenarios.generators import worked_example
from scenarios.models import Rendering, Suite
from scenarios.rendering.patterns import EventRef
from scenarios.selectors import texts
from scenarios.services import building, imports, suites, text_checks
from scenarios.services.exports import export_suite
from tests.factories.mini_suite import mini_bundle
from tests.factories.tripops_samples import TRIPOPS, at

pytestmark = pytest.mark.django_db

MADE = TRIPOPS.template("booking_made")
NAMES = {"trip": "Tamur", "hotel": "Joelorne", "city": "Tamwick"}
ENTITIES = (EntitySpec("Tamur", "trip"), EntitySpec("Joelorne", "hotel"), EntitySpec("Tamwick", "city"))


def booking(number: int = 7, **fields: Any) -> EventSpec:
    """A record of one booking, written by its template."""
    ref: EventRef = at(number)
    ((surface, actions),) = MADE.parse("Lodging desk: Joelorne in Tamwick is held for Tamur.", ref)
    text = MADE.render(actions, ref, surface=surface)
    return replace(EventSpec(ref.id, ref.t, ref.seq, text, actions, template=MADE.slug), **fields)


def asked(**fields: Any) -> QuerySpec:
    """Where Tamur leads, asked by its template."""
    form = TRIPOPS.question("destination")
    args = {"trip": "Tamur"}
    query = QuerySpec(
        id="q001",
        goal=form.goal(args),
        cutoff=at().t,
        question=form.render(args, at().t),
        family=form.family,
        operator=form.operator,
        answer_type=form.answer_type,
        target=form.target(args),
    )
    return replace(query, **fields)


def suite_of(*events: EventSpec, query: QuerySpec | None = None, **fields: Any) -> Bundle:
    spec = ScenarioSpec(
        slug="small",
        title="Small",
        domain=fields.pop("domain", "tripops"),
        seed=0,
        program=TRIPOPS.program_text,
        events=events,
        queries=(query or asked(),),
        entities=fields.pop("entities", ENTITIES),
    )
    return Bundle(**{"slug": "small", "title": "Small", "kind": "derive", "scenarios": (spec,), **fields})


def words(label: str) -> Rendering:
    rows = Rendering.objects.select_related("event", "query")
    return rows.get(query__label=label) if label.startswith("q") else rows.get(event__label=label)


def test_all_words_of_the_mini_suite_pass_and_the_counts_are_on_record() -> None:
    suite = suites.store(bundle=mini_bundle(7), by=None)
    assert set(Rendering.objects.values_list("status", "renderer")) == {("auto_passed", "template")}
    codes = {
        (row.event is not None, *sorted(row.checks)) for row in Rendering.objects.select_related("event")
    }
    assert codes == {
        (True, "K1", "K2", "K3", "K4", "K5", "K7", "K8"),
        (False, "K1", "K3", "K4", "K7", "K8", "K9"),
        (False, "K1", "K3", "K4", "K6", "K7", "K8", "K9"),  # of a question that is flagged as bait
    }
    assert texts.check_counts(suite) == texts.CheckCounts(passed=234)
    record = AuditRecord.objects.get(action="suite.stored")
    assert record.details["texts"] == {"passed": 234, "failed": 0, "unchecked": 0}


def test_an_exported_suite_is_checked_again_when_it_comes_in(tmp_path: Any) -> None:
    suite = suites.store(bundle=suite_of(booking()), by=None)
    export_suite(suite=suite, folder=tmp_path / "out", by=None)
    before = dict(Rendering.objects.values_list("text", "checks"))
    suites.delete(suite=suite, by=None)
    again = imports.import_suite(folder=tmp_path / "out", by=None)
    assert texts.check_counts(again) == texts.CheckCounts(passed=2)
    assert dict(Rendering.objects.values_list("text", "checks")) == before


@pytest.mark.parametrize(
    ("event", "failed"),
    [
        (booking(text="Lodging desk: Joelorne in Tamwick is held for Vera."), {"K1"}),
        (booking(text="Lodging desk: Joelorne in Tamwick is held for Tamur, as e0007 says."), {"K1", "K8"}),
        (booking(text="The benchmark wants Joelorne in Tamwick for Tamur."), {"K1", "K4"}),
        (booking(text="Joelorne, Tamwick, Tamur, from 31 June 2031 on."), {"K1", "K5"}),
        (booking(text="Joelorne for Tamur."), {"K1", "K7"}),
        (booking(text="For Tamur the destination is now Tamwick."), {"K1", "K2"}),
    ],
    ids=lambda value: " ".join(sorted(value)) if isinstance(value, set) else "",
)
def test_a_failing_record_is_stored_as_such_and_refuses_the_release(
    event: EventSpec, failed: set[str]
) -> None:
    suite = suites.store(bundle=suite_of(event), by=None)
    row = words("e0007")
    assert row.status == "auto_failed"
    assert {code for code, found in row.checks.items() if not found["passed"]} == failed
    assert words("q001").status == "auto_passed"
    with pytest.raises(TextsFailedError) as caught:
        suites.release(suite=suite, by=None)
    (line,) = caught.value.failures
    assert line.startswith("small/e0007: K1 read by no wording") or failed == {"K1"}
    assert all(f"{code} " in line for code in failed)
    assert line in str(caught.value)
    suite.refresh_from_db()
    assert suite.status == "draft"


def test_the_evidence_is_marked_in_the_text() -> None:
    suites.store(bundle=suite_of(booking(text="The benchmark wants Joelorne in Tamwick for Tamur.")), by=None)
    row = words("e0007")
    assert row.checks["K4"]["evidence"] == "benchmark"
    assert row.text[slice(*row.checks["K4"]["span"])] == "benchmark"


def test_a_failing_question_refuses_the_release() -> None:
    bad = asked(question=asked().question.replace("Tamur", "Joelorne"))
    suite = suites.store(bundle=suite_of(booking(), query=bad), by=None)
    assert words("e0007").status == "auto_passed"
    with pytest.raises(TextsFailedError, match=r"1 text fails.*\nsmall/q001: K1 reads another target"):
        suites.release(suite=suite, by=None)


def test_a_real_name_fails_every_text_that_holds_it_and_no_other() -> None:
    swap = {"Tamwick": "Paris"}
    event = booking()
    paris = replace(
        event,
        text=event.text.replace("Tamwick", "Paris"),
        actions=tuple(replace(one, value=swap.get(one.value or "", one.value)) for one in event.actions),
    )
    entities = tuple(replace(one, name=swap.get(one.name, one.name)) for one in ENTITIES)
    suites.store(bundle=suite_of(paris, entities=entities), by=None)
    found = words("e0007")
    assert [code for code, one in sorted(found.checks.items()) if not one["passed"]] == ["K3"]
    assert found.text[slice(*found.checks["K3"]["span"])] == "Paris"
    assert words("q001").status == "auto_passed"


def test_what_no_template_wrote_stays_a_draft_with_the_reason() -> None:
    event = booking(text="The benchmark of e0007.", template="")
    suite = suites.store(bundle=suite_of(event, query=asked(target={})), by=None)
    for label in ("e0007", "q001"):
        row = words(label)
        assert (row.status, row.renderer, list(row.checks)) == ("draft", "given", ["reason"])
        assert "No template wrote this text" in row.checks["reason"]
    assert texts.check_counts(suite) == texts.CheckCounts(unchecked=2)
    assert suites.release(suite=suite, by=None).is_released


def test_a_domain_without_templates_leaves_its_words_unjudged() -> None:
    suites.store(bundle=worked_example.bundle(), by=None)
    assert set(Rendering.objects.values_list("status", flat=True)) == {"draft"}
    assert "domain 'worked-example'" in words("e1").checks["reason"]
    assert "domain 'worked-example'" in words("q1").checks["reason"]


@pytest.mark.parametrize(
    "target", [{"form": 7, "args": {}}, {"form": "dest"}, {"form": "dest", "args": {"trip": ["Tamur"]}}]
)
def test_a_target_that_names_no_template_and_arguments_is_not_judged(target: dict[str, Any]) -> None:
    suites.store(bundle=suite_of(booking(), query=asked(target=target)), by=None)
    assert words("q001").status == "draft"


def test_an_imported_suite_with_a_failing_text_may_be_released() -> None:
    suite = suites.store(bundle=suite_of(booking(text="So be it."), kind="imported"), by=None)
    assert words("e0007").status == "auto_failed"
    assert suites.release(suite=suite, by=None).is_released


def test_a_builder_whose_words_fail_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = suite_of(booking(text="Joelorne for Tamur."), slug="broken")
    monkeypatch.setitem(building.FIXTURES, "broken", lambda: broken)
    with pytest.raises(StateRefusedError, match="small/e0007: K1"):
        building.build(name="broken", by=None)
    assert not Suite.objects.exists()


def test_checking_costs_the_same_for_any_number_of_texts() -> None:
    costs = []
    for count, slug in ((1, "one"), (60, "many")):
        held = suite_of(*(booking(number) for number in range(1, count + 1)), slug=slug, kind="imported")
        suite = suites.store(bundle=held, by=None)
        with CaptureQueriesContext(connection) as caught:
            found = text_checks.run(suite=suite, bundle=held)
        assert found.passed == count + 1
        costs.append(len(caught))
    assert costs[0] == costs[1] <= 6


def test_the_timeline_says_what_fails_to_those_who_see_actions_and_only_there(client: Client) -> None:
    good = booking(8)
    suites.store(bundle=suite_of(booking(text="Joelorne for Tamur."), good), by=None, is_open=True)
    shown = {}
    for role in ("annotator", "lead"):
        person = User.objects.create_user(f"a-{role}", role=role)
        client.force_login(person)
        shown[role] = client.get("/suites/small/small/").content.decode()
        about = client.get("/suites/small/").content.decode()
        assert "2 passed, 1 failed" in about
        assert "not checked" not in about
    assert shown["lead"].count("fails K") == 1
    assert "fails K1 read by no wording, K7 3 words" in shown["lead"]
    assert "fails K" not in shown["annotator"]
