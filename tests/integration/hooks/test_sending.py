"""Deliveries: signed, tried again, given up, sent again; to nobody who may not be called or told."""

from __future__ import annotations

import json
import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.hooks.backoff import MOST_ATTEMPTS, WAITS
from benchmark.floor.hooks.exceptions import HookRefusedError, HookStateError
from benchmark.floor.hooks.kinds import KINDS
from benchmark.floor.hooks.models import Delivery, Hook
from benchmark.floor.hooks.services import announcing
from benchmark.services import hook_deliveries, hook_posting, hook_sending, hooks
from scenarios.models import Suite
from tests.factories import scenarios as make
from tests.factories.hook_receiver import Receiver, receiving

pytestmark = pytest.mark.django_db


def add(owner: User, url: str, suite: str = "", kinds: tuple[str, ...] = tuple(KINDS)) -> tuple[Hook, str]:
    return hooks.create(owner=owner, url=url, kinds=kinds, suite=suite, by=owner, now=timezone.now())


def tell(suite: Suite, kind: str = "run.finished", **payload: Any) -> Delivery | None:
    announcing.announce(kind=kind, suite=suite.slug, payload=lambda: payload, now=timezone.now())
    return Delivery.objects.order_by("pk").last()


def send(at: datetime | None = None) -> int:
    return hook_sending.send_due(now=at or timezone.now())


def again(row: Delivery) -> Delivery:
    return Delivery.objects.get(pk=row.pk)


def test_a_message_arrives_once_signed_with_what_was_told(
    owner: User, suite: Suite, receiver: Receiver
) -> None:
    _, secret = add(owner, receiver.url, suite.slug)
    row = tell(suite, run=7)
    assert row is not None
    assert send() == 1
    assert send() == 0
    (came,) = receiver.came
    assert json.loads(came.body) == {
        "type": "run.finished",
        "timestamp": row.body["timestamp"],
        "data": {"run": 7},
    }
    assert came.headers["content-type"] == "application/json"
    assert came.id == row.message_id
    assert abs(int(came.headers["webhook-timestamp"]) - time.time()) < 60
    assert came.signed_by(secret)
    assert not came.signed_by("whsec_AAAA")
    row = again(row)
    assert (row.state, row.attempts, row.last_status, row.last_error) == ("delivered", 1, 204, "")


def test_a_hook_hears_its_suite_and_its_kinds_alone(owner: User, suite: Suite, receiver: Receiver) -> None:
    add(owner, receiver.url, "another-suite")
    add(owner, receiver.url, suite.slug, ("release.published",))
    everything, _ = add(owner, receiver.url)
    off, _ = add(owner, receiver.url)
    hooks.change(hook=off, active=False, by=owner, now=timezone.now())
    tell(suite)
    assert [row.hook for row in Delivery.objects.all()] == [everything]


@pytest.mark.parametrize(
    ("role", "kind", "hears"),
    [
        ("researcher", "item.adjudicated", True),
        ("viewer", "run.finished", False),  # sees runs, but holds no hooks
        ("adjudicator", "run.finished", False),
        ("annotator", "release.published", False),
    ],
)
def test_who_may_not_hold_hooks_there_is_told_nothing(
    suite: Suite, receiver: Receiver, role: str, kind: str, hears: bool
) -> None:
    add(User.objects.create_user("someone", role=role), receiver.url)
    tell(suite, kind)
    assert Delivery.objects.exists() is hears


def test_nobody_hears_of_a_suite_that_is_not_theirs_and_a_member_does(
    owner: User, suite: Suite, receiver: Receiver
) -> None:
    Suite.objects.filter(pk=suite.pk).update(is_open=False)
    add(owner, receiver.url)
    tell(suite)
    assert not Delivery.objects.exists()
    make.member(owner, suite, "researcher")
    tell(suite)
    assert Delivery.objects.count() == 1


def test_who_lost_the_suite_meanwhile_is_not_told(owner: User, suite: Suite, receiver: Receiver) -> None:
    add(owner, receiver.url)
    row = tell(suite)
    Suite.objects.filter(pk=suite.pk).update(is_open=False)
    send()
    assert receiver.came == []
    assert row is not None
    assert again(row).state == "dead"
    assert "may not hear" in again(row).last_error


