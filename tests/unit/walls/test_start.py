"""What every process pays for when it starts: no library that only some of them need."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.unit.walls import rooms

PROBE = """
import importlib, json, sys
import django
django.setup()
for name in sys.argv[1:]:
    importlib.import_module(name)
heavy = ("scipy", "pyarrow", "pandas", "onnxruntime", "langchain", "langchain_openai", "junitparser", "bm25s")
print(json.dumps([name for name in heavy if name in sys.modules]))
"""


def loaded(*names: str) -> list[str]:
    """The heavy libraries that a fresh process holds once Django and these modules are loaded."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *names],
        cwd=rooms.ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "benchmark.settings.testing"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


def test_neither_commands_nor_pages_load_what_only_some_need() -> None:
    assert loaded("benchmark.urls", "benchmark.services.exporting") == []


def test_the_probe_sees_one_that_is_loaded() -> None:
    assert "pyarrow" in loaded("benchmark.services.parquet_files")
