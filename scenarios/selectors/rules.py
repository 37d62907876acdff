"""Reads declared rules that are not in force."""

from __future__ import annotations

from datetime import datetime

from scenarios.datalog.history import Op
from scenarios.datalog.whynot_probes import RULE, Retired
from scenarios.models import FactVersion, Scenario

#: Rows of declared rules that are looked at; a history with more shows the latest.
ROWS = 400


def retired(scenario: Scenario, cutoff: datetime) -> tuple[Retired, ...]:
    """The declared clauses that are no longer in force at a cutoff, by rule key, the latest first, with the
    event that ended each. One query."""
    keys = scenario.rule_versions.values_list("rule_key", flat=True).distinct()[:ROWS]
    rows = (
        FactVersion.objects.filter(
            scenario=scenario, predicate__in=[f"{RULE}{key}" for key in keys], observed_at__lte=cutoff
        )
        .order_by("-as_of", "-observed_at", "-seq", "-pos")
        .values_list("predicate", "op", "event__label", "observed_at", "action__rule_version__clause_text")
    )
    found: list[Retired] = []
    after: dict[str, tuple[str, datetime, bool, str | None]] = {}
    for predicate, op, event, t, clause in rows[:ROWS]:
        ending = after.get(predicate)
        if ending is not None and op == Op.RULE and clause != ending[3]:
            found.append(Retired(predicate.removeprefix(RULE), clause or "", *ending[:3]))
        if ending is None or clause != ending[3]:
            after[predicate] = (event, t, op == Op.UNRULE, clause)
        else:  # a confirmation: the first event that says so ended what was before
            after[predicate] = (event, t, ending[2], clause)
    return tuple(sorted(found, key=lambda rule: rule.rule_key))
