"""The small site of ``tests/factories/web_world.py`` as fixtures: built once a module, fresh for each test.

A room takes the three of them into its conftest.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.core.cache import cache
from pytest_django import DjangoDbBlocker

from tests.factories import web_world
from tests.factories.kept_rows import kept
from tests.factories.web_world import World

NAMES = {"world", "quiet_world"}


@pytest.fixture(scope="module")
def site(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[World | None]:
    """The site of a module, with runs unless one of its tests wants it without. None where a test of the
    module stores rows without the site: it would meet them."""
    of_module = [item for item in request.session.items if item.path == request.node.path]
    wanted = [NAMES & _fixtures(item) for item in of_module if _stores(item)]
    if not all(wanted):
        yield None
        return
    with pytest.MonkeyPatch.context() as patch, kept(django_db_blocker):
        with django_db_blocker.unblock():
            found = web_world.build(patch, with_runs={"quiet_world"} not in wanted)
        yield found


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def _stores(item: pytest.Item) -> bool:
    return "db" in _fixtures(item) or item.get_closest_marker("django_db") is not None


@pytest.fixture
def world(site: World | None, db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """People, three suites, and a finished run on each."""
    if site is None:
        return web_world.build(monkeypatch)
    found = _fresh(site)
    if not found.runs:
        web_world.add_runs(found, monkeypatch)
    return found


@pytest.fixture
def quiet_world(site: World | None, db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """The same without runs."""
    return web_world.build(monkeypatch, with_runs=False) if site is None else _fresh(site)


def _fresh(site: World) -> World:
    """The site as it was built: rows are those of the database, objects no other test has touched."""
    cache.clear()
    return deepcopy(site)
