"""Which queries can be asked again at another cutoff, and in which words (spec 8.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from probes.diagnosis.tracking import is_asked_by_name
from scenarios.domains import registry
from scenarios.domains.base import Domain
from scenarios.models import Query, Scenario
from scenarios.rendering.questions import QuestionTemplate, readings
from scenarios.rendering.templates import TemplateError


@dataclass(frozen=True)
class Askable:
    """A query with the form and the wording in which it was asked."""

    query: Query
    form: QuestionTemplate
    surface: int

    def words(self, cutoff: datetime) -> str:
        """The question as of another cutoff, which is a whole minute."""
        return self.form.render(self.query.target["args"], cutoff, surface=self.surface)


def of_scenario(scenario: Scenario) -> list[Askable]:
    """The queries of a scenario that can be tracked, in order of their labels.

    Left out are those that refer to something by a phrase, those that ask for a chosen version (T2, T3, T4)
    and those without a form of a domain that is here, as imported ones are: nobody can word them anew.
    """
    if scenario.domain not in registry.names():
        return []
    domain = registry.get(scenario.domain)
    asked = scenario.queries.with_question().order_by("label")
    return list(_askable(domain, (query for query in asked if is_candidate(query))))


def is_candidate(query: Query) -> bool:
    """Whether a query asks, by name, for a state that is current at its cutoff."""
    return query.goal_version is None and is_asked_by_name(query.target)


def _askable(domain: Domain, queries: Iterable[Query]) -> Iterable[Askable]:
    forms = {form.slug for form in domain.question_templates}
    for query in queries:
        if query.target["form"] in forms:
            form = domain.question(query.target["form"])
            surface = _surface(form, query.question or "")
            if _fits(form, query, surface):
                yield Askable(query, form, surface)


def _surface(form: QuestionTemplate, text: str) -> int:
    """The wording that the question has; the first where its words are no longer those of its form."""
    return next((found.surface for found in readings((form,), text)), 0)


def _fits(form: QuestionTemplate, query: Query, surface: int) -> bool:
    """Whether the form can be filled with the stored arguments."""
    try:
        form.write(dict(query.target.get("args", {})), surface)
    except (TemplateError, TypeError):
        return False
    return form.goal(query.target["args"]) == query.goal
