"""Full disks, real ones: of exports, then of Postgres. The reason is shown, nothing is half stored, and work
goes on when there is room."""

from __future__ import annotations

import contextlib
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance import fault_table
from tests.acceptance.content import NONE, compared
from tests.acceptance.fault_table import Fault
from tests.acceptance.outside import Reply
from tests.acceptance.served import Served, removed, until
from tests.acceptance.small_disks import filled, small_disk
from tests.acceptance.watched import Watched, answers, figures

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


@pytest.fixture(scope="module")
def calm(served: Served) -> Watched:
    """A run that ended before any disk was full."""
    seen = Watched.of(served, served.launch("calm", sleep=0.0, questions=QUESTIONS), "calm")
    until(lambda: seen.status() == "done", seconds=180, what="the run ends")
    assert seen.rows().total() == 2 * QUESTIONS
    return seen


def test_an_export_without_room_fails_with_the_reason_and_leaves_nothing(
    served: Served, calm: Watched
) -> None:
    run, seen = calm.run, calm

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


def large(seen: Watched, name: str) -> Reply:
    """A write that no page of a table has room for."""
    script = [{"reply": secrets.token_hex(100_000)}]
    body = {"name": name, "adapter": "scripted", "config": {"script": script}}
    return seen.who.call("POST", "systems/", body)


def test_a_full_disk_of_postgres_stops_runs_with_the_reason_until_there_is_room(
    served: Served, calm: Watched
) -> None:
    seen = Watched.of(served, served.launch("full", sleep=1.0, questions=QUESTIONS), "full")
    until(lambda: seen.done() > 4, seconds=120, what="the run works")
    stored, began, told, reads = seen.done(), time.monotonic(), None, []
    with filled(served.var / "postgres"):
        while time.monotonic() - began < 60:
            stored = max(stored, seen.done())
            if told is None and "is full" in seen.shown():
                told = time.monotonic() - began
            reads.append(seen.who.call("GET", f"runs/{seen.run}/").status)
            time.sleep(2)
        refused = large(seen, "large")
    after, _, _ = seen.until_it_goes_on(
        from_count=stored, since="", seconds=150, also=lambda: answers(served)
    )
    kept = seen.who.call("GET", "systems/large/").status
    taken = large(seen, "large").status
    until(lambda: seen.status() == "done", seconds=180, what="the run ends")
    damage, put = compared(calm.rows(), seen.rows()), served.asked("full")
    fault_table.note(
        Fault("the disk of Postgres full for a minute", 1, damage.lost, damage.doubled,
              len(put) - len(set(put)), told, after,
              f"is full; reads answered {dict(Counter(reads))}, a write {refused.status} "
              f"{refused.body.get('code', '')}, and {taken} when there was room")
    )  # fmt: skip
    assert damage == NONE
    assert told is not None
    assert told <= 60
    assert set(reads) == {200}, "what is there can be read"
    assert (refused.status, refused.body["code"]) == (503, "disk_full")
    assert (kept, taken) == (404, 201), "nothing half stored"
    assert after <= 60
    assert figures(served, seen.run) == figures(served, calm.run)


def test_postgres_ended_by_a_full_disk_is_named_and_comes_back_when_there_is_room(
    served: Served, calm: Watched
) -> None:
    seen = Watched.of(served, served.launch("ended", sleep=1.0, questions=QUESTIONS), "ended")
    until(lambda: seen.done() > 4, seconds=120, what="the run works")
    stored, began, told, well, gone = seen.done(), time.monotonic(), None, [], 0
    with filled(served.var / "postgres"):
        # its log needs another file, for which there is no room: it stops, and every connection with it
        assert seen.row("SELECT pg_logical_emit_message(false, 'log', repeat('x', 40000000))") is None
        while time.monotonic() - began < 60:
            stored = max(stored, seen.done())
            if told is None and "is full" in seen.shown():
                told = time.monotonic() - began
            well.append(answers(served))
            time.sleep(2)
            gone += seen.done() == -1
    after, _, _ = seen.until_it_goes_on(
        from_count=stored, since="", seconds=150, also=lambda: answers(served)
    )
    until(lambda: seen.status() == "done", seconds=180, what="the run ends")
    damage, put = compared(calm.rows(), seen.rows()), served.asked("ended")
    fault_table.note(
        Fault("Postgres ended by its full disk, a minute", 1, damage.lost, damage.doubled,
              len(put) - len(set(put)), told, after, f"503: is full; away at {gone} of {len(well)} looks")
    )  # fmt: skip
    assert damage == NONE
    assert told is not None
    assert told <= 60
    assert gone, "or nothing ended it"
    assert all(well), "healthz answers throughout"
    assert after <= 60
    assert figures(served, seen.run) == figures(served, calm.run)
