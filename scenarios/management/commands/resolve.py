"""``manage.py resolve``: the state that the records of a scenario leave standing at a cutoff."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios.datalog.cutoffs import cutoff_text
from scenarios.management import arguments
from scenarios.models import Scenario
from scenarios.selectors import programs, resolved_state, state_words
from scenarios.selectors.resolved_state import Wanted


class Command(BaseCommand):
    """Prints current values, collections and declared rules (spec 1.5), page by page: how many keys follow
    is said. With --against what changed between two cutoffs."""

    help = "Show what holds in a scenario at a cutoff: values, collections, rules, with their events."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("scenario", help="SUITE/SCENARIO, or SUITE where it has one scenario")
        parser.add_argument(
            "--cutoff", help="a date (its end, UTC) or a time with its zone; default: the end"
        )
        parser.add_argument("--against", help="another cutoff: show what changed between the two")
        parser.add_argument("--pred", default="", help="show this predicate or rule alone")
        parser.add_argument("--key", nargs="+", default=[], help="show the key with these first parts alone")
        parser.add_argument("--prefix", default="", help="show keys whose first part begins so")
        parser.add_argument("--limit", type=int, default=500, help="keys to show; default: 500")
        parser.add_argument("--after", default="", help="go on behind this key, as the page before says")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        scenario = arguments.find_scenario(options["scenario"])
        if options["limit"] < 1:
            raise CommandError("--limit counts keys: write 1 or more.")
        cutoff = arguments.cutoff(options["cutoff"], otherwise=scenario.horizon_end)
        if cutoff is None:
            self.stdout.write("{}" if options["json"] else f"Scenario {scenario.slug!r} has no events.")
            return
        wanted = Wanted(options["pred"], tuple(options["key"]), options["prefix"])
        _check_pred(scenario, wanted.pred)
        if options["against"] is None:
            self._page(scenario, cutoff, wanted, options)
        else:
            against = arguments.cutoff(options["against"], otherwise=cutoff)
            self._changes(scenario, (against, cutoff), wanted, options)

    def _page(self, scenario: Scenario, cutoff: datetime, wanted: Wanted, options: dict[str, Any]) -> None:
        found = resolved_state.page(scenario, cutoff, wanted, after=options["after"], limit=options["limit"])
        if options["json"]:
            self.stdout.write(json.dumps(state_words.page_object(found), ensure_ascii=False))
            return
        self.stdout.write(state_words.heading(found))
        for line in found.lines:
            self.stdout.write(f"  {state_words.line_words(line)}")
        self._print_rest(found)

    def _changes(
        self,
        scenario: Scenario,
        cutoffs: tuple[datetime, datetime],
        wanted: Wanted,
        options: dict[str, Any],
    ) -> None:
        changed, found = resolved_state.changes(
            scenario, cutoffs, wanted, after=options["after"], limit=options["limit"]
        )
        since, until = sorted(cutoffs)
        if options["json"]:
            shown = {
                "since": since.isoformat(),
                "cutoff": until.isoformat(),
                "changes": [state_words.change_object(one) for one in changed],
                "next": found.next_after or None,
                "rest": found.rest,
                "rest_uncounted": found.rest_uncounted,
            }
            self.stdout.write(json.dumps(shown, ensure_ascii=False))
            return
        self.stdout.write(state_words.between_words(cutoff_text(since), cutoff_text(until)))
        for one in changed:
            self.stdout.write(f"  {state_words.change_words(one)}")
        if not changed:
            self.stdout.write("  nothing")
        self._print_rest(found)

    def _print_rest(self, found: resolved_state.StatePage) -> None:
        rest = state_words.rest_words(found)
        if rest:
            self.stdout.write(f"  + {rest}: go on with --after '{found.next_after}'")


def _check_pred(scenario: Scenario, pred: str) -> None:
    """An unknown name shows nothing, which would look as if nothing held."""
    known = set(programs.load(scenario).decls)
    rules = set(scenario.rule_versions.values_list("rule_key", flat=True))
    if pred and pred.removeprefix(resolved_state.RULE) not in known | rules:
        names = ", ".join(sorted(known | rules))
        raise CommandError(
            f"The program declares no {pred!r} and no event a rule of that name. Known: {names}."
        )