def test_who_left_is_told_nothing(owner: User, suite: Suite, receiver: Receiver) -> None:
    hook, _ = add(owner, receiver.url)
    hooks.test(hook=hook, by=owner, now=timezone.now())
    tell(suite)
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert send() == 2
    assert tell(suite) is not None
    assert list(Delivery.objects.values_list("state", flat=True)) == ["dead", "dead"]
    assert receiver.came == []


def test_what_is_rolled_back_is_not_told(owner: User, suite: Suite, receiver: Receiver) -> None:
    add(owner, receiver.url)
    with pytest.raises(RuntimeError), transaction.atomic():
        tell(suite)
        raise RuntimeError("the run did not end after all")
    assert not Delivery.objects.exists()


def test_it_is_tried_again_as_the_specification_advises_then_given_up(
    owner: User, suite: Suite, receiver: Receiver
) -> None:
    add(owner, receiver.url)
    row = tell(suite)
    assert row is not None
    receiver.answers(500, b"out of\x00 order\n", times=MOST_ATTEMPTS)
    at = timezone.now()
    for wait in WAITS:
        assert send(at) == 1
        row = again(row)
        assert row.state == "pending"
        assert row.last_error == "HTTP 500: out of order"
        assert wait <= row.next_at - at <= wait * 1.1 + timedelta(seconds=30)
        assert send(row.next_at - timedelta(seconds=1)) == 0
        at = row.next_at
    send(at)
    assert again(row).state == "dead"
    assert len(receiver.came) == MOST_ATTEMPTS
    assert len({came.id for came in receiver.came}) == 1
    assert len({came.body for came in receiver.came}) == 1


def test_a_dead_letter_is_sent_again_under_its_id(owner: User, suite: Suite, receiver: Receiver) -> None:
    hook, _ = add(owner, receiver.url)
    rows = [tell(suite, run=n) for n in (1, 2)]
    Delivery.objects.update(state="dead", ended_at=timezone.now(), attempts=MOST_ATTEMPTS)
    assert rows[0] is not None
    now = timezone.now()
    assert hook_deliveries.send_again(hook=hook, delivery=rows[0].pk, by=owner, now=now) == 1
    with pytest.raises(HookStateError, match="given up"):
        hook_deliveries.send_again(hook=hook, delivery=rows[0].pk, by=owner, now=now)
    assert hook_deliveries.send_again(hook=hook, by=owner, now=now) == 1
    send()
    assert {came.id for came in receiver.came} == {row.message_id for row in rows if row}
    assert set(Delivery.objects.values_list("state", "attempts")) == {("delivered", 1)}


def test_gone_switches_the_hook_off_and_gives_up_what_waits(
    owner: User, suite: Suite, receiver: Receiver
) -> None:
    hook, _ = add(owner, receiver.url)
    first = tell(suite, run=1)
    receiver.answers(410)
    send()
    hook.refresh_from_db()
    assert (hook.active, "410" in hook.note) == (False, True)
    assert first is not None
    assert (again(first).state, again(first).last_status) == ("dead", 410)
    assert AuditRecord.objects.filter(action="hook.switched_off").exists()
    with pytest.raises(HookStateError, match="Switch it on"):
        hook_deliveries.send_again(hook=hook, by=owner, now=timezone.now())
    assert hooks.change(hook=hook, active=True, by=owner, now=timezone.now()).note == ""


def test_a_killed_senders_message_goes_out_again_with_its_id(
    owner: User, suite: Suite, receiver: Receiver
) -> None:
    add(owner, receiver.url)
    row = tell(suite)
    now = timezone.now()
    (held,) = hook_deliveries.claim(now=now)  # and the sender dies here, or after the post
    assert hook_deliveries.claim(now=now + timedelta(seconds=1)) == []
    later = now + hook_deliveries.LEASE
    assert send(later) == 1
    assert row is not None
    assert [came.id for came in receiver.came] == [row.message_id]
    # The late one finds that its lease is lost, and changes nothing.
    hook_deliveries.note(delivery=held, outcome=hook_posting.Outcome(500, "late"), now=later, chance=0)
    assert again(row).state == "delivered"
    assert again(row).attempts == 2


def test_what_kills_every_sender_is_given_up(owner: User, suite: Suite, receiver: Receiver) -> None:
    add(owner, receiver.url)
    row, now = tell(suite), timezone.now()
    for _ in range(MOST_ATTEMPTS):
        assert len(hook_deliveries.claim(now=now)) == 1
        now += hook_deliveries.LEASE
    assert hook_deliveries.claim(now=now) == []
    assert "given up" in hook_sending.mend(now)
    assert row is not None
    assert again(row).state == "dead"


