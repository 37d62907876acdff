"""The side of a worker process that generates scenarios: loads no model before Django is set up there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenarios.domains import registry
from scenarios.generators.derive.building import Built
from scenarios.generators.derive.config import ScenarioConfig

#: What a worker says of its progress goes here; set as it starts.
_LINES: Any = None


def start(database: str, lines: Any, added: Sequence[str]) -> None:
    """Make a new worker ready: Django, the database that its parent has open, the domains it has added."""
    import django

    django.setup()
    from django.db import connection

    connection.settings_dict["NAME"] = database
    for package in added:
        registry.add(package)
    global _LINES
    _LINES = lines


def build(config: ScenarioConfig, seed: int, suite: str) -> Built:
    """A scenario, built here. Raises what ``generating.built`` raises."""
    from scenarios.services.generating import built

    return built(config, seed, suite, _LINES.put)
