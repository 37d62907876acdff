"""The automatic checks of one history: of words that somebody wants to put there, and after they stand
(spec 6.3, 6.5)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from scenarios.bundle import ScenarioSpec
from scenarios.datalog.derivation import Node
from scenarios.domains import registry
from scenarios.domains.base import Domain
from scenarios.models import DerivationNode, GoldAnswer, Rendering, Scenario
from scenarios.rendering.verdicts import Verdict, verdicts
from scenarios.review import states
from scenarios.review.services import transitions
from scenarios.selectors.derivations import node_key

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: A text of a history: whether it asks, and the label of its event or query.
Place = tuple[bool, str]
_AUTO = {True: states.AUTO_PASSED, False: states.AUTO_FAILED, None: states.DRAFT}


def domain_of(scenario: Scenario) -> Domain | None:
    """The domain whose templates worded a history; None where none ships."""
    return registry.get(scenario.domain) if scenario.domain in registry.names() else None


def nodes_of(scenario: Scenario) -> list[Node]:
    """The nodes of all derivations of a history, at every cutoff. One query."""
    return [Node(node_key(row), row.state) for row in DerivationNode.objects.filter(scenario=scenario)]


def verdicts_of(scenario: Scenario, spec: ScenarioSpec) -> dict[Place, Verdict]:
    """What the checks say of every text of ``spec``, which holds the history with words that need not be
    stored. Two queries."""
    golds = GoldAnswer.objects.filter(query__scenario=scenario)
    supports = dict(golds.values_list("query__label", "support"))
    found = verdicts(spec, domain_of(scenario), nodes_of(scenario), supports)
    return {(one.asks, one.subject): one for one in found}


def recheck(*, scenario: Scenario, spec: ScenarioSpec, by: User | None, now: datetime, note: str) -> int:
    """Check all words of a history again and store what comes out otherwise; how many did.

    What people said of a text stays while it passes; one that fails now is out of their hands, one that no
    longer fails waits for them.
    """
    found = verdicts_of(scenario, spec)
    count = 0
    for place, row in _current(scenario):
        verdict = found[place]
        after, stands = _AUTO[verdict.passed], row.status not in (states.DRAFT, states.AUTO_FAILED)
        if stands and verdict.passed is not False:
            after = row.status
        if row.checks == verdict.as_json() and row.status == after:
            continue
        count += 1
        row.checks = verdict.as_json()
        row.save(update_fields=["checks"])
        if row.status == states.AUTO_FAILED and after != row.status:
            transitions.move_text(rendering=row, after=states.DRAFT, by=by, now=now, note=note)
        if row.status != after:
            transitions.move_text(rendering=row, after=after, by=by, now=now, note=note)
    return count


def _current(scenario: Scenario) -> list[tuple[Place, Rendering]]:
    events = Rendering.objects.filter(event__scenario=scenario, is_current=True).select_related("event")
    queries = Rendering.objects.filter(query__scenario=scenario, is_current=True).select_related("query")
    return [
        *(((False, row.event.label), row) for row in events if row.event),
        *(((True, row.query.label), row) for row in queries if row.query),
    ]
