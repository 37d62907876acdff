"""Building a suite by its name: nothing of the database is held while it is made."""

from __future__ import annotations

import pytest
from django.db import connection

from scenarios.bundle import Bundle
from scenarios.models import Suite
from scenarios.services import building

NAME = "worked-example"


@pytest.mark.django_db(transaction=True)
def test_no_transaction_stands_idle_while_a_suite_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Postgres ends a session whose transaction stands idle for ten minutes; derive took longer once."""
    held: list[bool] = []

    def made(**settings: object) -> tuple[Bundle, None]:
        held.append(connection.in_atomic_block)
        return building.FIXTURES[NAME](), None

    monkeypatch.setattr(building, "generate", made)
    suite, is_new = building.build(name="mini", slug="slow", by=None)
    assert held == [False]
    assert is_new
    assert suite.is_released


@pytest.mark.django_db
def test_a_suite_that_somebody_else_stored_meanwhile_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    first: list[Suite] = []

    def made(**settings: object) -> tuple[Bundle, None]:
        first.append(building.build(name=NAME, slug="wanted", by=None)[0])
        return building.FIXTURES[NAME](), None

    monkeypatch.setattr(building, "generate", made)
    seed = building.FIXTURES[NAME]().scenarios[0].seed
    suite, is_new = building.build(name="mini", slug="wanted", by=None, seed=seed)
    assert not is_new
    assert suite == first[0]
    assert Suite.objects.filter(slug="wanted").count() == 1
