"""``manage.py quickstart``: from an empty database to a table of results and a served page."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from benchmark.exceptions import RunMisconfiguredError
from benchmark.floor.accounts.services import demo
from benchmark.management import printing
from benchmark.models import OPEN_RUNS, Run, RunStatus
from benchmark.selectors import results
from benchmark.selectors.progress import Progress
from benchmark.services import following, readers, runs, systems
from scenarios.exceptions import ScenariosError
from scenarios.models import Suite
from scenarios.review.services import opening
from scenarios.services import building

SUITE = "mini"
READER = "symbolic"
SYSTEMS = ("no_memory", "bm25", "dense", "full_history", "supporting_events")


class Command(BaseCommand):
    """Does what is missing and nothing twice; a second call starts within seconds."""

    help = "Migrate, build the mini suite with gold, run five systems over it, print the table, serve."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("--no-serve", action="store_true", help="do all but serve")
        parser.add_argument("--port", type=int, help="serve on this port")
        parser.add_argument("--new-passwords", action="store_true", help="give the demo accounts new ones")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it."""
        self._migrate()
        try:
            suite, made = building.build(name=SUITE, by=None)
        except ScenariosError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Suite {suite.slug} v{suite.version}: {'built, with gold' if made else 'stands'}.")
        self._open_review(suite)
        systems.register_all()
        run = self._run(suite)
        self.stdout.write(printing.table(run, results.of_run(run), title=readers.title(run.reader)))
        if run.status != RunStatus.DONE:
            raise CommandError(f"Run {run.pk} ended as {run.status}: {run.message}")
        # Last, so that passwords that are made are also printed.
        self._print_accounts(demo.new_passwords() if options["new_passwords"] else demo.ensure_accounts())
        if not options["no_serve"]:
            self._serve(options["port"])

    def _migrate(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Preparing the database …")
            call_command("migrate", verbosity=0, interactive=False)

    def _open_review(self, suite: Suite) -> None:
        """Put what is not yet in review to the annotators."""
        opened = sum(opening.open_items(suite=suite, by=None, now=timezone.now()).values())
        if opened:
            self.stdout.write(f"Review of {suite.slug}: {opened} texts wait to be judged.")

    def _run(self, suite: Suite) -> Run:
        """The finished run of this suite's version, an open one to go on with, or a new one."""
        known = Run.objects.filter(
            suite=suite,
            suite_version=suite.version,
            suite_hash=suite.content_hash,
            reader=READER,
            config__systems=list(SYSTEMS),
        )
        done = known.filter(status=RunStatus.DONE).first()
        if done is not None:
            return done
        run = known.filter(status__in=OPEN_RUNS).first()
        if run is None:
            chosen = {system.name: system for system in systems.register_all()}
            try:
                run = runs.launch(
                    suite=suite,
                    systems=[chosen[name] for name in SYSTEMS],
                    reader=READER,
                    title="Quickstart",
                    by=None,
                )
            except RunMisconfiguredError as error:
                lines = "\n".join(f"  {fault}" for fault in error.faults)
                raise CommandError(f"The first run was not started:\n{lines}") from error
        self.stdout.write(f"Run {run.pk}: {', '.join(SYSTEMS)} over {suite.slug} …")
        return following.complete(run, say=self._say)

    def _say(self, progress: Progress) -> None:
        if progress.total and progress.left:
            self.stderr.write(f"  {progress.status}: {progress.done} of {progress.total} answered")

    def _print_accounts(self, accounts: tuple[demo.DemoAccount, ...]) -> None:
        for account in accounts:
            if account.password:
                self.stdout.write(f"Demo account {account.username} ({account.role}): {account.password}")
            else:
                self.stdout.write(f"Demo account {account.username} ({account.role}): as printed before")
        if not all(account.password for account in accounts):
            self.stdout.write("Lost a password? manage.py quickstart --no-serve --new-passwords")

    def _serve(self, port: int | None) -> None:
        self.stdout.flush()
        self.stderr.flush()
        connection.close()
        options = {"port": port} if port else {}
        call_command("serve", **options)
