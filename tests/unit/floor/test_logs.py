"""Lines of the log: what they hold, what they belong to, and what they never hold (ADR 33)."""

from __future__ import annotations

import io
import json
import logging
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.jobs import tasks
from benchmark.floor.logs import context, lines

SECRET = "stm_" + "a" * 43 + "0123abcd"


class Collected(logging.StreamHandler):  # type: ignore[type-arg]
    """A real handler in the JSON form, into memory."""

    def __init__(self) -> None:
        super().__init__(io.StringIO())
        self.addFilter(lines.OfWhat())
        self.setFormatter(lines.Json())

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]


@pytest.fixture
def log() -> Iterator[Collected]:
    handler, root = Collected(), logging.getLogger()
    requests = logging.getLogger("benchmark.requests")
    levels = root.level, requests.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    requests.setLevel(logging.INFO)
    yield handler
    root.removeHandler(handler)
    root.setLevel(levels[0])
    requests.setLevel(levels[1])


def test_a_line_is_one_json_object_with_what_it_belongs_to(log: Collected) -> None:
    with context.bound(run_id=7, task_id="drain"):
        context.note(item_id="walkitem:3")
        logging.getLogger("stemma.test").warning("two\nlines of %s", "text")
        with context.bound(run_id=8):
            logging.getLogger("stemma.test").info("inner")
    logging.getLogger("stemma.test").info("outside")
    first, inner, outside = log.lines
    assert (first["level"], first["logger"], first["message"]) == (
        "WARNING",
        "stemma.test",
        "two\nlines of text",
    )
    assert first["time"].endswith("+00:00")
    assert (first["run_id"], first["item_id"], first["task_id"]) == (7, "walkitem:3", "drain")
    assert (inner["run_id"], inner["item_id"]) == (8, "walkitem:3")
    assert not set(context.FIELDS) & outside.keys()


def test_another_thread_does_not_inherit_and_an_unknown_field_is_refused() -> None:
    seen: list[dict[str, Any]] = []
    with context.bound(run_id=7):
        thread = threading.Thread(target=lambda: seen.append(context.fields()))
        thread.start()
        thread.join()
    assert seen == [{}]
    with pytest.raises(ValueError, match="password"), context.bound(password="x"):
        pass


@pytest.mark.parametrize(
    "text",
    [
        f"Authorization: Bearer {SECRET}",
        f"the token {SECRET} was refused",
        "postgresql://stemma:hunter2hunter2@db/stemma does not answer",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ],
)
@pytest.mark.parametrize("form", [lines.Json(), lines.Plain()])
def test_tokens_and_logins_are_taken_out_of_messages_and_tracebacks(
    form: logging.Formatter, text: str
) -> None:
    try:
        raise ValueError(text)
    except ValueError:
        record = logging.LogRecord("n", logging.ERROR, "p", 1, "failed: %s", (text,), sys.exc_info())
    line = form.format(record)
    assert "[hidden]" in line
    assert not any(part in line for part in ("a" * 20, "hunter2", "MfKQ9r8"))
    assert "ValueError" in line


@pytest.mark.django_db
def test_a_request_has_an_id_in_header_problem_and_log(client: Client, log: Collected) -> None:
    person = User.objects.create_user(username="lead", role="lead")
    client.force_login(person)
    client.get("/healthz?secret=hush")
    client.get("/suites/none-such/?q=hush")
    answer = client.get("/api/v1/runs/999999/", headers={"X-Request-ID": "from-the-proxy.1"})
    assert answer.status_code == 404
    assert answer["X-Request-ID"] == answer.json()["request_id"] == "from-the-proxy.1"
    page, line = [line for line in log.lines if line["logger"] == "benchmark.requests"]
    assert page["message"].startswith("GET /suites/none-such/ 404")
    assert (line["request_id"], line["user_id"]) == ("from-the-proxy.1", person.pk)
    assert line["message"].startswith("GET /api/v1/runs/999999/ 404")
    assert "hush" not in json.dumps(log.lines)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "given", ["", "short", "with blank in it", "line\tbreaks", "x" * 65, "späteres-wort"]
)
def test_what_is_no_id_is_replaced(client: Client, given: str) -> None:
    made = client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"]
    assert made != given
    assert context.request_id(made) == made
    assert client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"] != made


def say(at: str) -> None:
    """What a task does that logs."""
    logging.getLogger("stemma.test").warning("worked at %s", at)


@pytest.mark.django_db(transaction=True)
def test_a_task_is_named_in_its_lines(log: Collected) -> None:
    tasks.run("tests.unit.floor.test_logs.say", {"at": f"{timezone.now():%Y}"}, "bell-of-test")
    (line,) = [line for line in log.lines if line["logger"] == "stemma.test"]
    assert line["task_id"] == "bell-of-test"
