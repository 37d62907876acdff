"""Who gets which answer where: the addresses of the URL resolver against the table of answers (ADR 32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from django.test import Client

from tests.factories import addresses
from tests.factories.addresses import Address
from tests.factories.status_table import TABLE
from tests.factories.web_world import ROLES, World

Row = tuple[str, str, tuple[int, ...]]
ROWS: list[Row] = [(method, name, wanted) for (method, wanted), names in TABLE.items() for name in names]
STRANGERS = ("annotator", "adjudicator", "viewer", "researcher", "lead", "system")
"""Roles that the world gives to people without any membership."""


@cache
def by_name() -> dict[str, Address]:
    return {found.name: found for found in reversed(addresses.ours())}


def address(name: str) -> Address:
    return by_name()[name]


def is_api(found: Address) -> bool:
    return found.template.startswith("/api/")


def client(world: World, role: str, found: Address) -> Client:
    """The same one for all pages; one of its own where sessions begin and end."""
    if found.template.startswith("/accounts/"):
        return world.client(role)
    return world.visitor(role, api=is_api(found))


def ask(world: World, role: str, method: str, name: str, slug: str = "open") -> Any:
    """The answer to somebody of a role, at an address filled in for a suite."""
    found = address(name)
    return send(client(world, role, found), method, found, found.path(world.values(slug)))


def send(client: Client, method: str, found: Address, path: str) -> Any:
    """The answer to an empty body."""
    sends = is_api(found) and method in ("POST", "PATCH")
    body: dict[str, Any] = {"content_type": "application/json", "data": "{}"} if sends else {}
    return getattr(client, method.lower())(path, **body)


def unclassed(found: Iterable[Address]) -> set[str]:
    """Names of routes of ours that the table lacks, and names of the table that no route has."""
    return {name for _, name, _ in ROWS} ^ {one.name for one in found}


def deviations(world: World, rows: Iterable[Row], *, slug: str = "open") -> list[str]:
    """The cells in which somebody gets another answer than the table says."""
    return [
        f"{method} {name} as {role}: {status}, not {wanted}"
        for method, name, statuses in rows
        for role, wanted in zip(ROLES, statuses, strict=True)
        if (status := ask(world, role, method, name, slug).status_code) != wanted
    ]


def into_suites(rows: Iterable[Row] = ROWS) -> Iterator[tuple[str, Address]]:
    """Method and address of all that leads into a suite."""
    for method, name, _ in rows:
        if address(name).leads_into_a_suite:
            yield method, address(name)


def seen_by_strangers(world: World, slug: str, pairs: Iterable[tuple[str, Address]]) -> list[str]:
    """Where somebody who is no member of a suite that is closed gets anything but 404."""
    return [
        f"{method} {found.name} as {role}: {status}"
        for method, found in pairs
        for role in STRANGERS
        if (status := ask(world, role, method, found.name, slug).status_code) != 404
    ]
