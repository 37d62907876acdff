"""A rewording that is killed goes on where it was: no prompt is paid for twice but what was in flight."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings
from django.db import connection

from scenarios.models import ModelReply, Suite
from scenarios.services import suites
from tests.factories import worded_trips
from tests.factories.openai_server import OpenAiServer, Reply, openai_server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

RECORDS = len(worded_trips.RECORDS)
WORKERS = 2


def start(server: OpenAiServer) -> subprocess.Popen[str]:
    """The command in a process of its own, on this suite's own database."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    url = urlunsplit(parts._replace(path="/" + connection.settings_dict["NAME"]))
    config = json.dumps({"model": "scripted-1", "base_url": server.base_url})
    return subprocess.Popen(
        [sys.executable, "manage.py", "reword_suite", "trips-small", "--json", f"--workers={WORKERS}"],
        cwd=settings.BASE_DIR,
        env={
            **os.environ,
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "benchmark.settings.testing",
            "STEMMA_RENDERING_MODEL": "sut_adapters.answering.rewording.chat",
            "STEMMA_RENDERING_MODEL_CONFIG": config,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_killed_rewording_asks_only_for_what_is_missing() -> None:
    suites.release(suite=suites.store(bundle=worded_trips.bundle(), by=None), by=None)

    def slowly(body: dict[str, Any], before: int) -> Reply:
        return Reply(worded_trips.right_words(body["messages"][1]["content"]), delay=0.15)

    with openai_server(slowly) as server:
        with start(server) as first:
            deadline = time.monotonic() + 60
            while ModelReply.objects.count() < 5:
                assert first.poll() is None
                assert time.monotonic() < deadline, "no reply came in time"
                time.sleep(0.01)
            first.kill()
        assert first.returncode == -9
        kept = ModelReply.objects.count()
        assert 5 <= kept < RECORDS
        assert list(Suite.objects.values_list("slug", flat=True)) == ["trips-small"]
        with start(server) as second:
            out, told = second.communicate(timeout=120)
        assert second.returncode == 0, told
        times = Counter(body["messages"][1]["content"] for body in server.chats)
    found = json.loads(out)
    assert (found["status"], found["reworded"], found["asked"]) == ("released", RECORDS, RECORDS - kept)
    assert len(times) == RECORDS
    assert sum(times.values()) <= RECORDS + 2 * WORKERS  # what was in flight, or had just come in
    assert ModelReply.objects.count() == RECORDS
