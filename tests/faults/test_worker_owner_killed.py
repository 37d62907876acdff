"""A server that is killed leaves no system running: its worker's whole group ends by itself (ADR 29)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

SOURCE = '''
import pathlib, subprocess, sys, time

class System:
    """Hangs in a call, with a program that it started."""

    def __init__(self, *, config, hint, folder):
        self.folder = folder

    def ingest(self, events):
        pass

    def query(self, question):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        pathlib.Path(self.folder, "grandchild").write_text(str(child.pid))
        time.sleep(600)
'''
LIMIT = 60.0
"""Seconds to wait for what takes one or two on a machine that has nothing else to do."""


def test_the_group_of_a_worker_ends_when_its_server_is_killed(tmp_path: Path) -> None:
    (tmp_path / "adapter.py").write_text(SOURCE)
    command = [sys.executable, "-m", "tests.faults.worker_owner", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        child = json.loads(owner.stdout.readline())["child"]
        noted = tmp_path / "grandchild"
        wait_for(lambda: noted.exists() and noted.read_text() != "")
        kin = [child, int(noted.read_text())]
        try:
            assert all(map(runs, kin))
            assert os.getpgid(kin[1]) == child
            owner.send_signal(signal.SIGKILL)
            owner.wait(timeout=LIMIT)
            wait_for(lambda: not any(map(runs, kin)))
        finally:
            for pid in filter(runs, kin):
                os.kill(pid, signal.SIGKILL)


def runs(pid: int) -> bool:
    """Whether it lives; what is dead and only waits to be collected does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_for(condition: object) -> None:
    assert callable(condition)
    until = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.1)
