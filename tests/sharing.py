"""How processes share the test suite between them: which tests stay together, and what begins first."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

#: Folders whose tests stay in one process: they share one served site, or time what processes do.
TOGETHER = ("browser", "faults")


class ByFile(LoadScopeScheduling):
    """Keeps the tests of a file in one process, and those of ``TOGETHER``: what a module or a session sets up
    is set up once. Files are handed out by name, so the browser's long work begins first.

    xdist 3.8 has marks for groups, but writes them to a private field that pytest 9.2 no longer reads: with
    ``--dist loadgroup`` every test went its own way, and both processes set up everything.
    """

    def _split_scope(self, nodeid: str) -> str:
        return scope(nodeid)


def scope(nodeid: str) -> str:
    """What names the group of a test: its folder for those of ``TOGETHER``, else its file."""
    path = nodeid.partition("::")[0]
    return next((f"tests/{name}" for name in TOGETHER if path.startswith(f"tests/{name}/")), path)
