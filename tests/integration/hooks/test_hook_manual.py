"""``docs/webhooks.md``: its table says what is told, its receiver checks what is sent."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.hooks.kinds import KINDS, TEST
from benchmark.floor.hooks.services import announcing
from benchmark.floor.hooks.signing import make_secret, sign
from benchmark.services import hook_sending, hooks
from scenarios.models import Suite
from tests.factories.served_here import EXAMPLES

pytestmark = pytest.mark.django_db
MANUAL = (EXAMPLES.parent / "webhooks.md").read_text()
RECEIVER = EXAMPLES / "hook_receiver.py"


@contextmanager
def example(secret: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The receiver of the manual, as a process of its own; its address."""
    process = subprocess.Popen(
        [sys.executable, RECEIVER.name, "0"],
        cwd=RECEIVER.parent,
        env={"STEMMA_HOOK_SECRET": secret},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        port = process.stdout.readline().rpartition(" ")[2].strip()
        yield f"http://127.0.0.1:{port}/", process
    finally:
        process.kill()
        process.communicate()


def test_the_receiver_takes_what_is_signed_and_refuses_what_is_not(
    owner: User, suite: Suite, settings: Any, tmp_path: Path
) -> None:
    settings.PUSH_ALLOW = ("127.0.0.1",)
    secret = make_secret()
    with example(secret) as (url, process):
        now = timezone.now()
        hook, _ = hooks.create(owner=owner, url=url, kinds=["run.finished"], suite="", by=owner, now=now)
        hook.secrets.update(secret=secret)
        announcing.announce(kind="run.finished", suite=suite.slug, payload=lambda: {"run": 5}, now=now)
        hook_sending.send_due(now=timezone.now())
        assert process.stdout is not None
        assert process.stdout.readline() == 'run.finished {"run": 5}\n'
        assert list(hook.deliveries.values_list("state", "last_status")) == [("delivered", 204)]
        # Beside the old secret a new one signs too, and the receiver that knows the old one takes it still.
        hooks.rotate(hook=hook, by=owner, now=timezone.now())
        hooks.test(hook=hook, by=owner, now=timezone.now())
        hook_sending.send_due(now=timezone.now())
        assert process.stdout.readline().startswith("hook.test")
        hook.secrets.filter(secret=secret).delete()
        hooks.test(hook=hook, by=owner, now=timezone.now())
        hook_sending.send_due(now=timezone.now())
        assert hook.deliveries.get(state="pending").last_status == 401


def test_the_manual_shows_the_part_of_the_receiver_that_checks() -> None:
    (shown,) = re.findall(r"```python\n(.*?)```", MANUAL, re.S)
    assert shown in RECEIVER.read_text()
    assert len([line for line in shown.splitlines() if line.strip()]) <= 15


def test_the_receiver_refuses_an_old_message_a_changed_one_and_one_without_headers() -> None:
    found: dict[str, Any] = {"__name__": "of the manual"}
    exec(compile(RECEIVER.read_text(), str(RECEIVER), "exec"), found)
    verified, now = found["verified"], int(time.time())
    secret, body = make_secret(), b'{"type":"hook.test","data":{}}'
    headers = {
        "webhook-id": "m",
        "webhook-timestamp": str(now),
        "webhook-signature": sign([secret], "m", now, body),
    }
    assert verified(headers, body, secret, now)["type"] == "hook.test"
    assert verified(headers, body, secret, now + 301) is None
    assert verified(headers, body + b" ", secret, now) is None
    assert verified({**headers, "webhook-id": "n"}, body, secret, now) is None
    assert verified({**headers, "webhook-signature": "v1,é"}, body, secret, now) is None
    assert verified({}, body, secret, now) is None


def test_the_table_of_the_manual_names_every_kind_and_no_other() -> None:
    assert set(re.findall(r"^\| `([a-z]+\.[a-z]+)`", MANUAL, re.M)) == {*KINDS, TEST}
