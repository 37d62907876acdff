"""The lock of a server: one holds it, and looking whether one does changes and disturbs nothing."""

from __future__ import annotations

import fcntl
import os
import threading
from pathlib import Path

import pytest

from benchmark.floor.jobs import processes


def test_looking_leaves_what_a_killed_server_left_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / processes.LOCK
    assert not processes.is_served(tmp_path)
    assert not file.exists(), "looking makes no file either"
    file.write_text("123456")
    assert not processes.is_served(tmp_path)
    assert not processes.stop(tmp_path)
    assert file.read_text() == "123456"


def test_one_server_holds_the_lock_and_is_named(tmp_path: Path) -> None:
    with processes.lock(tmp_path):
        for _ in range(2):
            assert processes.is_served(tmp_path)
            assert (tmp_path / processes.LOCK).read_text() == str(os.getpid())
        with (
            pytest.raises(processes.AlreadyServingError, match=f"process {os.getpid()}"),
            processes.lock(tmp_path),
        ):
            pass
        assert (tmp_path / processes.LOCK).read_text() == str(os.getpid())
    assert not processes.is_served(tmp_path)
    assert (tmp_path / processes.LOCK).read_text() == ""


def test_a_server_starts_while_somebody_looks(tmp_path: Path) -> None:
    with (tmp_path / processes.LOCK).open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_SH)
        assert not processes.is_served(tmp_path), "two may look at once"
        leave = threading.Timer(0.1, fcntl.flock, (handle, fcntl.LOCK_UN))
        leave.start()
        with processes.lock(tmp_path):
            assert processes.is_served(tmp_path)
        leave.join()
