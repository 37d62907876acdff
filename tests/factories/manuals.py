"""The manuals under ``docs/`` as what can be run: their blocks, and a shell that knows this site."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.factories import curl_lines
from tests.factories.served_here import ServedHere
from tests.unit.walls.rooms import ROOT

_BLOCK = re.compile(r"^```(?P<kind>sh|output|json)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def text(page: str) -> str:
    """A manual as it stands."""
    return (ROOT / "docs" / page).read_text(encoding="utf-8")


def blocks(page: str, *kinds: str) -> list[tuple[str, str]]:
    """(kind, text) of each block of a manual in these kinds, ``sh`` and ``output`` unless named, in order."""
    wanted = kinds or ("sh", "output")
    found = ((match["kind"], match["text"]) for match in _BLOCK.finditer(text(page)))
    return [(kind, block) for kind, block in found if kind in wanted]


@contextmanager
def served() -> Iterator[ServedHere]:
    """This site over HTTP, for as long as the block lasts."""
    site = ServedHere()
    try:
        yield site
    finally:
        site.close()


def shell(
    site: ServedHere,
    script: str,
    folder: Path,
    env: Mapping[str, str],
    meanwhile: Callable[[], object] = lambda: None,
) -> str:
    """What a shell says that runs ``script`` in ``folder`` to its end; the first line that fails ends it, and
    the test. ``meanwhile`` is called between the calls that it makes: what a worker would do."""
    path = f"{curl_lines.installed(folder)}:{os.environ['PATH']}"
    process = site.start(["bash", "-euo", "pipefail", "-c", script], {**env, "PATH": path}, folder)

    def never() -> bool:
        meanwhile()
        return False

    said = site.during(process, until=never)
    assert process.returncode == 0, said
    return said
