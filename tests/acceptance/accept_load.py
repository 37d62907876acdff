"""Forty people look at every page and list of an installation with a year's work in it (ux pain 22).

A history of a hundred thousand events, a thousand runs, forty annotators with verdicts. First the statements
of each page are counted where there are few of each, then again where there are many: they must not have
become more. Then forty people, each of whom opens something every few seconds, look at all of it over HTTP.
Figures are printed and kept as ``load.json`` in ``var/accept``. ``STEMMA_LOAD`` = EVENTS,RUNS,PEOPLE,VIEWS
sets other numbers (VIEWS: how often each page is opened).
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
import urllib.parse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.served import ROOT, Served, installation, until
from tests.browser.pages import PAGES, REFUSED

EVENTS, RUNS, PEOPLE, VIEWS = map(int, os.environ.get("STEMMA_LOAD", "100000,1000,40,20").split(","))
LIMIT_MS = 300
#: Seconds that a person looks at what was opened.
LOOKS = 4.0
#: Whole files, and the description of the API: downloads, not pages or lists.
LEFT_OUT = re.compile(r"/api/v1/schema/|/download/|/files?/$|/next/$")
#: What works something out that nobody asked before: an edit tried and taken back, a program that is stopped
#: at its limit. Measured with the rest, and told apart.
WORK = ("/suites/mini/moves/", "/playground/?example=runaway")
WORK_LIMIT_MS = 3000

Asked = tuple[str, str]


@dataclass
class Person:
    """Somebody with a session, who opens things; milliseconds by what was opened."""

    host: str
    cookies: dict[str, str]
    draw: random.Random
    took: dict[Asked, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)
    put_off: list[str] = field(default_factory=list)

    def look(self, todo: list[Asked], until_when: float) -> None:
        """Open one after the other, with pauses, until nothing is left or time is up."""
        while todo and time.monotonic() < until_when:
            try:
                asked = todo.pop()
            except IndexError:
                return
            self.open(asked)
            time.sleep(self.draw.uniform(0.5, 1.5) * LOOKS)

    def open(self, asked: Asked) -> None:
        """Open it, and note how long that took."""
        role, path = asked
        line = http.client.HTTPConnection(self.host, timeout=60)
        started = time.monotonic()
        try:
            line.request("GET", path, headers={"Cookie": self.cookies[role]})
            answer = line.getresponse()
            answer.read()
            self.took[asked].append((time.monotonic() - started) * 1000)
            if answer.status == 503 and path.startswith(WORK) and answer.getheader("Retry-After"):
                self.put_off.append(path)  # as many programs run as may at once: the page says so
            elif answer.status != 200:
                self.faults.append(f"{role} {path}: {answer.status}")
        except OSError as error:
            self.faults.append(f"{role} {path}: {error}")
        finally:
            line.close()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    rates = json.dumps(dict.fromkeys(("anonymous", "read", "annotate", "run", "submit", "admin"), ""))
    with installation(STEMMA_API_RATES=rates) as found:
        found.python("manage.py", "quickstart", "--no-serve")
        found.python("manage.py", "probes", "mini")
        found.python("manage.py", "run", "--suite", "mini", "--system", "bm25", "--part", "all", "--wait")
        yield found


@pytest.fixture(scope="module")
def figures(served: Served) -> dict[str, Any]:
    """What it came to."""
    given = json.loads(served.script("give_tokens"))
    long = json.loads(served.script("store_load", "begin"))
    every = [*pages(long["scenario"], long["queries"]), *lists(served, given)]
    few = statements(served, every)
    every = sorted(few)
    started = time.monotonic()
    grown = json.loads(served.script("store_load", "grow", str(EVENTS), str(RUNS), str(PEOPLE)))
    seconds = round(time.monotonic() - started, 1)
    many = statements(served, every)
    host = served.address.removeprefix("http://")
    people = looked(host, json.loads(served.script("store_load", "cookies")), every)
    took: dict[Asked, list[float]] = defaultdict(list)
    for person in people:
        for asked, times in person.took.items():
            took[asked] += times
    found = {
        **grown,
        "people": PEOPLE,
        "stored_in_seconds": seconds,
        "addresses": len(every),
        "views": sum(map(len, took.values())),
        "all_p95_ms": percentile([ms for times in took.values() for ms in times], 95),
        "slowest": sorted(((percentile(took[one], 95), *one) for one in took), reverse=True)[:15],
        "work_p95_ms": {" ".join(one): percentile(took[one], 95) for one in took if one[1].startswith(WORK)},
        "over_the_limit": {
            " ".join(one): percentile(times, 95)
            for one, times in took.items()
            if percentile(times, 95) >= (WORK_LIMIT_MS if one[1].startswith(WORK) else LIMIT_MS)
        },
        "more_statements": {" ".join(one): [few[one], many[one]] for one in every if many[one] > few[one]},
        "most_statements": max(many.values()),
        "put_off": sum(len(person.put_off) for person in people),
        "errors": [fault for person in people for fault in person.faults],
        "cores": os.cpu_count(),
    }
    write(found)
    return found


def pages(history: str, queries: list[str]) -> list[Asked]:
    """The pages of people that the browser tests look at, and those of the long history."""
    seen = [(role, path) for name, path, role in PAGES if role and name not in REFUSED]
    own = ["", "time/", "events/e1000/", "explain/", *(f"queries/{label}/" for label in queries[:3])]
    return [*seen, ("lead", "/suites/long/"), *(("lead", f"/suites/long/{history}/{path}") for path in own)]


def lists(served: Served, given: dict[str, Any]) -> list[Asked]:
    """What can be read by the API, with what is known in the place of parameters; in JSON."""
    document = json.loads(served.fetched("/api/v1/schema/?format=json", given["tokens"]["lead"]))
    found = []
    for path, operations in document["paths"].items():
        names = re.findall(r"\{(\w+)\}", path)
        if "get" not in operations or not all(given["known"].get(name) for name in names):
            continue
        values = {name: urllib.parse.quote(str(given["known"][name][0])) for name in names}
        address = f"{path.format(**values)}?format=json"
        if not LEFT_OUT.search(path):
            found.append(("lead", address))
    return found


def statements(served: Served, every: list[Asked]) -> dict[Asked, int]:
    """How many statements each address takes; addresses that are not there for that role are left out."""
    said = told(served, "statements", "\n".join(" ".join(one) for one in every))
    return {(one.split(" ", 1)[0], one.split(" ", 1)[1]): count for one, count in said.items()}


def told(served: Served, what: str, text: str) -> dict[str, int]:
    """What ``store_load`` says to some lines."""
    url = served.python("-m", "benchmark.postgres", "url").strip()
    done = subprocess.run(
        [sys.executable, "-m", "tests.acceptance.store_load", what],
        cwd=ROOT,
        env={**served.env, "DATABASE_URL": url},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found


def looked(host: str, cookies: dict[str, str], every: list[Asked]) -> list[Person]:
    """Forty people, after they have looked at everything."""
    warm = Person(host, cookies, random.Random(0))
    until(lambda: _answers(host), seconds=60, what="the server answers")
    for _ in range(2):  # two processes: what each loads at its first requests
        for asked in every:
            warm.open(asked)
    todo = every * VIEWS
    random.Random(1).shuffle(todo)
    people = [Person(host, cookies, random.Random(number)) for number in range(PEOPLE)]
    end = time.monotonic() + 900
    threads = [threading.Thread(target=one.look, args=(todo, end)) for one in people]
    for thread in threads:
        thread.start()
        time.sleep(LOOKS / PEOPLE)
    for thread in threads:
        thread.join()
    people[0].faults += warm.faults
    return people


def _answers(host: str) -> bool:
    line = http.client.HTTPConnection(host, timeout=5)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status == 200
    except OSError:
        return False
    finally:
        line.close()


def percentile(times: list[float], share: int) -> float:
    """By nearest rank, in milliseconds."""
    ordered = sorted(times)
    return round(ordered[max(0, -(-share * len(ordered) // 100) - 1)], 1)


def write(found: dict[str, Any]) -> None:
    """Print the figures and keep them."""
    folder = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found, indent=2)
    (folder / "load.json").write_text(text + "\n")
    sys.stdout.write(text + "\n")


def test_nothing_goes_wrong(figures: dict[str, Any]) -> None:
    assert figures["errors"] == []
    assert figures["views"] == figures["addresses"] * VIEWS, "not all was opened in time"


def test_there_is_as_much_as_was_said(figures: dict[str, Any]) -> None:
    assert figures["events"] >= EVENTS
    assert figures["runs"] >= RUNS


def test_every_page_and_list_answers_in_under_three_tenths_of_a_second(figures: dict[str, Any]) -> None:
    assert figures["over_the_limit"] == {}


def test_pages_take_no_more_statements_where_there_is_more(figures: dict[str, Any]) -> None:
    assert figures["more_statements"] == {}
