"""The test system that records what it was shown and fails by script."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sut_adapters.base import AskedQuestion, ContextItem, EventRecord, InfrastructureError, SystemFailedError
from sut_adapters.native.scripted import Scripted

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
RECORDS = [EventRecord(f"r{day}", START + timedelta(days=day), f"Record {day}.") for day in range(1, 6)]


def made(**config: object) -> Scripted:
    return Scripted(config=config, store_key="s")


def ask(text: str = "q0", *, day: int = 400) -> AskedQuestion:
    return AskedQuestion(text, START + timedelta(days=day), 10_000)


def test_scripted_records_what_it_was_shown_before_each_question(tmp_path: Path) -> None:
    path = tmp_path / "seen.jsonl"
    adapter = made(log=str(path))
    adapter.ingest(RECORDS[:2])
    adapter.retrieve(ask("q1", day=2))
    adapter.ingest(RECORDS[2:])
    adapter.retrieve(ask("q2", day=9))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["op"] for line in lines] == ["ingested", "asked", "ingested", "asked"]
    assert lines[0]["ids"] == ["r1", "r2"]
    assert (lines[1]["question"], lines[1]["shown"]) == ("q1", ["r1", "r2"])
    assert lines[1]["latest"] <= lines[1]["cutoff"]
    assert lines[3]["shown"] == [item.id for item in RECORDS]


def test_scripted_fails_waits_and_recovers_by_script_across_processes(tmp_path: Path) -> None:
    config: dict[str, object] = {
        "log": str(tmp_path / "log.jsonl"),
        "script": [
            {"match": "q3", "raise": "broken"},
            {"match": "q5", "reply": "A_5", "limit": {"times": 2, "retry_after": 1}},
            {"match": "q8", "limit": {"retry_after": 1}},
        ],
    }
    with pytest.raises(SystemFailedError, match="broken"):
        made(**config).retrieve(ask("q3"))
    for _ in range(2):  # each time in a new instance, as after a death of the worker
        with pytest.raises(InfrastructureError) as caught:
            made(**config).retrieve(ask("q5"))
        assert caught.value.retry_after == 1
    assert made(**config).retrieve(ask("q5")).items == (ContextItem("A_5"),)
    for _ in range(3):
        with pytest.raises(InfrastructureError):
            made(**config).retrieve(ask("q8"))


def test_scripted_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    adapter = made(script=[{"match": "*", "sleep": 0.25}])
    monkeypatch.setattr(adapter.script, "_wait", slept.append)
    adapter.retrieve(ask())
    assert slept == [0.25]
