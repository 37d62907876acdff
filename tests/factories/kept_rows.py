"""Rows that stand below the transactions of several tests, so that a costly site is built once a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoDbBlocker


def once_a_module(build: Callable[[], Any]) -> Any:
    """A fixture of a module that is what ``build`` returns; the rows that it stores are kept.

    mini = once_a_module(lambda: suites.store(bundle=mini_bundle(), by=None))
    """

    @pytest.fixture(scope="module")
    def built_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
        with kept(django_db_blocker):
            with django_db_blocker.unblock():
                found = build()
            yield found

    return built_once


@contextmanager
def kept(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is stored while this is entered, before any test begins, is there for each test of a module and
    gone afterwards; what a test changes of it is taken back with the test.

    No test of such a module may use real transactions, nor see the rows from another connection.
    """
    with blocker.unblock():
        block = transaction.atomic()
        block.__enter__()
    try:
        yield
    finally:
        with blocker.unblock():
            cache.clear()  # numbers of rows that are gone
            transaction.set_rollback(True)
            block.__exit__(None, None, None)
