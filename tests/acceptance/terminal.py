"""A terminal in which somebody types the lines of a manual, and a record of what came of each."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

HEAD = 12
"""Lines of an output that the record keeps."""
LEFT_OUT = "…"


@dataclass
class Step:
    """A line with the page it was read from, what it took and what it said."""

    page: str
    line: int
    command: str
    seconds: float
    output: list[str]
    tries: int = 1


@dataclass
class Terminal:
    """One ``bash`` that ends at the first line that fails. ``known`` holds what a reader fills in: RUN, TOKEN
    and ANSWER as earlier lines printed them, and the address that was given instead of the usual one."""

    folder: Path
    env: Mapping[str, str]
    address: str
    known: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shell = subprocess.Popen(
            ["bash", "--norc", "-e", "-o", "pipefail"],
            cwd=self.folder,
            env=dict(self.env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def type(self, page: str, line: int, command: str, *, says: Sequence[str] = (), within: float = 0) -> str:
        """Run one line and keep what it said. Where the page shows what it prints, that is looked for; a line
        whose work others do (workers) is typed again for so many seconds until it says so."""
        began = time.monotonic()
        tries = 0
        while True:
            tries += 1
            said = self._said(self._filled(command))
            lost = missing(said, says)
            if not lost or time.monotonic() - began > within:
                break
            time.sleep(1)
        seconds = round(time.monotonic() - began, 1)
        shown = re.sub(r"stm_[\w-]{20,}", "stm_…", said).splitlines()[:HEAD]
        self.steps.append(Step(page, line, command, seconds, shown, tries))
        assert not lost, f"{page}:{line} {command}\ndoes not print {lost!r}:\n{said}"
        self._learn(said)
        return said

    def close(self) -> None:
        """End the shell."""
        for pipe in (self.shell.stdin, self.shell.stdout):
            if pipe is not None:
                pipe.close()
        self.shell.wait(timeout=30)

    def keep(self, path: Path) -> None:
        """Write the record, and print it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([asdict(step) for step in self.steps], indent=1) + "\n", encoding="utf-8")
        for step in self.steps:
            print(f"{step.seconds:7.1f} s  {step.page}:{step.line}  {step.command}")
            print("".join(f"             | {line}\n" for line in step.output), end="")

    def _filled(self, command: str) -> str:
        for name, value in self.known.items():
            command = re.sub(rf"(?<![A-Z_]){name}(?![A-Z_])", value, command)
        return command.replace("http://127.0.0.1:8000", self.address)

    def _said(self, command: str) -> str:
        end = f"-- {time.monotonic_ns()}"
        assert self.shell.stdin is not None
        assert self.shell.stdout is not None
        self.shell.stdin.write(f"{command}\necho; echo '{end}'\n")
        self.shell.stdin.flush()
        lines = []
        for line in self.shell.stdout:
            if line.rstrip("\n") == end:
                return "".join(lines).rstrip("\n")
            lines.append(line)
        raise AssertionError(f"it failed: {command}\n{''.join(lines)}")

    def _learn(self, said: str) -> None:
        """What this line printed that later lines ask for."""
        if run := re.search(r"\b[Rr]un (\d+)\b", said):
            self.known["RUN"] = run[1]
        if token := re.search(r"\bstm_[\w-]{20,}", said):
            self.known["TOKEN"] = token[0]
        if '"frontier"' in said and said.startswith("{"):
            wrong = [row["answer"] for row in json.loads(said)["results"] if not row["correct"]]
            self.known["ANSWER"] = str(wrong[0])


def missing(said: str, wanted: Sequence[str]) -> str:
    """The first of the lines that is not printed after the one before it; empty if all are."""
    lines = iter(said.splitlines())
    found = (
        one
        for one in wanted
        if one != LEFT_OUT and not any(line == one or line.endswith(one) for line in lines)
    )
    return next(found, "")


def outside(**more: str) -> dict[str, str]:
    """The environment of somebody who has set up nothing."""
    ours = ("DATABASE_URL", "STEMMA_VAR", "DJANGO_SETTINGS_MODULE", "VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL")
    return {name: value for name, value in os.environ.items() if name not in ours} | more
