"""Who has the address of a served installation and a token: calls, exports, processes of clients."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.acceptance.served import ROOT, Served, until

EXAMPLES = ROOT / "docs" / "examples"


@dataclass(frozen=True)
class Reply:
    """A status, and the JSON or problem that came with it."""

    status: int
    body: Any


@dataclass(frozen=True)
class Outside:
    """A caller with one token."""

    address: str
    token: str

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None, **query: object) -> Reply:
        """One call of the API; a refusal is a reply like any other."""
        try:
            with self._open(method, path, body, query) as answer:
                return Reply(answer.status, json.loads(answer.read() or b"null"))
        except urllib.error.HTTPError as refused:
            return Reply(refused.code, json.loads(refused.read() or b"null"))

    def get(self, path: str, **query: object) -> Any:
        """What GET answers; anything but 200 fails the check."""
        found = self.call("GET", path, **query)
        assert found.status == 200, found
        return found.body

    def export(self, run: int, kind: str, to: Path) -> Path:
        """Ask for an export as JSON Lines, wait for it, take its file."""
        asked = self.call("POST", f"runs/{run}/exports/", {"kind": kind, "format": "jsonl"})
        assert asked.status == 202, asked
        place = f"runs/{run}/exports/{asked.body['id']}/"
        until(
            lambda: self.get(place)["status"] not in ("queued", "running"),
            seconds=180,
            what=f"{kind} of {run}",
        )
        assert self.get(place)["status"] == "done", self.get(place)
        with self._open("GET", f"{place}file/", None, {}) as answer, to.open("wb") as kept:
            while part := answer.read(1 << 20):
                kept.write(part)
        return to

    def _open(
        self, method: str, path: str, body: Mapping[str, Any] | None, query: Mapping[str, object]
    ) -> Any:
        where = f"{self.address}/api/v1/{path}"
        if query:
            where += "?" + urllib.parse.urlencode(query)
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(where, data=data, method=method, headers=headers)
        return urllib.request.urlopen(request, timeout=120)

    def client(self, script: str, *arguments: str, run: int, name: str = "client") -> subprocess.Popen[str]:
        """A client of the examples as a process that is given its run and its token, and nothing else."""
        return subprocess.Popen(
            [sys.executable, script, *arguments],
            cwd=EXAMPLES,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONDONTWRITEBYTECODE": "1",
                "STEMMA_RUN_URL": f"{self.address}/api/v1/runs/{run}",
                "STEMMA_TOKEN": self.token,
                "STEMMA_CLIENT": name,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )


def prepared(place: Served) -> None:
    """The suite ``mini`` with its probes is there, the systems that ship, and ``caller-ROLE`` of any role."""
    place.python("manage.py", "build_suite", "mini")
    place.python("manage.py", "probes", "mini")
    place.script("give_tokens")


def caller(place: Served, account: str, *scopes: str) -> Outside:
    """A caller with a new token of that account; without scopes it may all that its owner may."""
    named = [part for scope in scopes for part in ("--scope", scope)]
    name = f"t{time.monotonic_ns()}"
    said = place.python("manage.py", "token", "create", account, name, *named, "--json")
    return Outside(place.address, json.loads(said)[0]["secret"])


def launched(place: Served, suite: str, system: str, *more: str) -> dict[str, Any]:
    """A run that waits for a client, or with ``--wait`` one that is done."""
    found: dict[str, Any] = json.loads(
        place.python("manage.py", "run", "--suite", suite, "--system", system, *more, "--json")
    )
    return found


def done(process: subprocess.Popen[str], *, seconds: float) -> str:
    """What a client said, which ended well within so many seconds."""
    try:
        said, _ = process.communicate(timeout=seconds)
    finally:
        process.kill()
    assert process.returncode == 0, said
    return said
