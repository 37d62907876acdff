"""Root of the test suite: brings up the test server before Django, lets no test leave this machine."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterator

import django
import pytest

from benchmark import postgres

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmark.settings.testing"
os.environ["DATABASE_URL"] = postgres.ensure_running(for_tests=True)
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # playwright runs a loop in the test's thread
django.setup()  # pytest-django looks for a settings module before this file could name it


class NetworkError(RuntimeError):
    """A test tried to reach something outside this machine."""


def _is_local(address: object) -> bool:
    if not isinstance(address, tuple):
        return True  # a Unix socket
    host = str(address[0])
    if host in ("localhost", ""):
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _guarded(name: str) -> object:
    original = getattr(socket.socket, name)

    def call(self: socket.socket, address: object) -> object:
        if not _is_local(address):
            raise NetworkError(f"Tests may reach loopback only, not {address!r}.")
        return original(self, address)

    return call


@pytest.fixture(scope="session", autouse=True)
def _loopback_only() -> Iterator[None]:
    """No test reaches the network: connects to anything but loopback fail at once."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _guarded(name))
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Drop test databases whose process is gone (one was killed), before this suite makes its own."""
    import psycopg

    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        rows = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE 'test\\_stemma\\_%'")
        for (name,) in rows.fetchall():
            owner = name.split("_")[2]
            if owner.isdigit() and int(owner) != os.getpid() and not _alive(int(owner)):
                connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--update-golden`` writes the golden files anew, to be reviewed as a diff; ``--draws`` and
    ``--first-draw`` choose how many random programs tests/generative compares, and from which number on."""
    parser.addoption("--update-golden", action="store_true", help="write tests/golden/ anew")
    parser.addoption("--draws", type=int, default=None, help="random programs to draw (few by default)")
    parser.addoption("--first-draw", type=int, default=0, help="number of the first random program")


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written instead of compared."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def draws(request: pytest.FixtureRequest) -> int | None:
    """How many random cases each generative test draws; None for its own small number."""
    number = request.config.getoption("--draws")
    return None if number is None else int(number)


@pytest.fixture(scope="session")
def first_draw(request: pytest.FixtureRequest) -> int:
    """The number of the first random case."""
    return int(request.config.getoption("--first-draw"))
