"""The house keeps its shape: folders, empty parents, sizes."""

from __future__ import annotations

import re
import subprocess
import tomllib

from tests.unit.walls import rooms

TOP_FOLDERS = {"benchmark", "scenarios", "probes", "sut_adapters", "templates", "static", "tests"}
TOP_FOLDERS |= {"docs", "requirements", ".ci"}
TOP_FILES = {
    "manage.py",
    "conftest.py",
    "pyproject.toml",
    "Makefile",
    "README.md",
    "GLOSSARY.md",
    "CHANGELOG.md",
}
TOP_FILES |= {".gitignore"}

EMPTY_PARENTS = (
    *rooms.ROOMS,
    "benchmark.floor",
    "benchmark.settings",
    "benchmark.floor.accounts",
    "benchmark.floor.audit",
    "benchmark.floor.hooks",
    "benchmark.floor.jobs",
    "benchmark.floor.logs",
)
"""An import in a parent package would load with every pure module below it, unseen by import-linter."""

LONGEST_FILE = 600
AIMED_AT = 300

OVER_THE_AIM: dict[str, str] = {
    "benchmark/postgres.py": "one server's life: place, data, settings, start, stop; the programs are apart",
}
"""Source files over 300 lines, each with the reason why it is one thing."""


def tracked() -> list[str]:
    """Paths that git tracks or would."""
    done = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=rooms.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def lines_of_code() -> dict[str, int]:
    """Source files that are not migrations, with their length."""
    files = rooms.python_files(*rooms.ROOMS, "tests")
    return {
        str(path.relative_to(rooms.ROOT)): len(path.read_text().splitlines())
        for path in files
        if "migrations" not in path.parts
    }


def test_the_top_level_holds_what_the_overview_names() -> None:
    paths = tracked()
    assert {path.split("/")[0] for path in paths if "/" in path} <= TOP_FOLDERS
    assert {path for path in paths if "/" not in path} <= TOP_FILES


def test_parents_of_pure_packages_are_empty() -> None:
    filled = [
        package
        for package in EMPTY_PARENTS
        if (rooms.ROOT / package.replace(".", "/") / "__init__.py").read_text().strip()
    ]
    assert filled == []


def test_no_file_is_over_the_ceiling() -> None:
    assert {path: n for path, n in lines_of_code().items() if n > LONGEST_FILE} == {}


def test_files_over_the_aim_have_a_reason_and_no_reason_is_stale() -> None:
    over = {path for path, n in lines_of_code().items() if n > AIMED_AT and not path.startswith("tests/")}
    assert over == set(OVER_THE_AIM)


def test_no_module_is_called_utils() -> None:
    names = {"utils", "util", "helpers", "misc", "common"}
    assert [str(path) for path in rooms.python_files(*rooms.ROOMS) if path.stem in names] == []


def test_dependencies_are_the_pinned_ones_and_each_says_what_for() -> None:
    text = (rooms.ROOT / "pyproject.toml").read_text()
    project = tomllib.loads(text)["project"]
    for name, listed in (
        ("base", project["dependencies"]),
        ("test", project["optional-dependencies"]["test"]),
    ):
        wanted = (rooms.ROOT / "requirements" / f"{name}.in").read_text().splitlines()
        assert sorted(listed) == sorted(line for line in wanted if line and not line.startswith(("#", "-r")))
        for requirement in listed:
            assert re.search(rf'^\s*"{re.escape(requirement)}",\s*# \S', text, re.M), requirement


def test_pinned_requirements_have_hashes_and_name_no_server() -> None:
    for path in (rooms.ROOT / "requirements").glob("*.txt"):
        text = path.read_text()
        assert "://" not in text
        pins = re.findall(r"^[a-z0-9][^\n]*==[^\n]*", text, re.M)
        assert len(pins) > (0 if path.name == "alone.txt" else 20)
        assert all(pin.endswith("\\") for pin in pins), "a pin without a hash"
