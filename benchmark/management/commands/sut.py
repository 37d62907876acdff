"""``manage.py sut list|check|register|install``: the systems under test that are here (ADR 29)."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.exceptions import BenchmarkError
from benchmark.services import registering
from sut_adapters import conformance, registry
from sut_adapters.base import MisconfiguredError
from sut_adapters.models import SystemUnderTest
from sut_adapters.services import installing, systems
from sut_adapters.worker import manifest


class Command(BaseCommand):
    """Lists adapters and registered systems, registers one, and runs the contract suite against one."""

    help = (
        "List the systems under test, register one, check one against the contract, install an external one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``sut list``, ``sut check NAME``, ``sut register NAME --adapter ADAPTER``, ``sut install NAME``."""
        verbs = parser.add_subparsers(dest="verb", required=True)
        for verb, text in (
            ("list", "adapters and registered systems"),
            ("check", "run the contract suite against a registered system or an adapter"),
            ("register", "register a system, or change the registered one of that name"),
            ("install", "install an external system"),
        ):
            sub = verbs.add_parser(verb, help=text)
            sub.add_argument("--json", action="store_true", help="print JSON")
            if verb != "list":
                sub.add_argument("name")
            if verb == "check":
                sub.add_argument("--hint", default=None, help="organization hint in words")
            if verb == "install":
                sub.add_argument("--python", default="", help="its interpreter; ours if left out")
            if verb == "register":
                sub.add_argument("--adapter", required=True, help=", ".join(registry.names()))
                sub.add_argument("--config", default="{}", help="its settings, a JSON object")
                sub.add_argument("--k", type=int, default=None, help="items of a context at most")
                sub.add_argument("--budget", type=int, default=None, help="tokens of a context at most")
                sub.add_argument("--description", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what the verb says."""
        verbs = {
            "list": self._list,
            "check": self._check,
            "register": self._register,
            "install": self._install,
        }
        verbs[options["verb"]](options)

    def _list(self, options: dict[str, Any]) -> None:
        adapters = [{"adapter": name, **asdict(registry.entry(name))} for name in registry.names()]
        fields = ("name", "adapter", "config", "k", "budget", "knows", "enabled", "description")
        registered: list[dict[str, Any]] = [dict(row) for row in SystemUnderTest.objects.values(*fields)]
        packaged = list(_packaged())
        if options["json"]:
            found = {"adapters": adapters, "external": packaged, "systems": registered}
            self.stdout.write(json.dumps(found, indent=2))
            return
        self.stdout.write("Adapters")
        for row in adapters:
            self.stdout.write(f"  {row['adapter']:<14} {row['tier']:<7} {row['title']}")
        self.stdout.write("External systems, for the adapter worker")
        for row in packaged:
            state = "installed" if row["installed"] else row["fault"] or "not installed"
            self.stdout.write(f"  {row['system']:<14} {state:<13} {row['title']}".rstrip())
        self.stdout.write(
            "Registered systems"
            if registered
            else "No systems are registered yet; `quickstart --no-serve` registers those above."
        )
        for row in registered:
            marks = [f"knows {', '.join(row['knows'])}"] if row["knows"] else []
            marks += [] if row["enabled"] else ["disabled"]
            bounds = f"k={row['k'] or '-'} budget={row['budget'] or '-'}"
            self.stdout.write(
                f"  {row['name']:<18} {bounds:<18} {row['description']} {' '.join(marks)}".rstrip()
            )

    def _check(self, options: dict[str, Any]) -> None:
        name = options["name"]
        system = SystemUnderTest.objects.filter(name=name).first()
        if system is not None and system.is_oracle:
            raise CommandError(
                f"{name} is an oracle that knows {', '.join(system.knows)}: no adapter to check."
            )
        adapter, config = (system.adapter, system.full_config) if system else (name, {})
        if system is None and name in manifest.names():
            adapter, config = "worker", {"system": name}
        if adapter in registry.walked_elsewhere():
            raise CommandError(
                f"{name} is not called by Stemma ({registry.entry(adapter).title}): the contract of adapters "
                "does not hold for it, what it sends is checked as it comes."
            )
        try:
            found = systems.check(
                adapter=adapter,
                config=config,
                hint=options["hint"],
            )
        except MisconfiguredError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps([asdict(check) for check in found], indent=2))
        else:
            for check in found:
                mark = "holds " if check.passed else "BROKEN"
                self.stdout.write(f"{mark}  {check.name}{': ' + check.detail if check.detail else ''}")
        broken = list(conformance.failures(found))
        if broken:
            raise CommandError(f"{name} breaks {len(broken)} of {len(found)} clauses of the contract.")

    def _register(self, options: dict[str, Any]) -> None:
        name = options["name"]
        before = SystemUnderTest.objects.filter(name=name).first()
        if before is not None and before.is_oracle:
            raise CommandError(f"{name} is an oracle of ours; choose another name.")
        try:
            config = json.loads(options["config"])
        except json.JSONDecodeError as error:
            raise CommandError(f"--config is no JSON: {error}") from error
        settings = {key: options[key] for key in ("adapter", "k", "budget", "description")} | {
            "config": config
        }
        try:
            if before is None:
                system = registering.register(name=name, **settings, by=None)
            else:
                system = registering.change(system=before, changes=settings, by=None)
        except BenchmarkError as error:
            raise CommandError(f"system {name}: {error}") from error
        if options["json"]:
            self.stdout.write(json.dumps({"name": name, "adapter": system.adapter, "config": system.config}))
            return
        did = "changed" if before else "registered"
        self.stdout.write(f"{name} is {did}: {registry.entry(system.adapter).title}.")

    def _install(self, options: dict[str, Any]) -> None:
        name = options["name"]
        if name in registry.names():
            if options["json"]:
                self.stdout.write(
                    json.dumps({"name": name, "installed": True, "tier": registry.entry(name).tier})
                )
            else:
                self.stdout.write(f"{name} comes with the requirements; nothing is to be installed.")
            return
        try:
            system = installing.install(name=name, python=options["python"])
        except MisconfiguredError as error:
            raise CommandError(
                f"{error}. Here without installation: {', '.join(registry.names())}."
            ) from error
        if options["json"]:
            self.stdout.write(json.dumps({"name": name, "installed": True, "tier": "worker"}))
            return
        self.stdout.write(
            f"{name} {system.version} is installed. Register it: "
            f'manage.py sut register {name} --adapter worker --config \'{{"system": "{name}"}}\''
        )


def _packaged() -> Iterator[dict[str, Any]]:
    """The external systems, whether each is installed, and what is wrong with its manifest."""
    for name in manifest.names():
        try:
            system = manifest.get(name)
        except MisconfiguredError as error:
            yield {"system": name, "title": "", "version": "", "installed": False, "fault": str(error)}
            continue
        yield {
            "system": name,
            "title": system.title,
            "version": system.version,
            "installed": system.installed,
            "fault": "",
        }
