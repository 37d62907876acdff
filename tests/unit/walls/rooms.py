"""What the tests of the walls know of the house: its rooms, who stands on whom, what is pure."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("benchmark", "scenarios", "probes", "sut_adapters")

LEVELS = {
    "accounts": 0,
    "audit": 0,
    "calls": 0,
    "hooks": 0,
    "jobs": 0,
    "scenarios": 1,
    "sut_adapters": 1,
    "benchmark": 2,
    "probes": 3,
}
"""App label to storey; a room stands on lower storeys only."""

PURE = (
    "scenarios.bundle",
    "scenarios.datalog",
    "scenarios.domains",
    "scenarios.generators",
    "scenarios.rendering",
    "scenarios.importers",
    "scenarios.agreement",
    "scenarios.sentences",
    "scenarios.review.entries",
    "scenarios.review.states",
    "benchmark.api.strict_json",
    "benchmark.manual",
    "benchmark.walk",
    "benchmark.scoring",
    "benchmark.floor.accounts.scopes",
    "benchmark.floor.accounts.secret_texts",
    "benchmark.floor.accounts.verbs",
    "benchmark.floor.hooks.backoff",
    "benchmark.floor.hooks.kinds",
    "benchmark.floor.hooks.signing",
    "benchmark.floor.jobs.leases",
    "benchmark.floor.logs.context",
    "benchmark.floor.logs.lines",
    "benchmark.floor.markup",
    "probes.diagnosis",
    "sut_adapters.base",
)
"""Meaning without Django (overview 2). Rooms that later parts build join when they are there."""
BUILT = ("scenarios.bundle", "scenarios.datalog", "benchmark.walk", "benchmark.scoring", "sut_adapters.base")
"""Those whose absence would be a fault today."""


def python_files(*folders: str) -> list[Path]:
    """Every source file below the folders, sorted, without what is generated."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def module_name(path: Path) -> str:
    """The dotted name of a source file of ours."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules_of(package: str) -> list[str]:
    """The package and every module below it; empty where it is not built yet."""
    try:
        found = importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name and (package == error.name or package.startswith(f"{error.name}.")):
            return []
        raise
    if not hasattr(found, "__path__"):
        return [package]
    below = pkgutil.walk_packages(found.__path__, prefix=f"{package}.")
    return [package, *(info.name for info in below if not info.name.endswith("__main__"))]
