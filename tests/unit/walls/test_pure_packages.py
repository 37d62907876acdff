"""PURE packages load no Django, read no clock and roll no global dice."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.walls import rooms

PROBE = """
import importlib, json, sys
loaded = {}
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
    culprits = sorted(m for m in sys.modules if m.split(".")[0] in ("django", "psycopg", "rest_framework"))
    if culprits:
        loaded[name] = culprits[:3]
        break
print(json.dumps(loaded))
"""
CLOCKS = {
    ("datetime", "now"),
    ("datetime", "today"),
    ("datetime", "utcnow"),
    ("date", "today"),
    ("time", "time"),
    ("timezone", "now"),
    ("uuid", "uuid4"),
    ("random", "random"),
    ("random", "choice"),
    ("random", "shuffle"),
    ("random", "randint"),
    ("random", "sample"),
    ("os", "environ"),
}
"""(name, attribute) pairs that make a result depend on more than its arguments."""


def pure_modules() -> list[str]:
    """All modules of the pure packages that are built."""
    return [name for package in rooms.PURE for name in rooms.modules_of(package)]


def pure_files() -> list[Path]:
    """Their source files."""
    prefixes = tuple(f"{package}." for package in rooms.PURE)
    files = rooms.python_files(*rooms.ROOMS)
    return [
        p for p in files if rooms.module_name(p) in rooms.PURE or rooms.module_name(p).startswith(prefixes)
    ]


def test_a_fresh_interpreter_loads_no_django_with_the_pure_packages() -> None:
    names = pure_modules()
    assert set(rooms.BUILT) <= set(names)
    done = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(names)],
        cwd=rooms.ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {}, "a pure module (left) loads these modules (right)"


def test_the_probe_sees_django_where_it_is_loaded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(["benchmark.settings.environment"])],
        cwd=rooms.ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "django" in json.loads(done.stdout)["benchmark.settings.environment"]


@pytest.mark.parametrize("path", pure_files(), ids=rooms.module_name)
def test_pure_code_takes_time_and_chance_as_arguments(path: Path) -> None:
    tree = ast.parse(path.read_text())
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    found = [
        f"line {node.lineno}: {node.value.id}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in imported
        and (node.value.id, node.attr) in CLOCKS
    ]
    assert found == []
