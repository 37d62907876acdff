"""A person who holds hooks, an open suite, and a receiver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from benchmark.floor.accounts.models import User
from scenarios.models import Suite
from tests.factories import runs as make_runs
from tests.factories.hook_receiver import Receiver, receiving


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.PUSH_ALLOW = ("127.0.0.1",)
    with receiving() as found:
        yield found


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("an-owner", role="researcher")


@pytest.fixture
def suite(db: None) -> Suite:
    made = make_runs.suite(events=6, questions=2, slug="told-of")
    Suite.objects.filter(pk=made.pk).update(is_open=True)
    made.refresh_from_db()
    return made
