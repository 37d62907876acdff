"""Other wordings of a record or a question: those of its template, and a model's (spec 6.1, 6.3, 6.4)."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Collection, Iterator

from django.utils.translation import gettext, gettext_noop

from scenarios.bundle import LLM, EventSpec, QuerySpec, ScenarioSpec
from scenarios.domains.base import Domain
from scenarios.models import Scenario
from scenarios.rendering import presence
from scenarios.rendering.rewording import Scene, reword
from scenarios.rendering.templates import TemplateError
from scenarios.rendering.verdicts import Verdict, is_templated
from scenarios.review.exceptions import FormRefusedError, ReviewStateError
from scenarios.review.services.scenario_checks import domain_of, nodes_of
from scenarios.services import model_replies
from scenarios.services.storable_text import text_problems

_NONE = gettext_noop("No template wrote this text, so there is no other wording of it. Edit it.")


def with_words(spec: ScenarioSpec, words: EventSpec | QuerySpec) -> ScenarioSpec:
    """The history with other words of one record or question."""
    if isinstance(words, EventSpec):
        events = tuple(words if one.id == words.id else one for one in spec.events)
        return dataclasses.replace(spec, events=events)
    queries = tuple(words if one.id == words.id else one for one in spec.queries)
    return dataclasses.replace(spec, queries=queries)


def others(
    scenario: Scenario, subject: EventSpec | QuerySpec, earlier: Collection[str], most: int
) -> Iterator[EventSpec | QuerySpec]:
    """The subject in the other wordings of its template that it never had, ``most`` of them; those of its own
    register first. Raises ``ReviewStateError`` where no template wrote it."""
    domain = domain_of(scenario)
    if domain is None:
        raise ReviewStateError(gettext(_NONE))
    if isinstance(subject, EventSpec):
        offered: Iterator[EventSpec | QuerySpec] = _records(domain, subject, earlier)
    else:
        offered = _questions(domain, subject, earlier)
    return itertools.islice(offered, most)


def _records(domain: Domain, event: EventSpec, earlier: Collection[str]) -> Iterator[EventSpec]:
    known = presence.source(domain, event, event.template_text or event.text) if event.template else None
    if known is None:
        raise ReviewStateError(gettext(_NONE))
    surfaces = known.template.surfaces
    alike = [place for place, one in enumerate(surfaces) if one.register == known.register]
    slug = event.template.partition("#")[0]
    for place in [*alike, *(place for place in range(len(surfaces)) if place not in alike)]:
        try:
            text = known.template.write(known.values, place)
        except TemplateError:
            continue  # a slot that only this wording has
        if text not in earlier:
            named = f"{slug}#{place}" if "#" in event.template else slug
            yield dataclasses.replace(event, text=text, template=named, renderer="", template_text="")


def _questions(domain: Domain, query: QuerySpec, earlier: Collection[str]) -> Iterator[QuerySpec]:
    if not is_templated(query):
        raise ReviewStateError(gettext(_NONE))
    try:
        form = domain.question(query.target["form"])
    except KeyError:
        raise ReviewStateError(gettext(_NONE)) from None
    for place in range(len(form.surfaces)):
        try:
            text = form.render(query.target["args"], query.cutoff, surface=place)
        except TemplateError:
            continue
        if text not in earlier:
            yield dataclasses.replace(query, question=text, renderer="")


def of_model(
    scenario: Scenario, spec: ScenarioSpec, event: EventSpec, earlier: Collection[str]
) -> Iterator[EventSpec]:
    """The record in the words of the configured model, if they pass and it never had them. What it replied
    before is not taken from the kept replies: that was rejected.

    Raises ``ModelUnavailableError``, and ``ReviewStateError`` where no template wrote the record.
    """
    domain = domain_of(scenario)
    known = domain and event.template and presence.source(domain, event, event.template_text or event.text)
    if not domain or not known:
        raise ReviewStateError(gettext(_NONE))
    name, complete = model_replies.configured()
    asking = model_replies.Remembering(complete, model_replies.Replies(name))
    plain = dataclasses.replace(event, text=known.text, renderer="", template_text="")
    found = reword(plain, Scene.of(domain, spec, nodes_of(scenario)), asking)
    if found.renderer == LLM and found.text not in earlier:
        yield found.put_into(plain)


def failures(verdict: Verdict) -> str:
    """What failed, in a line: each check with what it saw."""
    failed = (one for one in verdict.results if not one.passed)
    return "; ".join(f"{one.code}: {one.evidence}" for one in failed)


def refuse_bad_text(text: str) -> None:
    """Raises ``FormRefusedError`` for a text that is empty or that no column may hold."""
    if not text:
        raise FormRefusedError({"text": gettext("The text is empty.")})
    for problem in text_problems("the text", "it", text):
        raise FormRefusedError({"text": problem.what})
