"""What all tests share: the domain of their own that some of them are run over, and processes in pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scenarios.domains import registry
from tests.factories import mini_suite
from tests.sharing import ByFile

registry.add("tests.domains.glassops")


def pytest_configure(config: pytest.Config) -> None:
    """Processes that share the suite build mini once between them, in the temporary folder of the run."""
    if hasattr(config, "workerinput"):
        mini_suite.SHARED = Path(config.option.basetemp).parent


@pytest.hookimpl(optionalhook=True)  # of xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    """Where two processes share the suite, hand the tests out by ``ByFile``."""
    config.option.loadscopereorder = False  # else by the number of tests, and the browser's come last
    return ByFile(config, log)
