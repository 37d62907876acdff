"""A suite of one's own from texts to gold: brought in, put to people, then asked (spec 6.5, 16)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction

from scenarios.models import Query, Scenario, Suite
from scenarios.review.services import attaching, opening
from scenarios.services import own_texts, queries
from scenarios.services.queries import AskedText

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


@transaction.atomic
def bring_in(*, by: User | None, now: datetime, open_review: bool = True, **texts: Any) -> Suite:
    """``own_texts.bring_in`` with ``texts``, and its records put to people at once unless that is not wanted.
    Raises as it does."""
    suite = own_texts.bring_in(by=by, **texts)
    if open_review and not suite.is_released:
        opening.open_items(suite=suite, by=by, now=now)
    return suite


@transaction.atomic
def ask(*, scenario: Scenario, asked: AskedText, by: User | None, now: datetime, key: str = "") -> Query:
    """``queries.add_query``, once all that people have agreed on by now is attached to its records. Raises as
    it does."""
    if not scenario.suite.is_released:
        attaching.attach(suite=scenario.suite, by=by, now=now)
    return queries.add_query(scenario=scenario, asked=asked, by=by, key=key)
