"""Clients of systems that call us, over Django's test client, and runs that wait for them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from benchmark.floor.accounts.verbs import Role
from benchmark.models import Run
from benchmark.services import draining
from scenarios.models import Suite
from sut_adapters.models import SystemUnderTest
from tests.factories import runs as make

Reply = dict[str, Any]


def opened(suite: Suite) -> Suite:
    """The suite, open to whoever is signed in."""
    Suite.objects.filter(pk=suite.pk).update(is_open=True)
    suite.refresh_from_db()
    return suite


def system(name: str = "caller", **config: Any) -> SystemUnderTest:
    """A registered system that calls us."""
    return make.native("pull", name, **config)


def account(name: str = "sut", role: Role = Role.SYSTEM) -> User:
    """An account of a system."""
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(username=name, password="x" * 12, role=role.value)


class Caller:
    """A client of one account that walks one run; ``lease`` is the one it holds."""

    def __init__(self, run: Run, user: User | None = None, name: str = "laptop") -> None:
        self.user, self.name, self.run = user or account(), name, run
        number = self.user.api_tokens.count()
        _, secret = tokens.create(user=self.user, name=f"t{number}", by=self.user, now=timezone.now())
        self.web = Client(headers={"Authorization": f"Token {secret}"})
        self.place = f"/api/v1/runs/{run.pk}"
        self.lease = ""

    def post(self, what: str, **body: Any) -> Any:
        """A call with this body; the response."""
        return self.web.post(f"{self.place}/{what}/", body, content_type="application/json")

    def claim(self) -> Reply:
        """Claim; what came back."""
        reply = self.post("claim", client=self.name)
        assert reply.status_code == 200, reply.content
        found: Reply = reply.json()
        self.lease = found["lease"] or ""
        return found

    def get(self, after: int = 0, **more: Any) -> Any:
        """The response to a call for items."""
        return self.web.get(f"{self.place}/items/", {"lease": self.lease, "after": after, **more})

    def items(self, after: int = 0, **more: Any) -> Reply:
        """The items behind a cursor."""
        reply = self.get(after, **more)
        assert reply.status_code == 200, reply.content
        found: Reply = reply.json()
        return found

    def say(self, question: str, **said: Any) -> Any:
        """The response to an answer."""
        return self.post("answers", lease=self.lease, question=question, **said)

    def query(self, after: int = 0) -> Reply:
        """Take records until a question comes; the question."""
        while True:
            found = self.items(after)
            assert not found["done"], "the timeline has ended"
            if found["items"][-1]["type"] == "query":
                question: Reply = found["items"][-1]
                return question
            after = found["cursor"]

    def walk(self, answer: Callable[[Reply, list[Reply]], Reply]) -> list[Reply]:
        """Walk a claimed timeline to its end; the questions that were asked. ``answer`` gets the question and
        the records so far, and gives the body."""
        after, records, asked = 0, [], []
        while True:
            found = self.items(after)
            if found["done"]:
                return asked
            after = found["cursor"]
            for item in found["items"]:
                if item["type"] == "events":
                    records += item["events"]
                elif item["type"] == "query":
                    asked.append(item)
                    reply = self.say(item["question"], **answer(item, records))
                    assert reply.status_code == 200, reply.content
                    after = reply.json()["cursor"]


def newest(question: Reply, records: list[Reply]) -> Reply:
    """A context of the newest record."""
    last = records[-1]
    return {
        "items": [{"text": f"[{last['id']} | 2026-01-01 00:00] {last['text']}", "event_ids": [last["id"]]}]
    }


def read(run: Run) -> Run:
    """The run once workers have done what waits for them."""
    draining.work(until=datetime.now(UTC) + timedelta(minutes=2), run=run)
    run.refresh_from_db()
    return run
