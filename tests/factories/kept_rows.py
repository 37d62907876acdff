"""Rows that stand below the transactions of several tests, so that a costly site is built once a module."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.db import transaction
from pytest_django import DjangoDbBlocker


@contextmanager
def kept(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is stored while this is entered, before any test begins, is there for each test of a module and
    gone afterwards; what a test changes of it is taken back with the test. For fixtures of a module:

        @pytest.fixture(scope="module")
        def site(django_db_setup, django_db_blocker):
            with kept(django_db_blocker):
                with django_db_blocker.unblock():
                    found = build()
                yield found

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
