"""Hosts of our own: network namespaces with names and clocks of their own, and one line each to Postgres."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.acceptance.served import ROOT
from tests.faults.weak_line import WeakLine, weak_line


def ip(*arguments: str, may_fail: bool = False) -> None:
    """One call of ``ip``; where it is missing or forbidden the check is skipped."""
    try:
        done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("ip (iproute2) is not installed")
    if done.returncode and not may_fail:
        pytest.skip(f"ip {' '.join(arguments)}: {done.stderr.strip()}")


@dataclass
class Host:
    """One host: ``name`` is its namespace and its host name, ``line`` leads to Postgres."""

    name: str
    link: str
    line: WeakLine
    var: Path
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *command: str, **settings: str) -> None:
        """Run a command of ``manage.py`` there; what it says goes to a file of its own."""
        place = " ".join((sys.executable, str(ROOT / "manage.py"), *command))
        with (self.var / f"{self.name}.log").open("ab") as log:
            self.started.append(
                subprocess.Popen(
                    [
                        *("ip", "netns", "exec", self.name, "unshare", "--uts"),
                        *("sh", "-c", f"hostname {self.name} && exec {place}"),
                    ],
                    cwd=ROOT,
                    env={**os.environ, "STEMMA_VAR": str(self.var), **settings},
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            )

    def said(self) -> str:
        """What its processes said."""
        return (self.var / f"{self.name}.log").read_text(errors="replace")

    def cut(self) -> None:
        """Cut its line: what is sent vanishes, and nobody is told."""
        ip("link", "set", self.link, "down")

    def mend(self) -> None:
        """Put the line back."""
        ip("link", "set", self.link, "up")

    def end(self) -> None:
        """Kill what was started there."""
        for process in self.started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextlib.contextmanager
def host(number: int, *, url: str, var: Path) -> Iterator[Host]:
    """A host in a namespace of its own, with one neighbour, Postgres; all of it is gone after the block."""
    name, near, far = f"stemma-{number}", f"stm{number}n", f"stm{number}f"
    ours, theirs = f"10.231.77.{4 * number + 1}", f"10.231.77.{4 * number + 2}"
    ip("netns", "add", name)
    found = None
    try:
        ip("link", "add", near, "type", "veth", "peer", "name", far)
        ip("link", "set", far, "netns", name)
        ip("addr", "add", f"{ours}/30", "dev", near)
        ip("link", "set", near, "up")
        ip("-n", name, "addr", "add", f"{theirs}/30", "dev", far)
        ip("-n", name, "link", "set", far, "up")
        ip("-n", name, "link", "set", "lo", "up")
        with weak_line(to=url, at=ours) as line:
            found = Host(name, near, line, var)
            try:
                yield found
            finally:
                found.end()
    finally:
        ip("link", "delete", near, may_fail=True)
        ip("netns", "delete", name, may_fail=True)
