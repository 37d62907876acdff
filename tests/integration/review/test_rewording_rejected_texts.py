"""Other words for what people or checks rejected: re-rendered, edited, in a draft or in the next one
(spec 6.3 to 6.5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmark.floor.accounts.models import User
from scenarios.models import Membership, Rendering, ReviewItem, Suite, Transition
from scenarios.review.exceptions import FormRefusedError, ReviewStateError
from scenarios.review.services import next_drafts, rewording
from scenarios.selectors import specs
from scenarios.services import copies, hashing, imports, releases, suites, text_checks
from scenarios.services.exports import export_suite
from tests.factories import openai_server, reviews, worded_trips

pytestmark = pytest.mark.django_db

MOVED = "e0011"
"""Elaesesk moves to Ulaerabel in Jorouthstead."""
WORDS = "Please note for everybody: Elaesesk now stays at Ulaerabel in Jorouthstead instead of Jorathock."


@pytest.fixture
def suite() -> Suite:
    return suites.store(bundle=worded_trips.bundle(), by=None)


@pytest.fixture
def lead(suite: Suite) -> User:
    return reviews.person("lena", suite, "lead")


def text(suite: Suite, label: str = MOVED) -> Rendering:
    of = "query" if label.startswith("q") else "event"
    where: dict[str, Any] = {f"{of}__scenario__suite": suite, f"{of}__label": label}
    return Rendering.objects.get(is_current=True, **where)


def rejected(suite: Suite, label: str = MOVED) -> Rendering:
    """The text after people rejected it, with its item."""
    found = text(suite, label)
    Rendering.objects.filter(pk=found.pk).update(status="rejected")
    scenario = suite.scenarios.get()
    ReviewItem.objects.create(
        suite=suite,
        scenario=scenario,
        kind="record",
        subject_id=found.pk,
        rendering=found,
        label=label,
        form="recognition",
        status="rejected",
        created_at=reviews.NOW,
    )
    found.refresh_from_db()
    return found


def test_a_rejected_record_gets_another_wording_of_its_template(suite: Suite, lead: User) -> None:
    old = rejected(suite)
    done = rewording.rerender(rendering=old, by=lead, now=reviews.NOW)
    new, old = text(suite), Rendering.objects.get(pk=old.pk)
    assert done.rendering == new
    assert (new.version, new.renderer, new.status, new.author) == (2, "template", "auto_passed", lead)
    assert new.text != old.text
    assert (old.is_current, old.status) == (False, "rejected")
    assert old.review_items.get().status == "withdrawn"
    moves = list(Transition.objects.filter(rendering=new).values_list("before", "after", "by"))
    assert moves == [("rejected", "draft", "lena"), ("draft", "auto_passed", "lena")]
    suite.refresh_from_db()
    assert hashing.content_hash(suite) == suite.content_hash
    assert releases.verify(suite).ok


def test_the_new_version_is_put_to_others_than_its_author(suite: Suite, lead: User) -> None:
    old = rejected(suite)
    done = rewording.rerender(rendering=old, by=lead, now=reviews.NOW)
    assert done.rendering is not None
    item = ReviewItem.objects.get(kind="record", subject_id=done.rendering.pk)
    assert (item.status, item.author) == ("open", lead)


def test_each_wording_is_tried_once_and_then_a_lead_words_it(suite: Suite, lead: User) -> None:
    seen = set()
    with pytest.raises(ReviewStateError, match="no other wording"):
        while True:
            current = text(suite)
            assert current.text not in seen
            seen.add(current.text)
            Rendering.objects.filter(pk=current.pk).update(status="rejected")
            current.refresh_from_db()
            rewording.rerender(rendering=current, by=lead, now=reviews.NOW)
    assert len(seen) > 2


def test_what_nobody_rejected_keeps_its_words(suite: Suite, lead: User) -> None:
    with pytest.raises(ReviewStateError, match="nobody rejected it"):
        rewording.rerender(rendering=text(suite), by=lead, now=reviews.NOW)


def test_a_rejected_question_gets_another_wording_of_its_form(suite: Suite, lead: User) -> None:
    old = text(suite, "q002")
    Rendering.objects.filter(pk=old.pk).update(status="rejected")
    old.refresh_from_db()
    rewording.rerender(rendering=old, by=lead, now=reviews.NOW)
    new = text(suite, "q002")
    assert (new.version, new.status) == (2, "auto_passed")
    assert new.text != old.text
    assert new.text.split(" Answer as of")[1] == old.text.split(" Answer as of")[1]


def test_a_model_words_it_anew_where_one_is_configured(suite: Suite, lead: User, settings: Any) -> None:
    settings.RENDERING_MODEL = "sut_adapters.answering.rewording.chat"
    with openai_server.openai_server(worded_trips.rewords) as server:
        settings.RENDERING_MODEL_CONFIG = {"model": "one", "base_url": server.base_url, "timeout": 5}
        rewording.rerender(rendering=rejected(suite), by=lead, now=reviews.NOW, by_model=True)
    new = text(suite)
    assert (new.version, new.renderer, new.status) == (2, "llm", "auto_passed")
    event = next(one for one in specs.bundle_of(suite).scenarios[0].events if one.id == MOVED)
    assert event.template_text == Rendering.objects.get(event=new.event, version=1).text


def test_a_lead_sees_what_fails_and_stores_nothing_of_it(suite: Suite, lead: User) -> None:
    bad = "Elaesesk now stays at Ulaerabel in Jorouthstead, which is 3 days from Tamirnstead by e0007."
    shown = rewording.edit_text(rendering=text(suite), text=bad, by=lead, now=reviews.NOW, preview=True)
    failed = {(one.code, one.evidence) for one in shown.verdict.results if not one.passed}
    assert ("K8", "e0007") in failed
    assert ("K1", "Tamirnstead is of another record") in failed
    (span,) = [one.span for one in shown.verdict.results if one.evidence == "e0007"]
    assert shown.text[slice(*span)] == "e0007"
    with pytest.raises(FormRefusedError, match="K8"):
        rewording.edit_text(rendering=text(suite), text=bad, by=lead, now=reviews.NOW)
    assert Rendering.objects.filter(event__label=MOVED).count() == 1


def test_an_edit_that_passes_stands_and_survives_every_way_out(
    suite: Suite, lead: User, tmp_path: Path
) -> None:
    behind = text(suite).text
    rewording.edit_text(rendering=text(suite), text=WORDS, by=lead, now=reviews.NOW)
    new = text(suite)
    assert (new.text, new.renderer, new.version, new.author) == (WORDS, "edited", 2, lead)
    assert new.status == "auto_passed", new.checks
    suite.refresh_from_db()
    assert releases.verify(suite).ok
    copied = copies.copy_suite(suite=suite, slug="copied", by=None)
    export_suite(suite=suite, folder=tmp_path / "out", by=None)
    suites.delete(suite=suite, by=None)
    again = imports.import_suite(folder=tmp_path / "out", by=None)
    for one in (copied, again):
        event = next(e for e in specs.bundle_of(one).scenarios[0].events if e.id == MOVED)
        assert (event.text, event.renderer, event.template_text) == (WORDS, "edited", behind)
        assert text(one).status == "auto_passed"
    assert again.content_hash == suite.content_hash


def test_an_edited_question_ends_as_its_form_ends(suite: Suite, lead: User) -> None:
    tail = text(suite, "q002").text.split(" Answer as of")[1]
    good = f"To which city does the trip Elaesesk lead, please? Answer as of{tail}"
    for bad, why in (
        ("To which city does the trip Elaesesk lead?", "does not end with"),
        (f"To which city does this trip lead? Answer as of{tail}", "Elaesesk is missing"),
        (f"Is Elaesesk or Praalix meant? Answer as of{tail}", "Praalix is of another question"),
    ):
        with pytest.raises(FormRefusedError, match=why):
            rewording.edit_text(rendering=text(suite, "q002"), text=bad, by=lead, now=reviews.NOW)
    rewording.edit_text(rendering=text(suite, "q002"), text=good, by=lead, now=reviews.NOW)
    assert (text(suite, "q002").renderer, text(suite, "q002").status) == ("edited", "auto_passed")
    copied = copies.copy_suite(suite=suite, slug="copied", by=None)
    assert (text(copied, "q002").renderer, text(copied, "q002").status) == ("edited", "auto_passed")


def test_words_of_a_release_change_in_its_next_draft(suite: Suite, lead: User) -> None:
    ann = reviews.person("ann", suite)
    Rendering.objects.filter(pk=text(suite, "e0001").pk).update(status="verified")
    old = rejected(suite)
    release = suites.release(suite=suite, by=None, with_rejected=True)
    done = rewording.rerender(rendering=old, by=lead, now=reviews.NOW)
    draft = done.suite
    assert (draft.slug, draft.version, draft.status) == ("trips-small-v2", 2, "draft")
    assert next_drafts.revision_of(draft) == {
        "suite": "trips-small",
        "version": 1,
        "content_hash": release.content_hash,
        "changes": [],
        "dropped": [],
    }
    assert text(release).text == old.text
    assert text(draft).text != old.text
    carried = Transition.objects.get(rendering=text(draft, "e0001"))
    assert (carried.after, carried.note) == ("verified", "carried from trips-small version 1")
    assert set(Membership.objects.filter(suite=draft).values_list("user__username", "role")) == {
        (lead.username, "lead"),
        (ann.username, "annotator"),
    }
    assert next_drafts.next_draft(suite=release, by=lead, now=reviews.NOW) == draft
    text_checks.run(suite=draft, bundle=specs.bundle_of(draft))
    assert text(draft).status == "auto_passed"
