"""``manage.py service_account create|list|token|switch-off``: accounts for programs from the shell."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from benchmark.floor.accounts.exceptions import AccountError
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import service_accounts as floor
from scenarios.management import refusals
from scenarios.selectors import service_accounts as selectors
from scenarios.services import service_accounts


class Command(BaseCommand):
    """The same services as the pages. ``--by`` names the person who looks after the account."""

    help = "Make and list accounts for programs, make their tokens, switch them off."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One sub-command a job."""
        jobs = parser.add_subparsers(dest="job", required=True)
        for job in ("create", "list", "token", "switch-off"):
            sub = jobs.add_parser(job)
            sub.add_argument("--by", required=True, metavar="USER", help="the lead or admin who does it")
            sub.add_argument("--json", action="store_true", help="print JSON")
            if job != "list":
                sub.add_argument("account", help="name of the service account")
        create, token = jobs.choices["create"], jobs.choices["token"]
        create.add_argument("--purpose", required=True, help="what it is for")
        create.add_argument("--role", default="viewer", help=", ".join(floor.ROLES))
        create.add_argument("--suite", action="append", default=[], help="a suite it works on; repeatable")
        create.add_argument("--member-role", default="", help="its role on those suites; default: --role")
        token.add_argument("name", help="name of the token")
        token.add_argument("--scope", action="append", required=True, help="scope or verb; repeatable")
        token.add_argument("--suite", default="", help="slug of the one suite that it reaches")
        token.add_argument("--days", type=int, metavar="N", help="days until it expires")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do one job."""
        by = User.objects.filter(username=options["by"], is_active=True).first()
        if by is None:
            raise CommandError(f"There is no account {options['by']!r}.")
        if (days := options.get("days")) is not None and not 1 <= days <= 3650:
            raise CommandError("--days is 1 to 3650.")
        job = getattr(self, f"_{options['job'].replace('-', '_')}")
        with refusals.as_command_errors(AccountError, PermissionDenied):
            self._print(job(by, options, timezone.now()), as_json=options["json"])

    def _create(self, by: User, options: dict[str, Any], now: datetime) -> list[dict[str, Any]]:
        made = service_accounts.create(
            name=options["account"],
            purpose=options["purpose"],
            role=options["role"],
            suites=options["suite"],
            member_role=options["member_role"],
            by=by,
        )
        return [selectors.as_dict(selectors.get(by, made.username, now))]

    def _list(self, by: User, options: dict[str, Any], now: datetime) -> list[dict[str, Any]]:
        return [selectors.as_dict(account) for account in selectors.looked_after_by(by, now)]

    def _token(self, by: User, options: dict[str, Any], now: datetime) -> list[dict[str, Any]]:
        days = options["days"]
        token, secret = service_accounts.create_token(
            account=selectors.get(by, options["account"], now),
            name=options["name"],
            scopes=options["scope"],
            suite=options["suite"],
            expires_at=None if days is None else now + timedelta(days=days),
            by=by,
            now=now,
        )
        shown = selectors.as_dict(selectors.get(by, options["account"], now))
        return [{**shown, "token": token.name, "scopes": token.scopes, "secret": secret}]

    def _switch_off(self, by: User, options: dict[str, Any], now: datetime) -> list[dict[str, Any]]:
        account = selectors.get(by, options["account"], now)
        ended = floor.switch_off(account=account, by=by, now=now)
        return [{**selectors.as_dict(selectors.get(by, account.username, now)), "tokens_ended": ended}]

    def _print(self, rows: list[dict[str, Any]], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(rows, indent=1))
            return
        for row in rows:
            state = "works" if row["active"] else "switched off"
            suites = ", ".join(f"{slug} as {role}" for slug, role in row["suites"].items()) or "no suite"
            self.stdout.write(
                f"{row['name']} ({row['role']}, {state}, {row['tokens']} token(s)) on {suites}: "
                f"{row['purpose']} Made by {row['made_by'] or 'somebody who is gone'}."
            )
            if "secret" in row:
                self.stdout.write(f"Secret of {row['token']}, shown this once: {row['secret']}")
        if not rows:
            self.stdout.write("No service account yet.")
