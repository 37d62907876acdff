"""A real HTTP server in the thread of the test: a process outside sees the rows of its transaction."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def _connection_kept() -> Iterator[None]:
    """Requests do not end the connection, which holds the transaction of the test (as in Django's client)."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


class ServedHere:
    """Answers calls while a process runs."""

    def __init__(self) -> None:
        self.server: WSGIServer = make_server("127.0.0.1", 0, WSGIHandler(), handler_class=_Quiet)
        self.server.timeout = 0.02
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def start(
        self, command: Sequence[str], env: Mapping[str, str], folder: Path = EXAMPLES
    ) -> subprocess.Popen[str]:
        """A process that is given these variables and nothing else of this environment but ``PATH``."""
        return subprocess.Popen(
            list(command),
            cwd=folder,
            env={"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def during(self, process: subprocess.Popen[str], until: Callable[[], bool] = lambda: False) -> str:
        """Answer until the process has ended, or ``until`` holds; what the process said if it ended."""
        try:
            with _connection_kept():
                while process.poll() is None and not until():
                    self.server.handle_request()
        except BaseException:
            process.kill()
            process.communicate()
            raise
        return process.communicate()[0] if process.poll() is not None else ""

    def python(self, script: str, *arguments: str, env: Mapping[str, str]) -> str:
        """Run an example to its end. Fails with what it said if it does not end well."""
        process = self.start([sys.executable, script, *arguments], env)
        said = self.during(process)
        assert process.returncode == 0, said
        return said

    def close(self) -> None:
        """Close the port."""
        self.server.server_close()
