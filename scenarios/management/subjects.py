"""What the commands that explain are asked about: a goal of a scenario, or a stored query."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError, CommandParser

from scenarios.datalog.goal_text import AskedGoal, goal_text, parse_asked
from scenarios.management import arguments, refusals
from scenarios.models import Query, Scenario
from scenarios.selectors import programs

ASKED_HELP = (
    "a goal such as 'n_outside(Vera)', 'trip(Vera; Anser)' or 'country(\"Grand Harbour\")', with --suite; or "
    "a stored query as SUITE/SCENARIO/QUERY, of which parts that leave no choice may be left out"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A goal with the scenario it is asked of, the stored query it belongs to if it does, and a cutoff."""

    scenario: Scenario
    asked: AskedGoal
    query: Query | None
    cutoff: datetime

    @property
    def title(self) -> str:
        """The question of a query, else the goal as text."""
        return goal_text(self.asked.goal) if self.query is None else self.query.question

    @property
    def path(self) -> str:
        """Where the subject is found again."""
        place = f"{self.scenario.suite.slug}/{self.scenario.slug}"
        return place if self.query is None else f"{place}/{self.query.label}"


def add_subject(parser: CommandParser) -> None:
    """The arguments that name a subject."""
    parser.add_argument("asked", help=ASKED_HELP)
    parser.add_argument("--suite", help="the suite whose scenario the goal is asked of")
    parser.add_argument("--scenario", help="its scenario; may be left out where the suite has one")
    parser.add_argument(
        "--cutoff", help="a date (its end, UTC) or a time with its zone; default: the query's"
    )


def subject(options: dict[str, Any]) -> Subject:
    """The subject that the options name. Raises ``CommandError`` with what is wrong and what to write."""
    text: str = options["asked"]
    if options["suite"] is None and "(" not in text.partition('"')[0]:
        return _of_query(text, options)
    if options["suite"] is None:
        raise CommandError(
            f"{text!r} is a goal: name the suite it is asked of, as in --suite worked-example."
        )
    path = "/".join(part for part in (options["suite"], options["scenario"]) if part)
    scenario = arguments.find_scenario(path)
    with refusals.as_command_errors():
        asked = parse_asked(programs.load(scenario), text)
    cutoff = arguments.cutoff(options["cutoff"], otherwise=scenario.horizon_end)
    if cutoff is None:
        raise CommandError(f"Scenario {scenario.slug!r} has no events. Name a cutoff with --cutoff.")
    return Subject(scenario, asked, None, cutoff)


def _of_query(text: str, options: dict[str, Any]) -> Subject:
    if options["scenario"]:
        raise CommandError(
            "--scenario belongs to a goal: write --suite too, or the query as SUITE/SCENARIO/QUERY."
        )
    query = arguments.find_query(text)
    cutoff = arguments.cutoff(options["cutoff"], otherwise=query.cutoff)
    return Subject(query.scenario, AskedGoal(query.goal), query, cutoff)
