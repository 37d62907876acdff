"""The child of the worker tier as a real process: lines, noise, errors by kind, deadlines, death, kin."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from sut_adapters.base import InfrastructureError, MisconfiguredError, SystemFailedError
from sut_adapters.worker import serve, users
from sut_adapters.worker.isolation import Isolation, environment
from sut_adapters.worker.process import MOST_BYTES, Process

SYSTEM = '''
import os, resource, socket, subprocess, sys, time

class Odd:
    """Does at each question what its words say."""
    name, version, capabilities = "odd", "3", {"as_of": True}

    def __init__(self, *, config, hint, folder):
        self.folder = folder

    def ingest(self, events):
        print("noise on standard output", events)

    def query(self, question):
        return getattr(self, question["text"])()

    def fine(self):
        os.write(1, b'{"n": 2, "result": "a forged reply"}\\n')
        subprocess.run([sys.executable, "-c", "print('a child prints too')"])
        return {"read": sys.stdin.read(), "items": []}

    def hang(self):
        one = subprocess.Popen(["sleep", "300"])
        two = subprocess.Popen(["sleep", "300"], start_new_session=True)
        with open("kin", "w") as kin:
            kin.write(f"{one.pid} {two.pid}")
        time.sleep(300)

    def crash(self):
        sys.stderr.write("the last words")
        sys.stderr.flush()
        os._exit(7)

    def leave(self):
        raise SystemExit("enough")

    def later(self):
        raise TimeoutError("the model is busy")

    def big(self):
        return "x" * (9 * 1024 * 1024)

    def odd(self):
        return {1, 2}

    def greedy(self):
        return len(bytearray(3 * 1024 ** 3))

    def call(self):
        socket.create_connection(("127.0.0.1", 9))

    def where(self):
        return {
            "cwd": os.getcwd(),
            "environ": dict(os.environ),
            "argv": sys.argv,
            "files": sorted(os.listdir("/proc/self/fd")),
            "group": os.getpgid(0),
            "pid": os.getpid(),
            "open_files": resource.getrlimit(resource.RLIMIT_NOFILE)[0],
        }
'''
Start = Callable[..., Process]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    (tmp_path / "odd.py").write_text(SYSTEM)
    made: list[Process] = []

    def started(**limits: int) -> Process:
        program = [sys.executable, "-I", serve.__file__, str(tmp_path), "odd:Odd", json.dumps(limits)]
        ours = {"DATABASE_URL": "postgresql://secret", "LANG": "C.UTF-8", "STEMMA_TOKEN": "stm_secret"}
        env = environment({"TELEMETRY": "0"}, home=tmp_path, ours=ours)
        made.append(Process(program, folder=tmp_path, env=env, user={}))
        made[-1].call("open", {"config": {}, "hint": None, "folder": str(tmp_path)}, timeout=20)
        return made[-1]

    yield started
    for process in made:
        process.end()
        assert not psutil.pid_exists(process.pid)


def ask(process: Process, what: str, timeout: float = 20) -> object:
    return process.call("query", {"text": what}, timeout=timeout)


def test_what_it_prints_does_no_harm_and_is_kept(start: Start) -> None:
    process = start()
    assert process.call("ingest", {"events": ["one"]}, timeout=20) is None
    assert ask(process, "fine") == {"read": "", "items": []}
    assert "noise on standard output ['one']" in process.said()
    assert "a child prints too" in process.said()
    assert process.call("hello", {}, timeout=20) == {
        "name": "odd",
        "version": "3",
        "capabilities": {"as_of": True},
    }
    assert process.call("checkpoint", {}, timeout=20) is None


@pytest.mark.parametrize(
    ("what", "kind", "words"),
    [
        ("leave", SystemFailedError, "SystemExit: enough"),
        ("later", InfrastructureError, "the model is busy"),
        ("missing", SystemFailedError, "AttributeError"),
        ("odd", SystemFailedError, "not JSON serializable"),
        ("call", SystemFailedError, "reaches no network"),
    ],
)
def test_its_errors_are_of_a_kind_and_it_goes_on(
    start: Start, what: str, kind: type[Exception], words: str
) -> None:
    process = start()
    with pytest.raises(kind, match=words):
        ask(process, what)
    assert process.alive
    assert ask(process, "fine") == {"read": "", "items": []}


def test_a_call_that_hangs_is_named_and_ends_with_all_its_kin(start: Start, tmp_path: Path) -> None:
    process = start()
    started = time.monotonic()
    with pytest.raises(InfrastructureError, match=r"query took longer than 1\.5 s"):
        ask(process, "hang", timeout=1.5)
    assert time.monotonic() - started < 10
    assert not process.alive
    kin = [int(pid) for pid in (tmp_path / "kin").read_text().split()]
    assert len(kin) == 2
    deadline = time.monotonic() + 10  # a signal that was sent takes a moment to arrive
    while any(map(lives, kin)):
        assert time.monotonic() < deadline, f"of {kin} some live on"
        time.sleep(0.02)


def lives(pid: int) -> bool:
    """Whether a process runs; one that was killed and not yet collected by who adopted it does not."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_a_death_in_mid_call_names_its_status_and_its_last_words(start: Start) -> None:
    process = start()
    with pytest.raises(InfrastructureError, match="in query, exit status 7; it printed last: the last words"):
        ask(process, "crash")
    assert not process.alive


