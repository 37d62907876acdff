"""Signatures as the Standard Webhooks specification gives them, and when what failed is tried again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.hooks import backoff, kinds, signing

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
"""The example of the specification's own documents, with its message and signature."""


def test_the_signature_is_that_of_the_specifications_example() -> None:
    found = signing.sign([SECRET], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert found == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_each_secret_signs_and_another_body_reads_otherwise() -> None:
    other = signing.make_secret()
    both = signing.sign([other, SECRET], "m", 1, b"{}").split(" ")
    assert both == [signing.sign([other], "m", 1, b"{}"), signing.sign([SECRET], "m", 1, b"{}")]
    changed = {signing.sign([SECRET], *args) for args in (("m", 1, b"{}"), ("n", 1, b"{}"), ("m", 2, b"{}"))}
    assert len(changed) == 3
    assert signing.sign([SECRET], "m", 1, b"[]") not in changed


def test_secrets_are_long_and_never_alike_and_others_are_refused() -> None:
    made = {signing.make_secret() for _ in range(100)}
    assert len(made) == 100
    assert all(one.startswith("whsec_") and len(one) == 6 + 44 for one in made)
    for wrong in ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_%%%"):
        with pytest.raises(ValueError):
            signing.sign([wrong], "m", 1, b"")


def test_the_waits_are_those_the_specification_advises() -> None:
    seconds = [backoff.wait_after(n, chance=0) for n in range(1, backoff.MOST_ATTEMPTS)]
    assert [wait.total_seconds() for wait in seconds if wait] == [
        *(5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)
    ]
    assert backoff.wait_after(backoff.MOST_ATTEMPTS, chance=0) is None


def test_chance_spreads_the_waits_and_a_receiver_may_ask_for_longer_but_not_for_ever() -> None:
    assert backoff.wait_after(1, chance=1) == timedelta(seconds=5.5)
    assert backoff.wait_after(1, chance=0, asked=60) == timedelta(minutes=1)
    assert backoff.wait_after(2, chance=0, asked=1) == timedelta(minutes=5)
    assert backoff.wait_after(1, chance=0, asked=1e300) == timedelta(hours=24)


def test_no_kind_is_for_whom_only_gold_would_be() -> None:
    """What anybody needs to see gold for, hooks do not tell."""
    assert {kind.verb for kind in kinds.KINDS.values()} == {Verb.RUN_VIEW, Verb.REVIEW_VIEW, Verb.SUITE_VIEW}
