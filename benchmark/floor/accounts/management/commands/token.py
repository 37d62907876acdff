"""``manage.py token create|list|rotate|revoke``: API tokens from the shell."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from benchmark.floor.accounts.exceptions import TokenInvalidError
from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.accounts.selectors import tokens as token_selectors
from benchmark.floor.accounts.services import tokens


class Command(BaseCommand):
    """The same services as the account page. Who may run commands on the host acts for the owner."""

    help = "Make, list, rotate and revoke API tokens. A secret is printed once, when it is made."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One sub-command a job."""
        jobs = parser.add_subparsers(dest="job", required=True)
        for job in ("create", "list", "rotate", "revoke"):
            sub = jobs.add_parser(job)
            sub.add_argument("user", help="name of the account")
            sub.add_argument("--json", action="store_true", help="print JSON")
            if job != "list":
                sub.add_argument("name", help="name of the token")
            if job in ("create", "rotate"):
                sub.add_argument("--days", type=int, metavar="N", help="days until it expires")
        create, rotate = jobs.choices["create"], jobs.choices["rotate"]
        create.add_argument("--scope", action="append", default=[], help="scope or verb; may be repeated")
        create.add_argument("--suite", default="", help="slug of the one suite that it reaches")
        rotate.add_argument(
            "--overlap", type=int, default=0, metavar="SECONDS", help="how long the old secret works on"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do one job."""
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['user']!r}.")
        if user.is_service:
            raise CommandError(f"{user.username} is a service account: see manage.py service_account.")
        if (days := options.get("days")) is not None and not 1 <= days <= 3650:
            raise CommandError("--days is 1 to 3650.")
        try:
            self._print(getattr(self, f"_{options['job']}")(user, options, timezone.now()), options["json"])
        except TokenInvalidError as error:
            raise CommandError(str(error)) from error

    def _create(self, user: User, options: dict[str, Any], now: datetime) -> list[dict[str, Any]]:
        token, secret = tokens.create(
            user=user,
            name=options["name"],
            scopes=options["scope"],
            suite=options["suite"],
            expires_at=_expiry(options, now),
            by=user,
            now=now,
        )
        return [{**token_selectors.as_dict(token=token, now=now), "secret": secret}]

    def _list(self, user: User, options: dict[str, Any], now: datetime) -> list[dict[str, Any]]:
        return [
            token_selectors.as_dict(token=line.token, now=now)
            for line in token_selectors.of_user(user=user, now=now)
        ]

    def _rotate(self, user: User, options: dict[str, Any], now: datetime) -> list[dict[str, Any]]:
        token, secret = tokens.rotate(
            token=_named(user, options["name"]),
            overlap=timedelta(seconds=options["overlap"]),
            expires_at=_expiry(options, now),
            by=user,
            now=now,
        )
        return [{**token_selectors.as_dict(token=token, now=now), "secret": secret}]

    def _revoke(self, user: User, options: dict[str, Any], now: datetime) -> list[dict[str, Any]]:
        token = _named(user, options["name"])
        tokens.revoke(token=token, by=user, now=now)
        token.refresh_from_db()
        return [token_selectors.as_dict(token=token, now=now)]

    def _print(self, rows: list[dict[str, Any]], as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(rows, indent=1))
            return
        for row in rows:
            may = ", ".join(row["scopes"]) or "all that its owner may"
            suite = f" on {row['suite']} alone" if row["suite"] else ""
            expiry = row["expires_at"] or "never"
            self.stdout.write(
                f"{row['name']} {row['prefix']}… {row['state']}; may {may}{suite}; expires: {expiry}"
            )
            if "secret" in row:
                self.stdout.write(f"Secret, shown this once: {row['secret']}")
        if not rows:
            self.stdout.write("No token yet.")


def _named(user: User, name: str) -> ApiToken:
    token = user.api_tokens.filter(name=name).first()
    if token is None:
        raise CommandError(f"{user.username} has no token named {name!r}.")
    return token


def _expiry(options: dict[str, Any], now: datetime) -> datetime | None:
    return None if options["days"] is None else now + timedelta(days=options["days"])