def test_a_reply_without_end_is_cut_off(start: Start) -> None:
    with pytest.raises(SystemFailedError, match=f"longer than {MOST_BYTES} bytes"):
        ask(start(), "big")


def test_memory_is_bounded(start: Start) -> None:
    with pytest.raises(SystemFailedError, match="MemoryError"):
        ask(start(memory_mb=1024), "greedy")


def test_it_sees_nothing_of_ours(start: Start, tmp_path: Path) -> None:
    process = start(open_files=50)
    found = ask(process, "where")
    assert isinstance(found, dict)
    assert found["cwd"] == str(tmp_path.resolve())
    assert {*found["environ"]} - {"LC_CTYPE"} == {"LANG", "PATH", "HOME", "TMPDIR", "TELEMETRY"}
    assert found["group"] == found["pid"] == process.pid != os.getpgid(0)
    assert found["open_files"] == 50
    assert "secret" not in json.dumps([found["argv"], found["environ"]])
    assert len(found["files"]) <= 6  # three standard ones, the two ends of the protocol, the listing itself


def test_an_unknown_call_and_one_before_open_are_refused(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(SYSTEM)
    server = serve.Server("odd:Odd")
    told = json.loads(server.answer(b'{"n": 4, "op": "query", "body": {}}'))
    assert (told["n"], told["error"]["kind"]) == (4, "protocol")
    assert json.loads(server.answer(b"no json"))["error"]["kind"] == "system"


def test_what_belongs_to_the_server_is_not_set_for_systems(tmp_path: Path) -> None:
    with pytest.raises(MisconfiguredError, match="DATABASE_URL"):
        environment({"DATABASE_URL": "x"}, home=tmp_path, ours={})
    with pytest.raises(MisconfiguredError, match="cannot run /no/such/python"):
        Process(["/no/such/python"], folder=tmp_path, env={}, user={})


def test_isolation_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "secret").touch(mode=0o600)
    (tmp_path / "exports").mkdir(mode=0o755)
    assert "same user: not isolated" in Isolation().words(tmp_path)
    assert "reads exports of our folder" in Isolation(61234).words(tmp_path)
    assert Isolation.of(0).uid is None


def test_each_that_runs_has_a_number_of_its_own_and_nothing_of_one_before_it(tmp_path: Path) -> None:
    """Numbers begin with ours here, so that what was left is ours to own."""
    locks, work, us = tmp_path / "locks", tmp_path / "work", os.getuid()
    (work / "left").mkdir(parents=True)
    (work / "left" / "store").write_text("of a system whose server was killed")
    first, second = (users.take(us, locks=locks, work=work) for _ in range(2))
    assert (first.uid, second.uid) == (us, us + 1)
    assert list(work.iterdir()) == []
    first.leave()
    first.leave()
    again = users.take(us, locks=locks, work=work)
    assert again.uid == us
    held = [users.take(us, locks=locks, work=work) for _ in range(users.MOST - 2)]
    with pytest.raises(InfrastructureError, match="64 external systems run at once"):
        users.take(us, locks=locks, work=work)
    for seat in (second, again, *held):
        seat.leave()
