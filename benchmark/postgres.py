"""Starts the embedded Postgres: binaries from a PyPI wheel, data in ``var/postgres`` (overview 4.1).

``manage.py`` and ``conftest.py`` call ``ensure_running`` before Django reads its settings; no settings module
does. ``DATABASE_URL`` wins where set. As root the server runs as ``nobody`` (Postgres refuses root, initdb
refuses a uid without a name); binaries and data must then be reachable by that user, so under a closed home
the binaries are copied and the data lives below ``/var/lib/stemma``. Safe for several processes at once.

    python -m benchmark.postgres start|stop|url
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psutil

from benchmark.postgres_programs import (
    ADVICE,
    PostgresLauncherError,
    copy_install,
    packaged_install,
    reachable,
    runs,
)
from benchmark.settings.environment import VAR

__all__ = ["EmbeddedServer", "PostgresLauncherError", "ensure_running", "revive", "stop"]

ROLE = DATABASE = "stemma"
ROOT_RUNS_AS = "nobody"
START_SECONDS = 30.0
"""How long a start is tried: after a kill -9 old backends hold the shared memory for a second or two."""
SOCKET_PATH_LIMIT = 103
"""Longest path of a socket file that every Unix takes, in bytes."""
SSL_REQUEST = (8).to_bytes(4, "big") + (80877103).to_bytes(4, "big")
ELSEWHERE = Path("/var/lib/stemma")
PLACEHOLDER_URL = "postgresql://nobody@127.0.0.1:1/none"
"""For commands that need settings but no database, such as ``help``."""


def ensure_running(*, for_tests: bool = False, var: Path | None = None) -> str:
    """The database address, after making sure that a server answers there.

    ``for_tests`` uses a server of its own (``var/postgres_test``) that does not wait for the disk. Raises
    ``PostgresLauncherError``.
    """
    if url := os.environ.get("DATABASE_URL"):
        if url != PLACEHOLDER_URL:
            return url
    return _server(for_tests=for_tests, var=var).ensure_running()


def revive() -> str:
    """Start the embedded server again if it is the one in use and died; says so, else an empty text."""
    servers = [_server(for_tests=for_tests, var=None) for for_tests in (False, True)]
    for server in servers:
        if server.serves(os.environ.get("DATABASE_URL", "")) and not server.answers():
            if server.lives():  # it hangs, or recovers: a second one beside it would only be refused
                return ""
            server.ensure_running()
            return "Postgres had died and was started again."
    return ""


def stop(*, for_tests: bool = False, var: Path | None = None) -> bool:
    """Stop the embedded server; false where none was running. Its data stays."""
    return _server(for_tests=for_tests, var=var).stop()


def _server(*, for_tests: bool, var: Path | None) -> EmbeddedServer:
    base = (var or VAR) / ("postgres_test" if for_tests else "postgres")
    return EmbeddedServer(base=base, fsync=not for_tests)


@dataclass(frozen=True)
class EmbeddedServer:
    """One server: ``base`` holds its lock and settings, ``home`` its data and socket (mostly the same)."""

    base: Path
    fsync: bool = True

    def ensure_running(self) -> str:
        """Start the server where it does not answer, and return its address."""
        if url := self._answering_url():
            return url
        with self._locked():
            if url := self._answering_url():  # another process started it meanwhile
                return url
            self._prepare()
            self._start()
            url = self._url(self._state())
            _create_database(url)
            return url

    def serves(self, url: str) -> bool:
        """Whether this server is behind the address."""
        state = self._state()
        return bool(state) and self._url(state) == url

    def answers(self) -> bool:
        """Whether it takes connections."""
        return self._answering_url() is not None

    def lives(self) -> bool:
        """Whether its process is there, also where it does not answer; one that is dead and still listed is
        not."""
        try:
            process = psutil.Process(self._pid() or 0)
            return process.status() != psutil.STATUS_ZOMBIE and "postgres" in process.name()
        except psutil.Error:
            return False

    def stop(self) -> bool:
        """Stop at once but cleanly (open transactions are rolled back)."""
        if not self.base.exists():
            return False
        with self._locked():
            pid = self._pid()
            if pid is None:
                return False
            self._run("pg_ctl", "stop", "-D", str(self._data), "-m", "fast", "-w", "-t", "30")
            return True

    # Where things are

    @property
    def _home(self) -> Path:
        pointer = self.base / "elsewhere"
        return Path(pointer.read_text().strip()) if pointer.exists() else self.base

    @property
    def _data(self) -> Path:
        return self._home / "data"

    def _state(self) -> dict[str, str]:
        """host, port and password of the last start; empty before the first."""
        try:
            state: dict[str, str] = json.loads((self.base / "connection.json").read_text())
        except FileNotFoundError:
            return {}
        return state

    def _url(self, state: dict[str, str]) -> str:
        login = f"{ROLE}:{quote(state['password'], safe='')}"
        if state["host"].startswith("/"):
            return f"postgresql://{login}@/{DATABASE}?host={quote(state['host'])}&port={state['port']}"
        return f"postgresql://{login}@{state['host']}:{state['port']}/{DATABASE}"

    # Is it up

    def _pid(self) -> int | None:
        """The process of a server on this data folder, None if it is gone."""
        lines = self._pid_lines()
        if not lines:
            return None
        try:
            os.kill(int(lines[0]), 0)
        except ProcessLookupError:
            return None
        except PermissionError:
            pass  # alive, another user's
        return int(lines[0])

    def _pid_lines(self) -> list[str]:
        try:
            return (self._data / "postmaster.pid").read_text().splitlines()
        except (FileNotFoundError, NotADirectoryError):
            return []

    def _answering_url(self) -> str | None:
        state = self._state()
        lines = self._pid_lines()
        ready = len(lines) >= 8 and lines[7].strip() == "ready"
        if not state or not ready or self._pid() is None or not _accepts(state["host"], int(state["port"])):
            return None
        return self._url(state)

    # Making and starting it

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        self.base.mkdir(parents=True, exist_ok=True)
        with (self.base / "lock").open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield

    def _prepare(self) -> None:
        """Place, binaries, data folder, password and the settings of this start."""
        if self._user and not (self.base / "elsewhere").exists() and not self._data.exists():
            if not reachable(self.base, self._user):
                self._settle_elsewhere()
        home = self._home
        home.mkdir(parents=True, exist_ok=True)
        if self._user:
            home.chmod(0o711)  # the server's user passes through, no one lists
        run = home / "run"
        run.mkdir(exist_ok=True)
        self._give(run, 0o700)
        state = self._state() or {"password": secrets.token_urlsafe(24)}
        if len(os.fsencode(run / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT:
            state |= {"host": str(run), "port": "5432"}
        else:
            known = state.get("port")
            free = known if known and _can_listen(int(known)) else str(_free_port())
            state |= {"host": "127.0.0.1", "port": free}
        _write_private(self.base / "connection.json", json.dumps(state))
        if not (self._data / "PG_VERSION").exists():
            self._initdb(state["password"])
        self._write_settings(state)

    def _settle_elsewhere(self) -> None:
        place = ELSEWHERE / secrets.token_hex(8)
        place.mkdir(parents=True)
        place.parent.chmod(0o711)
        (self.base / "elsewhere").write_text(f"{place}\n")

    def _initdb(self, password: str) -> None:
        shutil.rmtree(self._data, ignore_errors=True)  # left by an initdb that was killed
        self._data.mkdir()
        self._give(self._data, 0o700)
        secret = self._home / "run" / "initial-password"
        _write_private(secret, password)
        self._give(secret, 0o600)
        try:
            done = self._run(
                *("initdb", "-D", str(self._data), "-U", ROLE, "--auth=scram-sha-256"),
                *(f"--pwfile={secret}", "--encoding=UTF8", "--locale=C"),
                *("--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
                *(() if self.fsync else ("--no-sync",)),
            )
        finally:
            secret.unlink()
        if done.returncode:
            raise PostgresLauncherError(f"initdb failed in {self._data}:\n{done.stdout}{ADVICE}")
        with (self._data / "postgresql.conf").open("a") as handle:
            handle.write("include_if_exists = 'stemma.conf'\n")

    def _write_settings(self, state: dict[str, str]) -> None:
        on_socket = state["host"].startswith("/")
        settings = {
            "listen_addresses": "" if on_socket else state["host"],
            "unix_socket_directories": state["host"] if on_socket else "",
            "unix_socket_permissions": "0700",
            "port": state["port"],
            "max_connections": "200",
            "jit": "off",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "logging_collector": "off",
            "fsync": "on" if self.fsync else "off",
            "full_page_writes": "on" if self.fsync else "off",
            # Tests roll back what they store: statistics taken in between say "many pages, no rows", and the
            # planner scans whole tables for each row (seconds instead of milliseconds).
            "autovacuum": "on" if self.fsync else "off",
        }
        lines = [f"{name} = '{value.replace(chr(39), chr(39) * 2)}'\n" for name, value in settings.items()]
        target = self._data / "stemma.conf"
        target.write_text("".join(lines))
        self._give(target, 0o600)

    def _start(self) -> None:
        log = self._home / "run" / "server.log"
        deadline = time.monotonic() + START_SECONDS
        while True:
            done = self._run("pg_ctl", "start", "-D", str(self._data), "-l", str(log), "-w", "-t", "30")
            if done.returncode == 0:
                return
            if time.monotonic() > deadline:
                tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:]) if log.exists() else ""
                raise PostgresLauncherError(
                    f"Postgres in {self._data} did not start within {START_SECONDS:.0f} s.\n"
                    f"{done.stdout}{tail}{ADVICE}"
                )
            time.sleep(0.5)

    # Running the wheel's programs

    @property
    def _user(self) -> str | None:
        return ROOT_RUNS_AS if os.geteuid() == 0 else None

    def _give(self, path: Path, mode: int) -> None:
        path.chmod(mode)
        if self._user:
            entry = pwd.getpwnam(self._user)
            os.chown(path, entry.pw_uid, entry.pw_gid)

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one program as the server's user, its output in ``stdout``, with a clean environment: the
        server outlives this process and must carry neither its secrets nor the marks of its group."""
        output = self.base / "last-output"
        with output.open("w") as handle:  # never a pipe: the server would hold it open
            done = subprocess.run(
                [str(self._bin() / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=handle,
                stderr=subprocess.STDOUT,
                cwd="/",
                env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
                user=self._user,
                group=pwd.getpwnam(self._user).pw_gid if self._user else None,
                extra_groups=[] if self._user else None,
            )
        return subprocess.CompletedProcess(done.args, done.returncode, output.read_text(errors="replace"))

    def _bin(self) -> Path:
        packaged = packaged_install()
        if self._user is None or runs(packaged / "bin", self._user):
            return packaged / "bin"
        copied = self._home / "programs" / packaged.parent.name / packaged.name
        if not copied.exists():
            copy_install(packaged, copied)
        return copied / "bin"


def _write_private(path: Path, content: str) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(content)
    draft.rename(path)


def _accepts(host: str, port: int) -> bool:
    """Whether a living server answers: of one just killed the socket still takes connections for a moment,
    so ask whether it speaks SSL (a request that needs no password) and wait for its one-byte reply."""
    family = socket.AF_UNIX if host.startswith("/") else socket.AF_INET
    with socket.socket(family) as probe:
        probe.settimeout(2)
        try:
            probe.connect(f"{host}/.s.PGSQL.{port}" if family == socket.AF_UNIX else (host, port))
            probe.sendall(SSL_REQUEST)
            return probe.recv(1) in (b"N", b"S")
        except OSError:
            return False


def _can_listen(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _create_database(url: str) -> None:
    """Create the database where it is missing."""
    import psycopg

    admin = url.replace(f"/{DATABASE}?", "/postgres?") if "?" in url else f"{url.rpartition('/')[0]}/postgres"
    with psycopg.connect(admin, autocommit=True, connect_timeout=10) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            connection.execute(f'CREATE DATABASE "{DATABASE}"')


def main(arguments: list[str]) -> int:
    """``start``, ``stop`` or ``url`` on the command line."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    command = arguments[0] if arguments else "start"
    if command == "stop":
        stopped = [stop(for_tests=for_tests) for for_tests in (False, True)]
        sys.stdout.write("Postgres stopped.\n" if any(stopped) else "Postgres was not running.\n")
    elif command in ("start", "url"):
        url = ensure_running()
        sys.stdout.write(f"{url}\n" if command == "url" else "Postgres is up.\n")
    else:
        sys.stderr.write("usage: python -m benchmark.postgres start|stop|url\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
