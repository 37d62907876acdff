"""The web while Postgres does not answer or is gone: 503 with the reason, and back as soon as it is."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from django.conf import settings

from tests.faults.weak_line import WeakLine, weak_line

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


@dataclass
class Web:
    """One web process that reaches Postgres over a weak line."""

    line: WeakLine
    port: int

    def get(self, path: str) -> tuple[int, str, str]:
        """(status, Retry-After, body); status 0 where nothing came. Each call needs the database."""
        headers = {"Cookie": "sessionid=" + "a" * 32, "Authorization": "Token none"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, "", answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.headers.get("Retry-After", ""), refused.read().decode()
        except OSError as error:
            return 0, "", str(error)


@pytest.fixture(scope="module")
def web(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    var = tmp_path_factory.mktemp("web")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with weak_line() as line:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn", "benchmark.wsgi:application", "--bind"),
                *(f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", "6", "--no-control-socket"),
            ],
            cwd=settings.BASE_DIR,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "benchmark.settings.development",
                "DATABASE_URL": line.url(),
                "STEMMA_VAR": str(var),
            },
        )
        try:
            found = Web(line, port)
            until(lambda: found.get("/api/v1/suites/")[0] == 401, seconds=150)
            yield found
        finally:
            process.kill()
            process.wait()


def until(holds: object, *, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.2)


def test_a_stopped_database_is_named_and_nothing_hangs(web: Web) -> None:
    web.line.whole.clear()
    with ThreadPoolExecutor(4) as callers:
        waiting = [callers.submit(web.get, path) for path in ("/", "/api/v1/suites/", "/readyz")]
        assert web.get("/healthz")[0] == 200
        page, problem, ready = (one.result(timeout=30) for one in waiting)
    assert (page[0], problem[0], ready[0]) == (503, 503, 503)
    assert int(page[1]) > 0
    assert "The database does not answer" in page[2]
    assert "Nothing was stored" in page[2]
    body = json.loads(problem[2])
    assert (body["code"], body["status"], body["retry_after"]) == ("database_away", 503, int(problem[1]))
    assert json.loads(ready[2])["state"] == "no database"
    assert web.get("/")[0] == 503
    web.line.whole.set()
    until(lambda: web.get("/api/v1/suites/")[0] == 401, seconds=20)
    assert web.get("/")[0] == 200


def test_a_database_that_is_gone_is_named(web: Web) -> None:
    web.line.down.set()
    until(lambda: web.get("/api/v1/suites/")[0] == 503, seconds=20)
    assert json.loads(web.get("/api/v1/suites/")[2])["code"] == "database_away"
    assert web.get("/healthz")[0] == 200
    web.line.down.clear()
    until(lambda: web.get("/api/v1/suites/")[0] == 401, seconds=20)
