"""What all tests share: the domain of their own that some of them are run over."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios.domains import registry
from tests.factories import mini_suite

registry.add("tests.domains.glassops")

#: Folders whose tests stay in one process: they share one served site, or time what processes do.
TOGETHER = ("browser", "faults")


def pytest_configure(config: pytest.Config) -> None:
    """Processes that share the suite build mini once between them, in the temporary folder of the run."""
    if hasattr(config, "workerinput"):
        mini_suite.SHARED = Path(config.option.basetemp).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where two processes share the suite, the tests of a file stay together, and so do those of
    ``TOGETHER``: what a module or a session sets up is set up once."""
    here = Path(__file__).parent
    for item in items:
        folder = item.path.relative_to(here).parts[0]
        item.add_marker(pytest.mark.xdist_group(folder if folder in TOGETHER else str(item.path)))
