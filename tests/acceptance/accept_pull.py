"""A run of BM25 is walked again from outside by what it handed over, and comes to the same (issue 7).

The contexts of the native run are exported by API; ``docs/examples/pull_replay.py`` in processes of its
own, which have the address of a run and a token, hands them over as a system that calls us. Two such walk
at once and are killed at half. Answers, scores, diagnoses, nodes and recoveries must then be equal row by
row. Figures are printed and kept as ``pull-SUITE.json`` in ``var/accept``. ``STEMMA_PULL_SUITES`` (default
``mini,derive``) names the suites.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.outside import Outside, caller, done, launched, prepared
from tests.acceptance.served import ROOT, Served, until

SUITES = os.environ.get("STEMMA_PULL_SUITES", "mini,derive").split(",")
#: Seconds within which a suite is walked from outside, read and diagnosed, on two cores.
WITHIN = 900
KINDS = ("answers", "diagnoses", "nodes", "recoveries", "checkpoints")
#: Clients that walk at once.
CLIENTS = ("first", "second")
#: What names a row or tells the time; all else of two walks is equal.
OWN = {"answer_id", "diagnosis_id", "system", "created_at", "seconds"}


@pytest.fixture(scope="module")
def lead(place: Served) -> Outside:
    prepared(place)
    return caller(place, "caller-lead")


@pytest.fixture(scope="module")
def submitter(place: Served, lead: Outside) -> Outside:
    return caller(place, "caller-lead", "submit")


@pytest.fixture(scope="module", params=SUITES)
def suite(request: pytest.FixtureRequest, lead: Outside) -> str:
    if request.param == "derive":
        request.getfixturevalue("derive")
    return str(request.param)


@pytest.fixture(scope="module")
def native(request: pytest.FixtureRequest, place: Served, suite: str) -> dict[str, Any]:
    """BM25 in our own process, with everything."""
    if suite == "derive":
        found: dict[str, Any] = request.getfixturevalue("bm25_over_derive")
        return found
    return launched(place, suite, "bm25", "--part", "all", "--wait")


@pytest.fixture(scope="module")
def replayed(
    place: Served,
    lead: Outside,
    submitter: Outside,
    suite: str,
    native: dict[str, Any],
    tmp_path_factory: Any,
) -> dict[str, Any]:
    """The same by a client that calls us and is killed at half."""
    folder: Path = tmp_path_factory.mktemp(suite)
    contexts = lead.export(native["run"], "contexts", folder / "contexts.jsonl")
    wanted = len(rows_of(contexts))
    place.python("manage.py", "sut", "register", "replayer", "--adapter", "pull")
    run = launched(place, suite, "replayer", "--part", "all")["run"]
    started = time.monotonic()
    first = submitter.client("pull_replay.py", str(contexts), run=run)
    until(
        lambda: handed(lead, run) >= 0.5 or first.poll() is not None,
        seconds=WITHIN,
        what="half is handed over",
    )
    first.kill()
    said, _ = first.communicate()
    assert first.returncode == -9, said
    before = kept(place, run)
    done(submitter.client("pull_replay.py", str(contexts), run=run), seconds=WITHIN)
    walked = time.monotonic() - started
    until(lambda: lead.get(f"runs/{run}/")["status"] == "done", seconds=WITHIN, what="all is read")
    found = {
        "suite": suite,
        "run": run,
        "contexts": wanted,
        "at_the_kill": len(before),
        "walked_seconds": round(walked, 1),
        "seconds": round(time.monotonic() - started, 1),
        "contexts_a_second": round(wanted / walked, 1),
    }
    write(f"pull-{suite}", found)
    return {**found, "before": before, "after": kept(place, run), "folder": folder}


def kept(place: Served, run: int) -> list[list[Any]]:
    """Row and time of each stored context."""
    found: list[list[Any]] = json.loads(place.script("contexts_kept", str(run)))
    return found


def handed(lead: Outside, run: int) -> float:
    """The share of records that a client has taken."""
    lines = lead.get(f"runs/{run}/")["progress"]["clients"]
    return sum(line["handed"] for line in lines) / max(1, sum(line["records"] for line in lines))


def rows_of(file: Path) -> list[dict[str, Any]]:
    """The rows of an export."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def without_own(row: dict[str, Any]) -> str:
    """A row but for what is its own, as a text to compare. What was said speaks of records by names that are
    drawn anew for each walk; they stand beside it by their own."""
    told = {key: cell for key, cell in row.items() if key not in OWN}
    if "raw" in told:
        told["raw"] = json.loads(told["raw"] or "{}").get("answer")
    return json.dumps(told, sort_keys=True)


