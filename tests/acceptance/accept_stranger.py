"""A stranger's path: from a fresh clone, by README and manual alone, to the failure card of an own system.

The lines are read out of ``README.md``, ``quick_start.md`` and ``add_a_system.md`` of the clone, in their
order; nothing is retyped here. Seconds and the head of each output are printed and kept as ``stranger.json``
in ``var/accept``. A step that fails, or that does not print what its page shows, fails the check.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.acceptance.served import ROOT, until
from tests.acceptance.terminal import Terminal, missing, outside
from tests.factories import curl_lines
from tests.factories.doc_blocks import Block, blocks

README, QUICK_START, ADD = "README.md", "docs/quick_start.md", "docs/add_a_system.md"
#: Seconds to the table and the served page, the second time without serving, and for a system in one file.
FIRST_WITHIN, AGAIN_WITHIN, FILE_WITHIN = 180.0, 10.0, 60.0
MOST_LINES = 30
SYSTEMS = ("no_memory", "bm25", "dense", "full_history", "supporting_events")
KEPT = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "accept"


@pytest.fixture
def clone() -> Iterator[Path]:
    """A clone in a folder that the server's user can reach, removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="stemma-stranger-", dir="/tmp"))
    folder.chmod(0o755)
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder / "stemma")], check=True)
    yield folder / "stemma"
    subprocess.run(["make", "-s", "stop"], cwd=folder / "stemma", env=outside(), check=False)
    shutil.rmtree(folder)


def line_of(page: str, clone: Path, begins: str) -> str:
    """The line of a page that begins so, without what it says behind ``#``."""
    found = (line for block in blocks(page, clone) for line in block.text.splitlines())
    return next(line for line in found if line.startswith(begins)).partition("#")[0].strip()


@contextmanager
def first_terminal(clone: Path, command: str, port: int, says: Path) -> Iterator[subprocess.Popen[bytes]]:
    """``make run`` in a terminal of its own, with another port than the usual one; Ctrl-C ends it."""
    with says.open("wb") as log:
        process = subprocess.Popen(
            [*command.split(), f"QUICKSTART_ARGS=--port {port}"],
            cwd=clone,
            env=outside(),
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(timeout=60)


def opened(address: str) -> str:
    """A page, as a browser without a session gets it; empty while nothing answers."""
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return str(answer.read().decode())
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return ""


def typed(terminal: Terminal, page: str, found: list[Block]) -> None:
    """Type the blocks of a page; what it shows as Python is written where its next block runs it."""
    for block, after in zip(found, [*found[1:], None], strict=True):
        if block.kind == "python":
            assert len(block.text.splitlines()) <= MOST_LINES, f"{page}:{block.line}"
            (terminal.folder / "var" / "mine").mkdir(parents=True)
            (terminal.folder / "var" / "mine" / "mine.py").write_text(block.text, encoding="utf-8")
        if block.kind != "sh":
            continue
        says = after.text.splitlines() if after is not None and after.kind == "output" else []
        lines = block.text.splitlines()
        if says and len(lines) > 1:
            said = "\n".join(terminal.type(page, block.line + at, line) for at, line in enumerate(lines, 1))
            assert not (lost := missing(said, says)), f"{page}:{block.line} lacks {lost!r}:\n{said}"
        else:
            for at, line in enumerate(lines, 1):
                terminal.type(page, block.line + at, line, says=says, within=60)


def test_a_stranger_comes_to_the_card_of_an_own_system(clone: Path, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = outside()
    if shutil.which("curl") is None:
        env["PATH"] = f"{curl_lines.installed(tmp_path)}:{env['PATH']}"
    log = tmp_path / "first-terminal"
    began = time.monotonic()
    start = line_of(README, clone, "make run")
    assert start == line_of(QUICK_START, clone, "make run")
    terminal = Terminal(clone, env, f"http://127.0.0.1:{port}")
    try:
        with first_terminal(clone, start, port, log) as process:
            until(
                lambda: process.poll() is not None or opened(f"{terminal.address}/healthz"),
                seconds=4 * FIRST_WITHIN,
                what="the page is served",
            )
            first = time.monotonic() - began
            table = log.read_text(encoding="utf-8")
            assert [name for name in SYSTEMS if name not in table] == [], table
            for page in ("/", "/docs/", "/docs/quick_start/", "/docs/add_a_system/"):
                assert "</html>" in opened(f"{terminal.address}{page}"), page
            typed(terminal, QUICK_START, [one for one in blocks(QUICK_START, clone) if not _make(one)])
            typed(terminal, ADD, blocks(ADD, clone))
            again = terminal.type(README, 0, f"{start} QUICKSTART_ARGS=--no-serve")
        stop = line_of(QUICK_START, clone, "make stop")
        terminal.type(QUICK_START, 0, stop)
    finally:
        terminal.close()
        terminal.keep(KEPT / "stranger.json")
    assert [name for name in SYSTEMS if name not in again] == [], again
    seconds = {step.command: step.seconds for step in terminal.steps}
    figures = {
        "served_after": round(first, 1),
        "again": seconds[f"{start} QUICKSTART_ARGS=--no-serve"],
        "one_file": seconds["python var/mine/mine.py"],
        "whole_path": round(time.monotonic() - began, 1),
    }
    (KEPT / "stranger-figures.json").write_text(json.dumps(figures) + "\n", encoding="utf-8")
    print(json.dumps(figures))
    assert "Failure card" in (clone / "card.html").read_text(encoding="utf-8")
    (mine,) = (step for step in terminal.steps if step.command == "python var/mine/mine.py")
    assert '"suite": "worked-example"' in "\n".join(mine.output)
    assert figures["served_after"] <= FIRST_WITHIN, figures
    assert figures["again"] <= AGAIN_WITHIN, figures
    assert figures["one_file"] <= FILE_WITHIN, figures


def _make(block: Block) -> bool:
    """Blocks of the first terminal, and of the end."""
    return block.text.startswith("make ")