def test_a_redirect_is_not_followed(owner: User, suite: Suite, receiver: Receiver) -> None:
    add(owner, receiver.url)
    with receiving() as other:
        receiver.answers(302, Location=other.url)
        row = tell(suite)
        send()
        assert other.came == []
    assert row is not None
    assert "redirects are not followed" in again(row).last_error


def test_what_is_not_on_the_allow_list_is_not_called(
    owner: User, suite: Suite, receiver: Receiver, settings: Any
) -> None:
    add(owner, receiver.url)
    row = tell(suite)
    settings.PUSH_ALLOW = ("*",)  # a name never opens what is not public
    send()
    assert receiver.came == []
    assert row is not None
    assert "STEMMA_PUSH_ALLOW" in again(row).last_error
    assert again(row).state == "pending"


def test_a_receiver_that_never_ends_its_reply_holds_up_nobody(
    owner: User, suite: Suite, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook_posting, "TIMEOUT_SECONDS", 1.0)
    with receiving() as slow:
        slow.drip = 0.05
        add(owner, slow.url)
        add(owner, receiver.url)
        for number in range(8):
            tell(suite, run=number)
        began = time.monotonic()
        assert send() == 2 * hook_deliveries.OF_ONE_HOOK
        assert time.monotonic() - began < 5
    assert len(receiver.came) == hook_deliveries.OF_ONE_HOOK
    assert set(Delivery.objects.exclude(last_error="").values_list("last_error", flat=True)) == {
        "no whole reply within 1 s"
    }


def test_both_secrets_sign_for_a_day_after_a_rotation(owner: User, suite: Suite, receiver: Receiver) -> None:
    hook, first = add(owner, receiver.url)
    second = hooks.rotate(hook=hook, by=owner, now=timezone.now())
    tell(suite)
    send()
    assert receiver.came[-1].signed_by(first)
    assert receiver.came[-1].signed_by(second)
    tell(suite)
    send(timezone.now() + hooks.OVERLAP)
    assert not receiver.came[-1].signed_by(first)
    assert receiver.came[-1].signed_by(second)
    hooks.rotate(hook=hook, by=owner, now=timezone.now())
    hooks.rotate(hook=hook, by=owner, now=timezone.now())
    assert hook.secrets.count() == 2


def test_old_deliveries_are_removed_and_waiting_ones_stay(
    owner: User, suite: Suite, receiver: Receiver, settings: Any
) -> None:
    settings.HOOK_KEEP_DAYS = 7
    add(owner, receiver.url)
    old = timezone.now() - timedelta(days=8)
    for state in ("delivered", "dead", "pending"):
        row = tell(suite)
        assert row is not None
        ended = None if state == "pending" else old
        Delivery.objects.filter(pk=row.pk).update(state=state, ended_at=ended, created_at=old)
    assert "2 old deliveries removed" in hook_sending.mend(timezone.now())
    assert [row.state for row in Delivery.objects.all()] == ["pending"]


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("ftp://127.0.0.1/x", "http:// or https://"),
        ("http:///x", "host"),
        ("http://me:secret@127.0.0.1/", "no credentials"),
        ("http://127.0.0.1/#part", "no fragment"),
        ("http://127.0.0.1:99999999/", "no port"),
        ("http://127.0.0.1:0/", "no port"),
        ("http://127.0.0.1:port/", "cannot be read"),
        ("http://10.0.0.1/", "STEMMA_PUSH_ALLOW"),
        ("http://127.0.0.1/" + "x" * 500, "longer than"),
    ],
)
def test_an_address_that_cannot_be_called_is_refused_when_it_is_given(
    owner: User, receiver: Receiver, url: str, words: str
) -> None:
    with pytest.raises(HookRefusedError, match=words):
        add(owner, url)
    assert not Hook.objects.exists()


def test_one_person_has_a_number_of_hooks_at_most(
    owner: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "MOST_HOOKS", 2)
    add(owner, receiver.url)
    add(owner, receiver.url)
    with pytest.raises(HookRefusedError, match="2 hooks already"):
        add(owner, receiver.url)


def test_telling_nobody_costs_one_query(suite: Suite, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(3):  # the savepoint around it, and one look
        tell_nobody = announcing.announce(
            kind="run.finished", suite=suite.slug, payload=dict, now=timezone.now()
        )
    assert tell_nobody == 0
