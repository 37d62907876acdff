"""A sender that is killed while it posts: its message goes out again under its id, and once only is noted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings as ours
from django.db import connection
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.hooks.models import Delivery
from benchmark.services import hook_deliveries, hook_sending, hooks
from tests.factories.hook_receiver import receiving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]


def database_url() -> str:
    """The address of this suite's own database."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path="/" + connection.settings_dict["NAME"]))


def test_a_killed_senders_message_goes_out_again_under_its_id(settings: Any) -> None:
    settings.PUSH_ALLOW = ("127.0.0.1",)
    owner = User.objects.create_user("an-owner", role="researcher")
    with receiving() as receiver:
        receiver.drip = 0.05
        now = timezone.now()
        hook, secret = hooks.create(
            owner=owner, url=receiver.url, kinds=["run.finished"], suite="", by=owner, now=now
        )
        hooks.test(hook=hook, by=owner, now=now)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.killed_hook_sender"],
            cwd=ours.BASE_DIR,
            env={**os.environ, "DATABASE_URL": database_url()},
        )
        try:
            deadline = time.monotonic() + 60
            while not receiver.came:
                assert time.monotonic() < deadline, "nothing was sent"
                assert process.poll() is None, "it ended by itself"
                time.sleep(0.02)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        held = Delivery.objects.get()
        assert (held.state, held.attempts) == ("pending", 1)
        assert hook_sending.send_due(now=timezone.now()) == 0, "its lease runs still"
        receiver.drip = 0.0
        assert hook_sending.send_due(now=timezone.now() + hook_deliveries.LEASE) == 1
        first, second = receiver.came
        assert first.id == second.id == held.message_id
        assert first.body == second.body
        assert second.signed_by(secret)
        assert Delivery.objects.get().state == "delivered"
