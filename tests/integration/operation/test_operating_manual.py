"""docs/operating.md names every setting there is, and no other; what it shows works."""

from __future__ import annotations

import re

from benchmark.services.purge_kinds import KINDS
from tests.factories import manuals
from tests.unit.walls.rooms import ROOT

OF_TESTS = {"PYTEST_XDIST_WORKER"}
READ_ELSEWHERE = {"DJANGO_SETTINGS_MODULE"}
"""By Django itself."""
_READ = re.compile(
    r"""(?:environment\.\w+|\btext|\bwhole|os\.environ(?:\.get)?)\s*[\[(]\s*["']([A-Z_]+)["']"""
)
_LINE = re.compile(r"^\| `([A-Z_]+)` \| .+ \| .+ \|$", re.MULTILINE)


def read() -> set[str]:
    """The names of the variables that the settings read."""
    files = sorted((ROOT / "benchmark" / "settings").glob("*.py"))
    found = {name for path in files for name in _READ.findall(path.read_text(encoding="utf-8"))}
    return found - OF_TESTS


def test_each_variable_that_is_read_has_a_line_and_each_line_is_read() -> None:
    names = read()
    assert {"PUBLIC_URL", "DATABASE_URL", "SECRET_KEY", "STEMMA_PUSH_ALLOW", "STEMMA_LOG_FORMAT"} <= names
    assert set(_LINE.findall(manuals.text("operating.md"))) == names | READ_ELSEWHERE


def test_the_environment_of_the_manual_is_one_of_settings_that_exist() -> None:
    (block,) = [
        text
        for text in re.findall(r"^```ini\n(.*?)^```$", manuals.text("operating.md"), re.MULTILINE | re.DOTALL)
        if "DATABASE_URL=" in text
    ]
    assert set(re.findall(r"^([A-Z_]+)=", block, re.MULTILINE)) <= read() | READ_ELSEWHERE


def test_the_kinds_of_the_manual_are_those_of_purge() -> None:
    named = re.search(r"Kinds: ([a-z, ]+)\.", manuals.text("operating.md"))
    assert named is not None
    assert named[1].split(", ") == list(KINDS)
