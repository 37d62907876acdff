"""The embedded Postgres comes up for whoever starts it, wherever it lies, and back after it was killed."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from benchmark import postgres, postgres_programs
from benchmark.postgres import EmbeddedServer, PostgresLauncherError

ROOT = os.geteuid() == 0
WHEEL = postgres_programs.packaged_install().parent

pytestmark = pytest.mark.faults


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user of this machine can pass through, with a space in its name."""
    folder = Path(tempfile.mkdtemp(prefix="stemma var ", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    _stop_below(folder)
    shutil.rmtree(folder)


def _stop_below(folder: Path) -> None:
    for lock in folder.rglob("connection.json"):
        EmbeddedServer(base=lock.parent, fsync=False).stop()


def ask(url: str, statement: str) -> list[tuple[object, ...]]:
    """Rows of one statement."""
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def postmaster(server: EmbeddedServer) -> int:
    """The process id of the server, which must run."""
    pid = server._pid()
    assert pid is not None
    return pid


def as_user(uid: int, gid: int, work: Callable[[], None]) -> int:
    """Do the work in a forked child of that user; its exit status, 0 where nothing was raised."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.setgroups([])
            os.setgid(gid)
            os.setuid(uid)
            work()
            status = 0
        except BaseException as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_it_starts_with_extensions_a_password_and_private_files(open_folder: Path) -> None:
    server = EmbeddedServer(base=open_folder / "postgres", fsync=True)
    url = server.ensure_running()
    assert server.ensure_running() == url
    assert ask(url, "SHOW server_encoding") == [("UTF8",)]
    assert ask(url, "SHOW fsync") == [("on",)]
    ask(url, "CREATE EXTENSION vector")
    assert ask(url, "SELECT '[1,2]'::vector <-> '[1,2]'::vector") == [(0.0,)]
    assert stat.S_IMODE((server.base / "connection.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((server.base / "run").stat().st_mode) == 0o700
    assert stat.S_IMODE((server.base / "data").stat().st_mode) == 0o700
    wrong = url.replace(server._state()["password"], "guess")
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        ask(wrong, "SELECT 1")
    assert server.stop()
    assert not server.stop()


def test_it_comes_back_with_its_data_after_kill_9(open_folder: Path) -> None:
    server = EmbeddedServer(base=open_folder / "postgres", fsync=False)
    url = server.ensure_running()
    ask(url, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n")
    os.kill(postmaster(server), signal.SIGKILL)
    began = time.monotonic()
    assert server.ensure_running() == url
    assert time.monotonic() - began < postgres.START_SECONDS
    assert ask(url, "SELECT count(*), sum(n) FROM kept") == [(1000, 500500)]


def test_two_processes_at_once_start_one_server(open_folder: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    environment["STEMMA_VAR"] = str(open_folder)
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "benchmark.postgres", "url"],
            cwd=Path(postgres.__file__).parent.parent,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    results = [(*process.communicate(timeout=60), process.returncode) for process in started]
    assert [(error, code) for _, error, code in results] == [("", 0)] * 3
    assert len({out for out, _, _ in results}) == 1
    assert ask(results[0][0].strip(), "SELECT 1") == [(1,)]


def test_where_the_path_is_too_long_for_a_socket_it_listens_on_loopback(open_folder: Path) -> None:
    deep = open_folder / ("a long folder name " * 5).strip() / "postgres"
    server = EmbeddedServer(base=deep, fsync=False)
    url = server.ensure_running()
    assert "@127.0.0.1:" in url
    assert ask(url, "SHOW listen_addresses") == [("127.0.0.1",)]
    server.stop()
    assert server.ensure_running() == url, "it keeps its port"


def test_a_given_address_wins(monkeypatch: pytest.MonkeyPatch, open_folder: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me@db.example/stemma")
    assert postgres.ensure_running(var=open_folder) == "postgresql://me@db.example/stemma"
    assert list(open_folder.iterdir()) == []


def test_a_start_that_fails_says_why_and_what_to_do(
    open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = EmbeddedServer(base=open_folder / "postgres", fsync=False)
    server.ensure_running()
    server.stop()
    with (server.base / "data" / "postgresql.conf").open("a") as handle:
        handle.write("no_such_setting = 1\n")
    monkeypatch.setattr(postgres, "START_SECONDS", 0.1)
    with pytest.raises(PostgresLauncherError, match="no_such_setting") as caught:
        server.ensure_running()
    assert "Set DATABASE_URL" in str(caught.value)


def test_revive_starts_only_the_server_in_use(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "VAR", open_folder)
    monkeypatch.setenv("DATABASE_URL", "")
    url = postgres.ensure_running()
    monkeypatch.setenv("DATABASE_URL", url)
    assert postgres.revive() == ""
    server = EmbeddedServer(base=open_folder / "postgres")
    os.kill(postmaster(server), signal.SIGSTOP)
    assert not server.answers()
    assert postgres.revive() == "", "it hangs: a second server on its data is not tried"
    os.kill(postmaster(server), signal.SIGKILL)
    deadline = time.monotonic() + 30
    while server.lives():
        assert time.monotonic() < deadline, "it ends"
        time.sleep(0.05)
    assert postgres.revive() == "Postgres had died and was started again."
    assert ask(url, "SELECT 1") == [(1,)]
    postgres.stop()
    monkeypatch.setenv("DATABASE_URL", "postgresql://me@db.example/stemma")
    assert postgres.revive() == ""
    assert not EmbeddedServer(base=open_folder / "postgres").answers()


if ROOT:  # what only root can set up; an ordinary user is the plain case of all tests above

    def test_as_root_the_server_runs_as_another_user(open_folder: Path) -> None:
        server = EmbeddedServer(base=open_folder / "postgres", fsync=False)
        server.ensure_running()
        nobody = pwd.getpwnam(postgres.ROOT_RUNS_AS)
        assert os.stat(f"/proc/{postmaster(server)}").st_uid == nobody.pw_uid

    def test_an_ordinary_user_starts_one_too(open_folder: Path) -> None:
        nobody = pwd.getpwnam("nobody")
        packages = open_folder / "site packages"
        _copy_wheel(packages)
        home = open_folder / "home"
        home.mkdir(mode=0o700)
        os.chown(home, nobody.pw_uid, nobody.pw_gid)

        def work() -> None:
            sys.path.insert(0, str(packages))
            server = EmbeddedServer(base=home / "var" / "postgres", fsync=False)
            url = server.ensure_running()
            assert ask(url, "SELECT current_user::text") == [("stemma",)]
            assert os.stat(f"/proc/{postmaster(server)}").st_uid == nobody.pw_uid
            assert server.stop()

        assert as_user(nobody.pw_uid, nobody.pw_gid, work) == 0

    def test_another_user_reads_neither_password_nor_data(open_folder: Path) -> None:
        server = EmbeddedServer(base=open_folder / "postgres", fsync=False)
        url = server.ensure_running()

        def work() -> None:
            for path in (server.base / "connection.json", server.base / "data" / "PG_VERSION"):
                with pytest.raises(PermissionError):
                    path.read_text()
            with pytest.raises(psycopg.OperationalError, match="Permission denied"):
                ask(url, "SELECT 1")

        assert as_user(54321, 54321, work) == 0

    def test_under_a_closed_home_it_settles_where_its_user_gets(
        open_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(postgres, "ELSEWHERE", open_folder / "lib" / "stemma")
        home = open_folder / "home"
        home.mkdir(mode=0o700)
        _copy_wheel(home / "packages")
        monkeypatch.syspath_prepend(str(home / "packages"))
        server = EmbeddedServer(base=home / "var" / "postgres", fsync=False)
        url = server.ensure_running()
        ask(url, "CREATE TABLE kept AS SELECT 7 AS n")
        data = Path(str(ask(url, "SHOW data_directory")[0][0]))
        assert data.is_relative_to(open_folder / "lib" / "stemma")
        program = os.readlink(f"/proc/{postmaster(server)}/exe")
        assert Path(program).is_relative_to(data.parent), "the binaries were copied there"
        assert stat.S_IMODE(home.stat().st_mode) == 0o700, "no folder was opened"
        os.kill(postmaster(server), signal.SIGKILL)
        assert ask(server.ensure_running(), "SELECT n FROM kept") == [(7,)]
        server.stop()


def _copy_wheel(target: Path) -> None:
    """The wheel's folders as pip lays them, in a place of our choice."""
    target.mkdir(parents=True)
    target.chmod(0o755)
    shutil.copytree(WHEEL, target / WHEEL.name, ignore=shutil.ignore_patterns("pginstall"))
    shutil.copytree(WHEEL.with_name(f"{WHEEL.name}.libs"), target / f"{WHEEL.name}.libs")