def write(name: str, found: dict[str, Any]) -> None:
    """Print figures and keep them."""
    folder = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found, indent=1)
    (folder / f"{name}.json").write_text(text + "\n")
    print(text)


def test_it_ends_within_a_quarter_of_an_hour(replayed: dict[str, Any]) -> None:
    assert replayed["seconds"] < WITHIN, replayed


def test_nothing_doubles_when_it_is_killed(replayed: dict[str, Any]) -> None:
    before, after = replayed["before"], replayed["after"]
    assert 0 < len(before) < len(after) == replayed["contexts"], (len(before), len(after))
    assert after[: len(before)] == before, "a context was stored anew"


@pytest.mark.parametrize("kind", KINDS)
def test_it_comes_to_the_same(
    kind: str, lead: Outside, native: dict[str, Any], replayed: dict[str, Any]
) -> None:
    files = [
        lead.export(run, kind, replayed["folder"] / f"{kind}-{run}.jsonl")
        for run in (native["run"], replayed["run"])
    ]
    ours, theirs = ([without_own(row) for row in rows_of(file)] for file in files)
    print(f"{replayed['suite']}: {len(ours)} {kind}")
    missing, more = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
    assert (list(missing), list(more)) == ([], [])
    assert ours or kind == "checkpoints"


def test_nothing_behind_an_unanswered_question_is_given(place: Served, submitter: Outside) -> None:
    place.python("manage.py", "sut", "register", "asker", "--adapter", "pull")
    run = f"runs/{launched(place, 'mini', 'asker')['run']}"
    lease = submitter.call("POST", f"{run}/claim/", {"client": "asker"}).body["lease"]
    records, given = 0, submitter.get(f"{run}/items/", lease=lease, after=0)
    while (last := given["items"][-1])["type"] != "query":
        records += sum(len(item.get("events", ())) for item in given["items"])
        given = submitter.get(f"{run}/items/", lease=lease, after=given["cursor"])
    assert records > 0
    for _ in range(2):
        again = submitter.get(f"{run}/items/", lease=lease, after=given["cursor"])
        assert again["items"] == [last]
    ahead = submitter.call("GET", f"{run}/items/", lease=lease, after=given["cursor"] + 1)
    assert (ahead.status, ahead.body["code"]) == (422, "cursor_ahead")
    every = submitter.get(f"{run}/items/", lease=lease, after=0, limit=1000)
    assert sum(len(item.get("events", ())) for item in every["items"]) == records
    assert submitter.call("POST", f"{run}/release/", {"lease": lease}).status == 204


def test_bm25_of_ones_own_is_scored_and_diagnosed(place: Served, lead: Outside, submitter: Outside) -> None:
    place.python("manage.py", "sut", "register", "own-bm25", "--adapter", "pull", "--k", "20")
    run = launched(place, "mini", "own-bm25", "--part", "probes")["run"]
    done(submitter.client("pull_bm25.py", run=run), seconds=WITHIN)
    until(lambda: lead.get(f"runs/{run}/")["status"] == "done", seconds=WITHIN, what="all is read")
    (line,) = lead.get(f"runs/{run}/")["results"]
    (diagnosis,) = lead.get(f"runs/{run}/diagnosis/")["lines"]
    write("pull-own-bm25", {"results": line, "right": diagnosis["right"], "by_class": diagnosis["by_class"]})
    assert line["n"] == line["asked"] > 0
    assert 0 < line["ansacc_correct"] < line["n"]
    assert diagnosis["wrong"] > 0
    assert diagnosis["frontier_nodes"] >= diagnosis["wrong"]
