"""``manage.py serve``: web, workers and tick together on this machine."""

from __future__ import annotations

import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.module_loading import import_string

from benchmark.floor.jobs import processes
from benchmark.floor.jobs.services.supervisor import Child, Supervisor, port_is_free

WORKER_NICE = 10


class Command(BaseCommand):
    """Runs until SIGTERM or Ctrl-C; a child that dies is started again."""

    help = "Serve the web pages and the API, with workers and tick beside them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options; the address defaults to that of PUBLIC_URL."""
        parts = urlsplit(settings.PUBLIC_ORIGIN)
        local = parts.hostname in ("127.0.0.1", "localhost")
        port = parts.port or 8000
        parser.add_argument("--host", default=parts.hostname if local else "127.0.0.1")
        parser.add_argument("--port", type=int, default=port if local else 8000)
        parser.add_argument("--processes", type=int, default=2, help="web processes")
        parser.add_argument("--threads", type=int, default=8, help="web requests served at once by each")
        parser.add_argument("--no-worker", action="store_true", help="web and tick only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check what would fail later, then run."""
        host, port = options["host"], options["port"]
        if not 1 <= port <= 65535:
            raise CommandError(f"--port {port} is none: ports are whole numbers from 1 to 65535.")
        for name in ("threads", "processes"):
            if options[name] < 1:
                raise CommandError(f"--{name} must be at least 1.")
        self._check_host(host)
        self._check_migrations()
        if not port_is_free(host, port) and not processes.marked(settings.VAR_DIR):
            raise CommandError(
                f"Port {port} on {host} is taken by another program. Free it, or serve elsewhere: "
                f"manage.py serve --port {port + 1}"
            )
        watches = tuple(cast("Callable[[], str]", import_string(path)) for path in settings.SERVE_WATCHES)
        supervisor = Supervisor(
            var=settings.VAR_DIR,
            children=self._children(options),
            watches=watches,
            say=lambda line: self.stdout.write(line, ending="\n"),
        )
        try:
            supervisor.run(
                ready_url=f"http://{host}:{port}/healthz",
                ready_message=f"Stemma is served at http://{host}:{port} . Ctrl-C stops it.",
            )
        except processes.AlreadyServingError as error:
            raise CommandError(str(error)) from error

    def _children(self, options: dict[str, Any]) -> tuple[Child, ...]:
        manage = (sys.executable, str(settings.BASE_DIR / "manage.py"))
        web = (
            *(sys.executable, "-m", "gunicorn", "benchmark.wsgi:application"),
            *("--bind", f"{options['host']}:{options['port']}", "--chdir", str(settings.BASE_DIR)),
            *("--worker-class", "gthread", "--workers", str(options["processes"])),
            # A line that is kept open stays with its process: one would be idle while the other has a queue.
            *("--threads", str(options["threads"]), "--keep-alive", "0"),
            *("--timeout", "120", "--graceful-timeout", "5", "--log-level", "warning"),
            # Links of the playground hold what they show, and sign-in carries them on as its `next`.
            *("--limit-request-line", "8190"),
            "--no-control-socket",
        )
        children = (Child("web", web), Child("tick", (*manage, "tick", "--loop")))
        if options["no_worker"]:
            return children
        return (*children, Child("worker", (*manage, "qcluster"), nice=WORKER_NICE))

    def _check_host(self, host: str) -> None:
        try:
            socket.getaddrinfo(host, None)
        except (OSError, UnicodeError) as error:
            raise CommandError(
                f"--host {host!r} is no address of this machine ({error}). Leave it out, or give 127.0.0.1."
            ) from error

    def _check_migrations(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("The database is not up to date. Run: python manage.py migrate")
        connection.close()
