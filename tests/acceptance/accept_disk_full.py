"""Full disks, real ones: of exports, then of Postgres. The reason is shown, nothing is half stored, and work
goes on when there is room."""

from __future__ import annotations

import contextlib
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance import fault_table
from tests.acceptance.fault_table import Fault
from tests.acceptance.served import Served, removed, until
from tests.acceptance.small_disks import filled, small_disk
from tests.acceptance.watched import Watched, answers, figures, rows

QUESTIONS = 30


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    folder = Path(tempfile.mkdtemp(prefix="stemma-accept-"))
    folder.chmod(0o755)
    with contextlib.ExitStack() as stack:
        stack.enter_context(removed(folder))
        stack.enter_context(small_disk(folder / "exports", 12))
        stack.enter_context(small_disk(folder / "postgres", 300))
        found = Served(folder, {"STEMMA_API_RATES": '{"read": "", "anonymous": ""}'})
        stack.callback(found.stop)
        found.start()
        until(lambda: answers(found), seconds=120, what="it serves")
        yield found


def test_an_export_without_room_fails_with_the_reason_and_leaves_nothing(served: Served) -> None:
    run = served.launch("calm", sleep=0.0, questions=QUESTIONS)
    seen = Watched.of(served, run)
    until(lambda: seen.status() == "done", seconds=180, what="the run ends")

    def ended() -> dict[str, str]:
        asked = seen.who.call("POST", f"runs/{run}/exports/", {"kind": "contexts", "format": "jsonl"})
        assert asked.status == 202, asked
        place = f"runs/{run}/exports/{asked.body['id']}/"
        until(lambda: seen.who.get(place)["status"] in ("done", "failed"), seconds=120, what="it ends")
        found: dict[str, str] = seen.who.get(place)
        return found

    began = time.monotonic()
    with filled(served.var / "exports"):
        failed = ended()
        told = time.monotonic() - began
        left = [path.name for path in (served.var / "exports").iterdir() if "ballast" not in path.name]
    assert failed["status"] == "failed"
    assert "The disk of exports is full" in failed["message"]
    assert left == []
    assert ended()["status"] == "done"
    fault_table.note(Fault("the disk of exports full", 1, 0, 0, 0, told, None, failed["message"]))


def test_a_full_disk_of_postgres_stops_runs_with_the_reason_until_there_is_room(served: Served) -> None:
    run = served.launch("full", sleep=1.0, questions=QUESTIONS)
    seen = Watched.of(served, run)
    until(lambda: seen.done() > 4, seconds=120, what="the run works")
    began, told, reads = time.monotonic(), None, []
    with filled(served.var / "postgres"):
        before = seen.done()
        while time.monotonic() - began < 60:
            if told is None and seen.shown() in ("is full", "does not answer"):
                told = time.monotonic() - began
            reads.append(seen.who.call("GET", f"runs/{run}/").status)
            time.sleep(2)
        write = seen.who.call("POST", f"runs/{run}/exports/", {"kind": "results", "format": "jsonl"})
    after, _, _ = seen.until_it_goes_on(
        from_count=max(before, 0), since="", seconds=150, also=lambda: answers(served)
    )
    until(lambda: seen.status() == "done", seconds=180, what="the run ends")
    calm = 1
    wanted, got = rows(served, calm), rows(served, run)
    lost, doubled = sum((wanted - got).values()), sum((got - wanted).values())
    put = Counter(served.asked("full"))
    fault_table.note(
        Fault("the disk of Postgres full for a minute", 1, lost, doubled, sum(put.values()) - len(put), told,
              after, f"the disk is full; reads answered {Counter(reads)}, a write {write.status}")
    )  # fmt: skip
    assert (lost, doubled) == (0, 0)
    assert told is not None
    assert told <= 60
    assert set(reads) <= {200, 503}, "never a fault of ours"
    assert write.status in (202, 503), write
    assert after <= 60
    assert figures(served, run) == figures(served, calm)
