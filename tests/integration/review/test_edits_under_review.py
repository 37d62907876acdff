"""An edit of a history leaves what people said where the words mean what they meant, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios.models import Rendering, ReviewItem, Suite, Transition
from scenarios.services import history_edits, suites
from scenarios.services.edited_specs import ChangeActions
from tests.factories import reviews as make
from tests.factories import scenarios as rows
from tests.factories.scenarios import act, event_spec

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    make.plain(settings)


@pytest.fixture
def suite() -> Suite:
    """Two records that say where a trip goes, asked for once, judged by ann: all verified."""
    held = rows.bundle(
        event_spec(1, act("assert", "dest", "Grus", value="Corby")),
        event_spec(2, act("assert", "dest", "Lynx", value="Deal")),
        queries=(rows.query_spec(1, "dest", "Grus", family="temporal", operator="T1"),),
    )
    found = suites.store(bundle=held, by=None)
    make.open_review(found)
    make.judge_all(make.annotators(found, "ann")[0], found)
    return found


def said(suite: Suite) -> list[tuple[str, int, str, bool]]:
    """Label, version, state and whether current of each text of a record."""
    found = Rendering.objects.filter(event__scenario__suite=suite).order_by("event__label", "version")
    return list(found.values_list("event__label", "version", "status", "is_current"))


def test_an_edit_elsewhere_leaves_what_people_said(suite: Suite) -> None:
    new = event_spec(3, act("assert", "dest", "Vela", value="Ayr"))
    history_edits.add_event(scenario=suite.scenarios.get(), event=new, by=None)
    assert said(suite) == [
        ("e0001", 1, "verified", True),
        ("e0002", 1, "verified", True),
        ("e0003", 1, "draft", True),
    ]
    assert ReviewItem.objects.get(label="e0003").status == "open"


def test_a_record_that_stands_for_something_else_is_judged_anew(suite: Suite) -> None:
    changed = event_spec(1, act("assert", "dest", "Grus", value="Deal")).actions
    history_edits.change_actions(scenario=suite.scenarios.get(), event="e0001", actions=changed, by=None)
    assert said(suite) == [
        ("e0001", 1, "verified", False),
        ("e0001", 2, "draft", True),
        ("e0002", 1, "verified", True),
    ]
    old, new = ReviewItem.objects.filter(label="e0001").order_by("pk")
    assert (old.status, old.verdicts.count()) == ("withdrawn", 1)
    assert (new.status, new.slots.get().status) == ("open", "free")
    last = old.transitions.last()
    assert last is not None
    assert (last.before, last.after, last.note) == ("verified", "withdrawn", "what it stands for was edited")


def test_a_question_whose_gold_is_another_is_judged_anew(suite: Suite) -> None:
    text = Rendering.objects.get(query__label="q001")
    item = ReviewItem.objects.create(
        suite=suite,
        scenario=suite.scenarios.get(),
        kind="question",
        subject_id=text.pk,
        rendering=text,
        label="q001",
        form="question",
        status="verified",
        created_at=make.NOW,
    )
    Rendering.objects.filter(pk=text.pk).update(status="verified")
    scenario = suite.scenarios.get()
    untouched = event_spec(2, act("assert", "dest", "Lynx", value="Ayr")).actions
    history_edits.change_actions(scenario=scenario, event="e0002", actions=untouched, by=None)
    item.refresh_from_db()
    assert item.status == "verified"
    touched = event_spec(1, act("assert", "dest", "Grus", value="Ayr")).actions
    history_edits.change_actions(scenario=scenario, event="e0001", actions=touched, by=None)
    item.refresh_from_db()
    assert item.status == "withdrawn"
    assert Rendering.objects.get(query__label="q001", is_current=True).version == 2


def test_reviewed_words_that_stand_for_something_else_lose_their_state_on_record(suite: Suite) -> None:
    """A draft that took states over has no items."""
    ReviewItem.objects.all().delete()
    changed = event_spec(1, act("assert", "dest", "Grus", value="Deal")).actions
    history_edits.change_actions(scenario=suite.scenarios.get(), event="e0001", actions=changed, by=None)
    assert said(suite)[0] == ("e0001", 1, "draft", True)
    moved = Transition.objects.filter(rendering__event__label="e0001", item=None).get()
    assert (moved.before, moved.after, moved.note) == ("verified", "draft", "checked again")


def test_a_preview_changes_nothing(suite: Suite) -> None:
    before = said(suite)
    changed = event_spec(1, act("assert", "dest", "Grus", value="Deal")).actions
    history_edits.preview(scenario=suite.scenarios.get(), edit=ChangeActions("e0001", changed))
    assert said(suite) == before
    assert not ReviewItem.objects.filter(status="withdrawn").exists()
