"""What the commands of this app have in common: naming suites, scenarios, queries and cutoffs."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import TypeVar

from django.core.management.base import CommandError

from scenarios.management import refusals
from scenarios.models import Query, Scenario, Suite
from scenarios.services import building

WORKED_EXAMPLE = "worked-example"
T = TypeVar("T", bound=datetime | None)


def cutoff(text: str | None, *, otherwise: T) -> datetime | T:
    """A cutoff from the command line: a date means the end of that day in UTC, a time needs its zone.

    ``otherwise`` is taken where none was given.

    Raises ``CommandError`` for what is neither, and for a time without a zone.
    """
    if text is None:
        return otherwise
    try:
        return datetime.combine(date.fromisoformat(text), time.max, tzinfo=UTC)
    except ValueError:
        pass  # no date, perhaps a time
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise CommandError(
            f"--cutoff {text!r} is not a time ({error}). Write 2026-08-31, or 2026-08-31T12:00:00Z."
        ) from error
    if moment.utcoffset() is None:
        raise CommandError(
            f"--cutoff {text!r} has no time zone; none is guessed. Write {text}Z for UTC, or {text}+02:00."
        )
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise CommandError(f"--cutoff {text!r} lies outside the years 1 to 9999 in UTC.") from error


def find_suite(slug: str) -> Suite:
    """The suite ``slug``; the worked example is built where it is absent.

    Raises ``CommandError`` naming the suites that are there.
    """
    suite = Suite.objects.filter(slug=slug).first()
    if suite is None and slug == WORKED_EXAMPLE:
        with refusals.as_command_errors():
            suite, _ = building.build(name=slug, by=None)
    if suite is None:
        known = ", ".join(Suite.objects.values_list("slug", flat=True)) or "none"
        buildable = f" `manage.py build_suite {slug}` makes it." if slug in building.NAMES else ""
        raise CommandError(f"There is no suite {slug!r}. Suites here: {known}.{buildable}")
    return suite


def find_scenario(path: str) -> Scenario:
    """The scenario ``suite/scenario``, or the only one of ``suite``."""
    slug, _, name = path.partition("/")
    suite = find_suite(slug)
    found = list(suite.scenarios.select_related("suite").filter(**({"slug": name} if name else {})))
    if len(found) != 1:
        known = ", ".join(f"{slug}/{row.slug}" for row in suite.scenarios.all())
        what = f"There is no scenario {name!r} in" if name else "Name one scenario of"
        raise CommandError(f"{what} suite {slug!r}: {known}.")
    return found[0]


def find_query(path: str) -> Query:
    """The query ``suite/scenario/query``; parts that leave no choice may be left out from the right."""
    head, _, label = path.rpartition("/") if path.count("/") == 2 else (path, "", "")
    scenario = find_scenario(head)
    asked = scenario.queries.with_question().order_by("label")
    found = list(asked.filter(label=label) if label else asked[:2])
    if len(found) != 1:
        labels = list(asked.values_list("label", flat=True)[:8])
        known = ", ".join(f"{scenario.suite.slug}/{scenario.slug}/{name}" for name in labels)
        what = f"There is no query {label!r} in" if label else "Name one query of"
        raise CommandError(f"{what} scenario {scenario.slug!r}, for example {known or 'none: it has none'}.")
    found[0].scenario = scenario
    return found[0]
