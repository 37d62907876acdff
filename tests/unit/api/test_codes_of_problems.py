"""The table of codes in ``docs/api.md`` holds every code of a problem, and none that no call answers with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rest_framework import exceptions

from tests.factories import manuals
from tests.unit.walls import rooms

#: Errors and answers that say why by a word among their arguments, with its place.
_WORD_AT = {"PullRefusedError": 1, "TokenRefusedError": 0, "Unavailable": 0, "_problem": 2}
#: Calls with ``code=`` that raise a problem; findings of imports and the like have codes of their own.
_RAISED = re.compile(r"(Error|Failed|Denied|NotFound|Conflict|_OutOfScope)$")
#: Those of the framework, whose own subclasses are found without one of ours that a test has loaded.
_FRAMEWORK = {
    one.default_code
    for one in exceptions.APIException.__subclasses__()
    if one.__module__ == exceptions.__name__
}


def _codes_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield from _raised(node)
        elif isinstance(node, ast.ClassDef) and _names_an_error(node):
            yield from _stated(node)


def _stated(owner: ast.ClassDef) -> Iterator[str]:
    """The ``code`` that a class of errors has."""
    for line in owner.body:
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant):
            names = {target.id for target in line.targets if isinstance(target, ast.Name)}
            if names & {"code", "default_code"}:
                yield str(line.value.value)


def _names_an_error(owner: ast.ClassDef) -> bool:
    bases = [
        base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in owner.bases
    ]
    return any(re.search(r"(Error|Exception|Failed|Http404)$", base) for base in bases)


def _raised(node: ast.Call) -> Iterator[str]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    found = [word.value for word in node.keywords if word.arg == "code"] if _RAISED.search(name) else []
    place = _WORD_AT.get(name)
    if place is not None and len(node.args) > place:
        found.append(node.args[place])
    for value in found:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def every() -> set[str]:
    """Each code that our source names, and those of the REST framework."""
    files = rooms.python_files(*rooms.ROOMS)
    ours = {code for path in files if "migrations" not in path.parts for code in _codes_of(path)}
    return ours | _FRAMEWORK


def test_every_code_is_in_the_table() -> None:
    section = manuals.text("api.md").split("## Every code")[1].split("\n## ")[0]
    told = {
        code
        for line in section.splitlines()
        if line.startswith("| ") and "---" not in line
        for code in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    assert sorted(every() - told) == [], "codes without a line in docs/api.md"
    assert sorted(told - every()) == [], "docs/api.md has codes that nothing answers with"
