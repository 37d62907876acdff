"""Lease arithmetic."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from benchmark.floor.jobs import leases

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_a_lease_holds_until_just_before_its_end() -> None:
    until = leases.expires(NOW)
    assert until == NOW + timedelta(seconds=30)
    assert not leases.is_expired(until, until - timedelta(microseconds=1))
    assert leases.is_expired(until, until)


def test_an_item_without_a_lease_is_free() -> None:
    assert leases.is_expired(None, NOW)


def test_three_renewals_may_fail_before_a_lease_runs_out() -> None:
    assert leases.RENEW_EVERY * 4 == leases.LEASE


def test_an_item_is_given_up_after_three_attempts() -> None:
    assert [leases.is_exhausted(n) for n in range(5)] == [False, False, False, True, True]
