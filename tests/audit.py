"""Whether a pinned package has a known vulnerability, by ``pip-audit`` in an environment of its own.

It asks a service in the network. Where that cannot be asked, "not run" is printed with the reason, and the
exit code is 2: never that of "nothing found".
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmark.settings import environment

LISTS: Final = ("base.txt", "test.txt", "alone.txt")
CLEAN, FOUND, NOT_RUN = 0, 1, 2
SECONDS: Final = 600


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is printed, and the exit code."""

    code: int
    lines: tuple[str, ...]


def read(stdout: str, stderr: str) -> Outcome:
    """What a run of ``pip-audit --format json`` says. Only a list of packages that were looked up counts as
    a run; packages that it skipped are named."""
    try:
        packages = json.loads(stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        packages = []
    looked_up = [one for one in packages if "vulns" in one]
    if packages and not looked_up:
        reason = packages[0]["skip_reason"]
        return Outcome(NOT_RUN, (f"not run: none of {len(packages)} packages could be looked up: {reason}",))
    if not looked_up:
        said = [line for line in stderr.strip().splitlines() if line.strip()]
        return Outcome(NOT_RUN, (f"not run: {said[-1] if said else 'pip-audit said nothing'}",))
    skipped = [
        f"not looked up: {one['name']}: {one['skip_reason']}" for one in packages if "vulns" not in one
    ]
    found = [
        f"{one['name']} {one['version']}: {vuln['id']}, mended in "
        + (", ".join(vuln["fix_versions"]) or "no version yet")
        for one in looked_up
        for vuln in one["vulns"]
    ]
    head = f"{len(looked_up)} packages looked up, {len(found)} known vulnerabilities"
    return Outcome(FOUND if found else CLEAN, (head, *skipped, *found))


def run(folder: Path) -> Outcome:
    """Make the environment where it is missing, and audit the pinned lists."""
    program = folder / "bin" / "pip-audit"
    try:
        if not program.exists():
            venv.create(folder, with_pip=True)
            pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", "pip-audit"]
            made = subprocess.run(pip, capture_output=True, text=True, timeout=SECONDS)
            if made.returncode:
                return read("", made.stderr or "pip-audit cannot be installed")
        lists = [word for name in LISTS for word in ("-r", str(environment.ROOT / "requirements" / name))]
        words = [str(program), "--disable-pip", "--no-deps", "--progress-spinner", "off", "--format", "json"]
        done = subprocess.run([*words, *lists], capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        return read("", str(error))
    return read(done.stdout, done.stderr)


if __name__ == "__main__":
    outcome = run(environment.VAR / "audit")
    print("\n".join(outcome.lines))
    sys.exit(outcome.code)
