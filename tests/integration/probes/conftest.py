"""The small site of ``tests/factories/web_world.py``, for the pages of this room."""

from __future__ import annotations

import pytest

from tests.factories import web_world
from tests.factories.web_world import World


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """People, three suites, and a finished run on each."""
    return web_world.build(monkeypatch)


@pytest.fixture
def quiet_world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """The same without runs."""
    return web_world.build(monkeypatch, with_runs=False)
