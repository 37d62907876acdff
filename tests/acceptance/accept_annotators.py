"""Twenty annotators who submit once a second for a minute, beside two busy workers (spec 6.5, ux pain 4).

Half of them send the form of the page as its script does, half the API; each reply brings the next item. All
goes over HTTP to the served product with its embedded database. Prints one JSON object and writes it to
``annotators.json`` in ``var/accept``: milliseconds of submit-and-next, errors, and what the database holds.
``STEMMA_ANNOTATORS`` and ``STEMMA_SUBMITS`` set other numbers of people and of submissions each.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.open_annotation import SUITE
from tests.acceptance.served import ROOT, Served, installation, until

PEOPLE = int(os.environ.get("STEMMA_ANNOTATORS", "20"))
SUBMITS = int(os.environ.get("STEMMA_SUBMITS", "60"))
LIMIT_MS = 100
API = f"/api/v1/suites/{SUITE}/review/"
CSRF = "l" * 32


@dataclass
class Annotator:
    """One person at work; ``took`` has the milliseconds of each submission, ``faults`` what went wrong."""

    host: str
    person: dict[str, str]
    by_api: bool
    took: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection(self.host, timeout=60)

    def work(self, begin: float) -> None:
        """Take the first item, then submit once a second."""
        slot = self._api("next/")["slot"]
        for number in range(SUBMITS):
            if slot is None:
                return
            slot, given = self._answered(slot)
            time.sleep(max(0.0, begin + number - time.monotonic()))
            started = time.monotonic()
            slot = self._submit(slot, given)
            self.took.append((time.monotonic() - started) * 1000)

    def _answered(self, slot: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The slot at its last step, and what is entered there."""
        if slot["form"] == "recognition":
            return slot, {"pick": "1"}
        if slot["step"] < slot["steps"]:
            slot = self._api(
                f"slots/{slot['slot']}/reveal/",
                {"token": slot["token"], "given": {"nothing": "yes"}, "step": slot["step"]},
            )
        says = {one["name"]: "yes" for one in slot["fields"] if one["name"].startswith("says.")}
        return slot, {"findable": "yes", **says}

    def _submit(self, slot: dict[str, Any], given: dict[str, Any]) -> dict[str, Any] | None:
        if self.by_api:
            body = {"token": slot["token"], "key": str(uuid.uuid4()), "given": given, "active_ms": 900}
            found: dict[str, Any] | None = self._api(f"slots/{slot['slot']}/submit/", body)["next"]
            return found
        form = {**given, "_token": slot["token"], "_key": str(uuid.uuid4()), "_active_ms": "900"}
        headers = {
            "Accept": "application/json",
            "Cookie": f"sessionid={self.person['session']}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        path = f"/review/{SUITE}/slots/{slot['slot']}/submit/"
        shown = self._post(path, urllib.parse.urlencode(form), headers)["next"]
        if shown is None:
            return None
        html = shown["html"]
        token = re.search(r'name="_token" value="([^"]+)"', html)
        assert token is not None, html
        blind = 'name="pick"' not in html
        return {
            "slot": shown["slot"],
            "token": token[1],
            "form": "blind" if blind else "recognition",
            "step": 1,
            "steps": 2 if blind else 1,
        }

    def _api(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Token {self.person['token']}", "Content-Type": "application/json"}
        return self._post(API + path, json.dumps(body or {}), headers)

    def _post(self, path: str, body: str, headers: dict[str, str]) -> dict[str, Any]:
        try:
            self.line.request("POST", path, body, headers)
            answer = self.line.getresponse()
        except (ConnectionError, http.client.HTTPException):
            # The server closes a line that was idle for two seconds. The form has its key: sent again, it
            # is stored once.
            self.line.close()
            self.line.request("POST", path, body, headers)
            answer = self.line.getresponse()
        text = answer.read().decode()
        if answer.status != 200:
            self.faults.append(f"{path}: {answer.status} {text[:300]}")
            raise RuntimeError(self.faults[-1])
        found: dict[str, Any] = json.loads(text)
        return found


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with installation() as found:
        yield found


@pytest.fixture(scope="module")
def figures(served: Served) -> dict[str, Any]:
    """What a minute of twenty people came to."""
    opened = told(served, "open", str(PEOPLE))
    told(served, "busy")
    host = served.address.removeprefix("http://")
    until(lambda: answers(host), seconds=60, what="the server answers")
    people = [
        Annotator(host, person, by_api=bool(place % 2)) for place, person in enumerate(opened["people"])
    ]
    warm_up(people)
    begin = time.monotonic() + 1
    threads = [
        threading.Thread(target=run, args=(one, begin + place / PEOPLE)) for place, one in enumerate(people)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=SUBMITS + 120)
    seconds = time.monotonic() - begin
    found = {
        "people": PEOPLE,
        "submits": sum(len(one.took) for one in people),
        "seconds": round(seconds, 1),
        "form": percentiles([ms for one in people if not one.by_api for ms in one.took]),
        "api": percentiles([ms for one in people if one.by_api for ms in one.took]),
        "all": percentiles([ms for one in people for ms in one.took]),
        "errors": [fault for one in people for fault in one.faults],
        "slots": opened["slots"],
        "database": told(served, "count"),
        "cores": os.cpu_count(),
    }
    write(found)
    return found


def run(one: Annotator, begin: float) -> None:
    """A person at work; whatever goes wrong is kept as theirs."""
    try:
        one.work(begin)
    except Exception as error:
        if not one.faults:
            one.faults.append(f"{type(error).__name__}: {error}")
    finally:
        one.line.close()


def warm_up(people: list[Annotator]) -> None:
    """What a server loads at its first requests is loaded before anything is measured."""
    for one in people[:2]:
        slot = one._api("next/")["slot"]
        slot, given = one._answered(slot)
        one._submit(slot, given)


def answers(host: str) -> bool:
    line = http.client.HTTPConnection(host, timeout=5)
    try:
        line.request("GET", "/healthz")
        answer = line.getresponse()
        answer.read()
        return answer.status == 200
    except OSError:
        return False
    finally:
        line.close()


def told(served: Served, *arguments: str) -> dict[str, Any]:
    """What a command of ``open_annotation`` prints."""
    url = served.python("-m", "benchmark.postgres", "url").strip()
    done = subprocess.run(
        [sys.executable, "-m", "tests.acceptance.open_annotation", *arguments],
        cwd=ROOT,
        env={**served.env, "DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def percentiles(took: list[float]) -> dict[str, float]:
    """Median, 95th and 99th percentile and the longest, in milliseconds."""
    if len(took) < 2:
        return {"n": len(took)}
    cuts = statistics.quantiles(took, n=100, method="inclusive")
    return {
        "n": len(took),
        "median_ms": round(cuts[49], 1),
        "p95_ms": round(cuts[94], 1),
        "p99_ms": round(cuts[98], 1),
        "max_ms": round(max(took), 1),
    }


def write(found: dict[str, Any]) -> None:
    """Print the figures and keep them."""
    folder = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found, indent=2)
    (folder / "annotators.json").write_text(text + "\n")
    sys.stdout.write(text + "\n")


def test_nothing_goes_wrong(figures: dict[str, Any]) -> None:
    assert figures["errors"] == []
    assert figures["submits"] == PEOPLE * SUBMITS
    assert figures["database"]["verdicts"] == PEOPLE * SUBMITS + 2


def test_nobody_is_given_an_item_twice_and_k_is_never_exceeded(figures: dict[str, Any]) -> None:
    assert figures["database"]["double_assignments"] == 0
    assert figures["database"]["items_over_k"] == 0


def test_the_workers_were_busy_throughout(figures: dict[str, Any]) -> None:
    assert figures["database"]["runs_open"] > 0


def test_submit_and_next_takes_under_a_tenth_of_a_second(figures: dict[str, Any]) -> None:
    assert figures["all"]["p95_ms"] < LIMIT_MS, figures["all"]
