"""Other words for a text that people or checks rejected: its template's, a model's, or a lead's (spec 6.5).

Other words are the next version. What they replace stays as it was judged and is current no more. In a
released suite nothing changes: the words go into its next draft. Whoever chose them never judges them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_noop

from benchmark.floor.audit.services import records as audit
from scenarios.bundle import EDITED, LLM, EventSpec, QuerySpec, ScenarioSpec
from scenarios.models import Event, Query, Rendering, ReviewItem, Scenario, Suite, Transition
from scenarios.rendering.verdicts import Verdict, is_templated
from scenarios.review import states
from scenarios.review.exceptions import FormRefusedError, ReviewStateError
from scenarios.review.services import holding, next_drafts, opening, scenario_checks, transitions, wordings
from scenarios.review.services.scenario_checks import Place
from scenarios.selectors import specs
from scenarios.services import gold_revision, hashing

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: Tried at most (spec 6.3).
MOST_WORDINGS = 8
_REWORDABLE = frozenset({states.REJECTED, states.AUTO_FAILED})


@dataclass(frozen=True, slots=True)
class Reworded:
    """New words: what the checks say of them, and the version that was stored, None for a preview. ``suite``
    is where they stand or would stand: of a released suite without a draft that release."""

    text: str
    verdict: Verdict
    suite: Suite
    rendering: Rendering | None = None


@dataclass(frozen=True, slots=True)
class _Subject:
    """A text in the suite in which it may change."""

    suite: Suite
    scenario: Scenario
    spec: ScenarioSpec
    rendering: Rendering
    place: Place

    @property
    def event(self) -> EventSpec | None:
        """What is worded, if it is a record."""
        asks, label = self.place
        return None if asks else next(one for one in self.spec.events if one.id == label)

    @property
    def query(self) -> QuerySpec | None:
        """What is worded, if it is a question."""
        asks, label = self.place
        return next(one for one in self.spec.queries if one.id == label) if asks else None

    def earlier(self) -> set[str]:
        """All words that it ever had."""
        return set(_versions(self.rendering).values_list("text", flat=True))


@transaction.atomic
def rerender(*, rendering: Rendering, by: User | None, now: datetime, by_model: bool = False) -> Reworded:
    """The next version of a rejected or failed text: the first other wording of its template that it has not
    had and that passes K1 to K9, eight at most; or what the configured model makes of a record.

    Raises ``ReviewStateError`` for a text that is not rejected, that no template wrote, or of which no
    wording passes (a lead words it then), and ``ModelUnavailableError``.
    """
    if rendering.status not in _REWORDABLE:
        raise ReviewStateError(
            gettext("This text is %(state)s: nobody rejected it.")
            % {"state": rendering.get_status_display().lower()}
        )
    found = _subject(rendering, by, now)
    offered: Iterator[EventSpec | QuerySpec]
    if by_model:
        offered = wordings.of_model(found.scenario, found.spec, _event(found), found.earlier())
    else:
        offered = wordings.others(
            found.scenario, found.event or _query(found), found.earlier(), MOST_WORDINGS
        )
    return _first_passing(found, offered, by, now)


def edit_text(
    *, rendering: Rendering, text: str, by: User | None, now: datetime, preview: bool = False
) -> Reworded:
    """The words of a lead, checked at once; with ``preview`` nothing is stored.

    K1 of a record that a template wrote is presence, as for a model's words: every fact of the template's
    record stands in the text letter by letter, no other name of the scenario and no other number does, and no
    wording reads it as something else (``rendering.presence``). An edited question ends as its form ends and
    holds each argument. Words that came with a record stay unchecked: people check them. An edit that fails
    is not stored: ``FormRefusedError`` names what failed. Raises ``ReviewStateError`` for a text that was
    replaced in the meantime, and for the words that stand already.
    """
    text = " ".join(text.split())
    wordings.refuse_bad_text(text)
    if preview:
        with transaction.atomic():
            found = _as_it_stands(rendering)
            verdict = _verdict(found, _edited(found, text))
        return Reworded(text, verdict, found.suite)
    return _store_edit(rendering, text, by, now)


@transaction.atomic
def _store_edit(rendering: Rendering, text: str, by: User | None, now: datetime) -> Reworded:
    found = _subject(rendering, by, now)
    spec = _edited(found, text)
    verdict = _verdict(found, spec)
    if verdict.passed is False:
        raise FormRefusedError({"text": wordings.failures(verdict)})
    return _store(found, spec, verdict, by, now, note="edited")


# ------------------------------------------------------------------ where it stands
def _subject(rendering: Rendering, by: User | None, now: datetime) -> _Subject:
    """The text where it may change: in the draft itself, or in the next draft of its release."""
    scenario, place = _place(rendering)
    draft = next_drafts.next_draft(suite=scenario.suite, by=by, now=now)
    if draft.pk == scenario.suite_id:
        Suite.objects.select_for_update(no_key=True).get(pk=draft.pk)
        return _as_it_stands(rendering)
    return _as_it_stands(_counterpart(draft, scenario, place))


def _counterpart(draft: Suite, scenario: Scenario, place: Place) -> Rendering:
    asks, label = place
    of = "query" if asks else "event"
    where = {f"{of}__scenario__suite": draft, f"{of}__scenario__slug": scenario.slug, f"{of}__label": label}
    found = Rendering.objects.filter(is_current=True, **where).first()
    if found is None:
        raise ReviewStateError(
            gettext("Draft %(slug)s does not hold %(label)s any more.") % {"slug": draft.slug, "label": label}
        )
    return found


def _as_it_stands(rendering: Rendering) -> _Subject:
    rendering.refresh_from_db()
    if not rendering.is_current:
        raise ReviewStateError(gettext("This text was replaced in the meantime. Look at its newest version."))
    scenario, place = _place(rendering)
    return _Subject(scenario.suite, scenario, specs.spec_of(scenario), rendering, place)


def _place(rendering: Rendering) -> tuple[Scenario, Place]:
    subject: Event | Query | None = rendering.query if rendering.query_id else rendering.event
    assert subject is not None  # a rendering is of one thing
    return subject.scenario, (rendering.query_id is not None, subject.label)


def _versions(rendering: Rendering) -> QuerySet[Rendering]:
    if rendering.query_id:
        return Rendering.objects.filter(query=rendering.query_id)
    return Rendering.objects.filter(event=rendering.event_id)


def _event(found: _Subject) -> EventSpec:
    if found.event is None:
        raise ReviewStateError(
            gettext("A model words records alone. Choose another wording, or edit the question.")
        )
    return found.event


def _query(found: _Subject) -> QuerySpec:
    assert found.query is not None  # a text is of a record or of a question
    return found.query


# ------------------------------------------------------------------ words and checks
def _edited(found: _Subject, text: str) -> ScenarioSpec:
    """The history with the words of a person. Raises ``ReviewStateError`` for the words that stand."""
    if text == found.rendering.text:
        raise ReviewStateError(gettext("These are the words that stand already."))
    if (event := found.event) is not None:
        behind = event.template_text or (event.text if event.template else "")
        words = dataclasses.replace(event, text=text, renderer=EDITED, template_text=behind)
        return wordings.with_words(found.spec, words)
    query = _query(found)
    renderer = EDITED if is_templated(query) else ""
    return wordings.with_words(found.spec, dataclasses.replace(query, question=text, renderer=renderer))


def _verdict(found: _Subject, spec: ScenarioSpec) -> Verdict:
    return scenario_checks.verdicts_of(found.scenario, spec)[found.place]


def _first_passing(
    found: _Subject, offered: Iterator[EventSpec | QuerySpec], by: User | None, now: datetime
) -> Reworded:
    tried = []
    for words in offered:
        spec = wordings.with_words(found.spec, words)
        verdict = _verdict(found, spec)
        if verdict.passed:
            return _store(found, spec, verdict, by, now, note="re-rendered")
        tried.append(wordings.failures(verdict))
    if not tried:
        raise ReviewStateError(gettext("There is no other wording of this text. Edit it."))
    raise ReviewStateError(
        gettext("None of %(n)s other wordings passes its checks (%(failed)s). Edit it.")
        % {"n": len(tried), "failed": tried[0]}
    )


# ------------------------------------------------------------------ storing
def _store(
    found: _Subject, spec: ScenarioSpec, verdict: Verdict, by: User | None, now: datetime, *, note: str
) -> Reworded:
    old, new = found.rendering, _next_version(found, spec, by)
    Transition.objects.create(
        rendering=new,
        at=now,
        by=by.username if by else "",
        before=old.status,
        after=states.DRAFT,
        note=f"version {new.version} after version {old.version}: {note}",
    )
    _withdraw_items(old, by, now)
    scenario_checks.recheck(scenario=found.scenario, spec=spec, by=by, now=now, note="checked")
    new.refresh_from_db()
    asked = found.scenario.queries.with_question().select_related("gold").prefetch_related("witnesses")
    gold_revision.remeasure(scenario=found.scenario, queries=[one for one in asked if hasattr(one, "gold")])
    found.suite.content_hash = hashing.content_hash(found.suite)
    found.suite.save(update_fields=["content_hash"])
    if ReviewItem.objects.filter(suite=found.suite, is_check=False).exists():
        opening.open_items(suite=found.suite, by=by, now=now)
    audit.record(
        action=f"text.{note.replace('-', '')}",
        subject=f"rendering:{found.suite.slug}/{found.scenario.slug}/{found.place[1]}",
        by=by,
        details={"version": new.version, "renderer": new.renderer, "was": old.status},
    )
    return Reworded(new.text, verdict, found.suite, new)


def _next_version(found: _Subject, spec: ScenarioSpec, by: User | None) -> Rendering:
    asks, label = found.place
    old = found.rendering
    last = _versions(old).order_by("-version").values_list("version", flat=True)[0]
    old.is_current = False
    old.save(update_fields=["is_current"])
    if asks:
        query = next(one for one in spec.queries if one.id == label)
        text, renderer = query.question, query.renderer or ("template" if is_templated(query) else EDITED)
    else:
        event = next(one for one in spec.events if one.id == label)
        text, renderer = event.text, event.worded_by
        found.scenario.events.filter(label=label).update(template=event.template)
        if event.renderer == LLM:
            last = _keep_behind(old, last, event)
    return Rendering.objects.create(
        event=old.event, query=old.query, version=last + 1, text=text, renderer=renderer, author=by
    )


def _keep_behind(old: Rendering, last: int, event: EventSpec) -> int:
    """The template's words that stand behind a model's, where they are no version yet; the last version."""
    kinds = (Rendering.Renderer.TEMPLATE, Rendering.Renderer.FALLBACK)
    written = _versions(old).filter(renderer__in=kinds).order_by("-version").values_list("text", flat=True)
    if written[:1] and written[0] == event.template_text:
        return last
    Rendering.objects.create(
        event=old.event, version=last + 1, text=event.template_text, renderer=kinds[0], is_current=False
    )
    return last + 1


def _withdraw_items(rendering: Rendering, by: User | None, now: datetime) -> None:
    """Nobody is asked any more about words that were replaced."""
    for pk in rendering.review_items.exclude(status=states.WITHDRAWN).values_list("pk", flat=True):
        item = holding.locked_item(pk)
        holding.close_rest(item)
        transitions.move(
            item=item,
            after=states.WITHDRAWN,
            by=by,
            now=now,
            note=gettext_noop("other words took their place"),
        )
