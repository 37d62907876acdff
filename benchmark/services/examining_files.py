"""The folder of an installation: what is missing, too open, stale or nobody's in it, and the static files."""

from __future__ import annotations

import stat
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from benchmark.floor.jobs import processes
from benchmark.models import Export
from benchmark.services import exporting
from benchmark.services.findings import Finding
from scenarios.models import VerdictExport

SECRETS = ("secret_key", "postgres/connection.json", "postgres_test/connection.json")
PRIVATE = ("exports", "submissions", "uploads", "sut_work")
NEEDED = ("exports",)
YOUNG_SECONDS = 3600.0
"""A file younger than this may be one that is being written."""


def examine(var: Path) -> Iterator[Finding]:
    """Each thing that can be wrong with the folder."""
    yield _missing(var)
    yield _modes(var)
    yield _orphans()
    yield _left_processes(var)
    yield _lock(var)
    if (static := _static()) is not None:
        yield static


def _missing(var: Path) -> Finding:
    absent = [name for name in NEEDED if not (var / name).is_dir()]
    if not absent:
        return Finding("var.folders", "folders", "ok", "all there")

    def make() -> str:
        for name in absent:
            (var / name).mkdir(parents=True, mode=0o700, exist_ok=True)
        return f"made {', '.join(absent)}"

    return Finding("var.missing", "folders", "note", f"not there: {', '.join(absent)}", "Make them.", make)


def _modes(var: Path) -> Finding:
    wanted = {var / name: 0o600 for name in SECRETS} | {var / name: 0o700 for name in PRIVATE}
    open_ones = {
        path: mode
        for path, mode in wanted.items()
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077
    }
    if not open_ones:
        return Finding("var.modes", "modes", "ok", "nobody else reads what is private")

    def close() -> str:
        for path, mode in open_ones.items():
            path.chmod(mode)
        return f"closed {', '.join(str(path.relative_to(var)) for path in open_ones)}"

    named = ", ".join(
        f"{path.relative_to(var)} ({stat.S_IMODE(path.stat().st_mode):o}, not {mode:o})"
        for path, mode in open_ones.items()
    )
    return Finding(
        "var.open", "modes", "wrong", f"others can read {named}", "Close them: chmod go= FILE", close
    )


def _orphans() -> Finding:
    folder = exporting.folder()
    known = set(Export.objects.exclude(file="").values_list("file", flat=True))
    known |= set(VerdictExport.objects.exclude(file="").values_list("file", flat=True))
    before = time.time() - YOUNG_SECONDS
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    nobodys = [
        path for path in files if path.is_file() and path.name not in known and path.stat().st_mtime < before
    ]
    if not nobodys:
        return Finding("exports.files", "files of exports", "ok", "each belongs to an export")
    size = sum(path.stat().st_size for path in nobodys)

    def remove() -> str:
        for path in nobodys:
            path.unlink(missing_ok=True)
        return f"removed {len(nobodys)} files, {size:,} bytes"

    named = ", ".join(path.name for path in nobodys[:10]) + (" …" if len(nobodys) > 10 else "")
    detail = f"{len(nobodys)} files ({size:,} bytes) of no export: {named}"
    return Finding("exports.orphans", "files of exports", "note", detail, "Remove them.", remove)


def _left_processes(var: Path) -> Finding:
    if processes.is_served(var):
        return Finding("processes", "processes", "ok", "served")
    left = processes.marked(var)
    if not left:
        return Finding("processes", "processes", "ok", "nothing is left of an earlier server")

    def end() -> str:
        return f"ended {processes.end(left, grace=3)} processes"

    detail = f"an earlier server left {', '.join(str(process.pid) for process in left)}"
    return Finding("processes.orphans", "processes", "wrong", detail, "End them: make stop", end)


def _lock(var: Path) -> Finding:
    """The lock itself falls with its process; the number in the file does not when that is killed."""
    path = var / "serve.lock"
    named = path.read_text().strip() if path.exists() else ""
    if not named or processes.is_served(var):
        return Finding("serve.lock", "lock", "ok", "held by a living server, or free")

    def clear() -> str:
        path.write_text("")
        return f"took process {named} off serve.lock"

    detail = f"serve.lock names process {named}, which holds it no more"
    return Finding("serve.lock.stale", "lock", "note", detail, "Clear it.", clear)


def _static() -> Finding | None:
    """Only where pages name files by their hash: without the list of them every page is a fault."""
    if "Manifest" not in settings.STORAGES["staticfiles"]["BACKEND"]:
        return None
    if (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        return Finding("static", "static files", "ok", "collected")

    def collect() -> str:
        call_command("collectstatic", interactive=False, verbosity=0)
        return "collected"

    remedy = "Run: python manage.py collectstatic --noinput"
    return Finding("static.missing", "static files", "wrong", "not collected", remedy, collect)
