"""``manage.py resolve``: the state that the records of a scenario leave standing at a cutoff."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.datalog.resolution import Resolved, Version, resolve
from scenarios.management import arguments
from scenarios.selectors import histories


class Command(BaseCommand):
    """Prints current values, collections and declared rules (spec 1.5)."""

    help = "Show what holds in a scenario at a cutoff: values, collections, rules, with their events."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("scenario", help="SUITE/SCENARIO, or SUITE where it has one scenario")
        parser.add_argument(
            "--cutoff", help="a date (its end, UTC) or a time with its zone; default: the end"
        )
        parser.add_argument("--pred", default="", help="show this predicate alone")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        scenario = arguments.find_scenario(options["scenario"])
        cutoff = arguments.cutoff(options["cutoff"], otherwise=scenario.horizon_end)
        if cutoff is None:
            self.stdout.write("{}" if options["json"] else f"Scenario {scenario.slug!r} has no events.")
            return
        shown = _object(resolve(histories.load(scenario), cutoff), options["pred"])
        if options["json"]:
            self.stdout.write(json.dumps(shown, ensure_ascii=False))
        else:
            self._print(shown)

    def _print(self, shown: dict[str, Any]) -> None:
        self.stdout.write(f"At {shown['cutoff']}:")
        for fact in shown["facts"]:
            state = "cancelled" if fact["cancelled"] else fact["value"]
            older = f", {fact['obsolete']} older" if fact["obsolete"] else ""
            events = ", ".join(fact["events"])
            self.stdout.write(f"  {fact['pred']}({', '.join(fact['key'])}) = {state}  [{events}{older}]")
        for group in shown["groups"]:
            state = f"closed, size {group['size']}" if group["closed"] else "open"
            members = ", ".join(group["members"]) or "no members"
            dead = f"; cancelled: {', '.join(group['dead'])}" if group["dead"] else ""
            self.stdout.write(f"  {group['pred']}({', '.join(group['group'])}) = {members}{dead}  [{state}]")
        for rule, text in shown["rules"].items():
            self.stdout.write(f"  rule {rule}: {text}")


def _object(resolved: Resolved, pred: str) -> dict[str, Any]:
    facts, groups = [], set()
    for (name, key, member), versions in sorted(resolved.by_key.items(), key=lambda item: str(item[0])):
        kind, _, rest = name.partition(":")
        if member is not None or kind == "complete":
            groups.add((rest or name, key))
        elif kind != "rule" and pred in ("", name):
            facts.append(_fact(name, key, versions[-1], len(versions) - 1))
    return {
        "cutoff": resolved.cutoff.isoformat(),
        "facts": facts,
        "groups": [_group(resolved, name, key) for name, key in sorted(groups) if pred in ("", name)],
        "rules": {} if pred else resolved.rules,
    }


def _fact(name: str, key: tuple[str, ...], version: Version, obsolete: int) -> dict[str, Any]:
    return {
        "pred": name,
        "key": list(key),
        "value": version.value,
        "cancelled": version.cancelled,
        "events": list(version.events),
        "obsolete": obsolete,
    }


def _group(resolved: Resolved, name: str, key: tuple[str, ...]) -> dict[str, Any]:
    state = resolved.group(name, key)
    return {
        "pred": name,
        "group": list(key),
        "members": {member: list(version.events) for member, version in sorted(state.members.items())},
        "dead": {member: list(version.events) for member, version in sorted(state.dead.items())},
        "closed": state.closed,
        "size": state.size,
        "complete_events": list(state.complete.events) if state.complete else [],
    }
