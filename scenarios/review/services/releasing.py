"""Releasing a draft from its page: ordered by a lead, done by a worker (spec 6.5).

A release lets shortcuts answer a generated suite and hashes all of it, which takes a large one minutes. What
refuses it at first sight is said at once; what a worker finds stands with the order.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from benchmark.floor.accounts.models import User
from scenarios.exceptions import InputRefusedError, StateRefusedError, SuiteReleasedError
from scenarios.models import Suite
from scenarios.review.services import orders
from scenarios.review.services.orders import Order
from scenarios.selectors import texts
from scenarios.services import suites

ORDERS: Final = orders.Kind(
    handler="scenarios.review.services.releasing.work",
    of="suite",
    key="release-suite",
    lock=0x5E72,
    says="release of suite",
    asked="suite.release_asked",
    done="suite.released",
    refused="suite.release_refused",
    lost="suite.release_lost",
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a suite stands before its release: the last order, texts that fail their checks (which refuse it
    where it was generated), and texts that people rejected (which a lead has to ask for)."""

    order: Order
    failed: tuple[str, ...]
    rejected: tuple[str, ...]


def standing(suite: Suite) -> Standing:
    """How a suite stands before its release. Five queries."""
    failed = [] if suite.kind == Suite.Kind.IMPORTED else texts.failures_of(suite)
    return Standing(order_of(suite), tuple(failed), tuple(texts.rejected_of(suite)))


def order_of(suite: Suite) -> Order:
    """The state of the last order to release a suite; ``done`` for any that is released by an order or not.
    One query."""
    return orders.last(ORDERS, _subject(suite))


@transaction.atomic
def ask(*, suite: Suite, by: User, now: datetime, with_rejected: bool = False) -> Order:
    """Have a worker release a draft; once while one waits.

    Raises ``SuiteReleasedError``, ``TextsFailedError`` and ``TextsRejectedError`` as ``suites.release``
    would; what else that refuses, stands with the order.
    """
    suite = Suite.objects.select_for_update(no_key=True).get(pk=suite.pk)
    suites.require_fit(suite, with_rejected=with_rejected)
    stands = order_of(suite)
    if stands.status == "waiting":
        return stands
    args = {"suite": suite.pk, "by": by.pk, "with_rejected": with_rejected}
    return orders.place(ORDERS, subject=_subject(suite), args=args, by=by, now=now)


def mend(now: datetime) -> str:
    """The handler in ``TICK_HANDLERS``: as ``orders.mend``."""
    return orders.mend(ORDERS, now)


def work(suite: int, by: int, with_rejected: bool = False) -> str:
    """The job: release a draft, or note what refused it. Says it in a line."""
    with orders.at_work(ORDERS, suite) as mine:
        found = Suite.objects.filter(pk=suite).first()
        if not mine or found is None:
            return f"suite {suite} is being released, or is not there any more"
        person = User.objects.get(pk=by)
        try:
            suites.release(suite=found, by=person, with_rejected=with_rejected)
        except SuiteReleasedError:
            return f"{found.slug} is released already"
        except (StateRefusedError, InputRefusedError) as error:
            orders.refuse(ORDERS, subject=_subject(found), by=person, message=str(error))
            return f"refused: {error}"
        return f"{found.slug} is released"


def _subject(suite: Suite) -> str:
    return f"suite:{suite.slug}"
