"""``docs/diagnosis.md``: its commands run and print what it says; its tables name what is there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import call_command

from benchmark.models import Answer, Run
from benchmark.oracles.misreadings import MISREADINGS
from benchmark.services import systems
from benchmark.services.oracle_systems import ORACLES
from probes.models import Dimension, FailureClass
from tests.unit.walls.rooms import ROOT

pytestmark = pytest.mark.django_db

PAGE = (ROOT / "docs" / "diagnosis.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?P<kind>sh|output)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "…"


@dataclass(frozen=True)
class Block:
    kind: str
    lines: tuple[str, ...]


def blocks() -> Iterator[Block]:
    for match in BLOCK.finditer(PAGE):
        yield Block(match["kind"], tuple(match["text"].splitlines()))


def filled(command: str) -> list[str]:
    """The words of a command, with the numbers that a reader would fill in."""
    numbers = {}
    if "RUN" in command:
        numbers["RUN"] = Run.objects.latest("pk").pk
    if "ANSWER" in command:
        wrong = Answer.objects.filter(correct=False, diagnosis__isnull=False)
        numbers["ANSWER"] = wrong.latest("pk").pk
    for name, number in numbers.items():
        command = command.replace(name, str(number))
    return shlex.split(command)


def holds_in_order(printed: list[str], said: tuple[str, ...]) -> str:
    """The first line of the page that was not printed after the one before it; empty if all were."""
    lines = iter(printed)
    return next((one for one in said if one != LEFT_OUT and one not in lines), "")


def test_every_command_runs_and_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)
    systems.register_all()
    printed: list[str] = []
    ran = compared = 0
    for block in blocks():
        if block.kind == "output":
            assert not (missing := holds_in_order(printed, block.lines)), missing
            compared += 1
            continue
        printed = []
        for command in block.lines:
            program, *words = filled(command)
            assert program == "manage.py"
            capsys.readouterr()
            call_command(*words)
            printed += [line.rstrip() for line in capsys.readouterr().out.splitlines()]
            ran += 1
    assert (ran, compared) == (10, 3)
    assert "Failure card" in (tmp_path / "card.html").read_text(encoding="utf-8")


def test_a_line_that_was_not_printed_is_found() -> None:
    assert holds_in_order(["a", "b", "c"], ("a", LEFT_OUT, "c")) == ""
    assert holds_in_order(["a", "b", "c"], ("c", "a")) == "a"


def test_the_tables_name_all_classes_dimensions_and_faults() -> None:
    for failure in FailureClass.values:
        assert f"\n| {failure} |" in PAGE
    for title in Dimension.labels:
        assert f"**{title}**" in PAGE
    bad = {name for name in ORACLES if name != "supporting_events"}
    assert set(MISREADINGS) <= bad
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == bad
