"""Every dotted path that only a string names resolves: settings, queue handlers, admin of the queue."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from benchmark.reporting.sections import ReportSection
from benchmark.services.export_kinds import ExportKind
from benchmark.services.questions import Source
from benchmark.services.reading_kinds import ReadingKind
from scenarios.review.subjects.base import Subject
from tests.unit.walls import rooms

DOTTED = re.compile(r"^[a-zA-Z_]\w*(\.[a-zA-Z_]\w*)+$")
OURS = tuple(f"{room}." for room in rooms.ROOMS)
OF_OTHERS = (
    "MIDDLEWARE",
    "REST_FRAMEWORK",
    "TEMPLATES",
    "AUTH_PASSWORD_VALIDATORS",
    "PASSWORD_HASHERS",
    "CACHES",
)
OF_OTHERS_STARTS = (
    "django.",
    "rest_framework.",
    "drf_spectacular.",
    "django_filters.",
    "whitenoise.",
    "django_htmx.",
)
REGISTRIES: tuple[str, ...] = (
    "QUERY_SECTIONS",
    "BENCHMARK_QUESTIONS",
    "REPORT_SECTIONS",
    "IMPACT_SOURCES",
    "TICK_HANDLERS",
)
HOLD_OBJECTS: dict[str, type] = {
    "BENCHMARK_QUESTIONS": Source,
    "EXPORT_KINDS": ExportKind,
    "RUN_READINGS": ReadingKind,
    "REPORT_SECTIONS": ReportSection,
    "REVIEW_SUBJECTS": Subject,
}
"""Registries of described objects; the others hold functions."""
REGISTRIES += (
    "SERVE_WATCHES",
    "RELEASE_CHECKS",
    "HUMAN_LINES",
    "EXPORT_KINDS",
    "RUN_READINGS",
    "REVIEW_SUBJECTS",
    "PERSON_ACTIONS",
    "RELEASE_FOLLOWERS",
)


def strings(value: Any) -> Iterator[str]:
    """Every string inside a setting."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list | tuple | set):
        for part in value:
            yield from strings(part)


def settings_paths() -> list[str]:
    """Dotted paths of the settings: all of ours, and those of others where a setting names code."""
    found = set()
    for name in dir(settings):
        if not name.isupper():
            continue
        for text in strings(getattr(settings, name)):
            is_code = text.startswith(OURS) or (name in OF_OTHERS and text.startswith(OF_OTHERS_STARTS))
            if is_code and DOTTED.match(text):
                found.add(text)
    return sorted(found)


def queue_handlers() -> list[str]:
    """Handlers that code passes to the queue by name, also through a module constant."""
    found = set()
    for path in rooms.python_files(*rooms.ROOMS):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if node.value.startswith(OURS) and ".tasks." in node.value and DOTTED.match(node.value):
                    found.add(node.value)
    return sorted(found)


def resolve(path: str) -> Any:
    """The module or the attribute, of a module or a class, behind a dotted path."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        parent, _, name = path.rpartition(".")
        if not parent or not (error.name or "").startswith(path.split(".")[0]):
            raise
        return getattr(resolve(parent), name)


@pytest.mark.parametrize("path", settings_paths())
def test_a_dotted_path_of_the_settings_resolves(path: str) -> None:
    assert resolve(path) is not None


@pytest.mark.parametrize("path", queue_handlers())
def test_a_queue_handler_resolves_to_a_function(path: str) -> None:
    assert callable(resolve(path))


def test_registries_hold_what_they_say() -> None:
    for name in REGISTRIES:
        for path in getattr(settings, name):
            found = import_string(path)
            fits = isinstance(found, HOLD_OBJECTS[name]) if name in HOLD_OBJECTS else callable(found)
            assert fits, f"{name}: {path}"


def test_the_model_of_renderings_is_none_and_the_shipped_one_resolves() -> None:
    assert settings.RENDERING_MODEL is None
    assert settings.RENDERING_MODEL_CONFIG == {}
    assert callable(import_string("sut_adapters.answering.rewording.chat"))


def test_every_setting_of_ours_that_may_hold_dotted_paths_is_known() -> None:
    """Settings without paths of ours by default would slip through: each is a registry or named here."""
    tree = ast.parse((rooms.ROOT / "benchmark/settings/base.py").read_text())
    annotated = {
        node.target.id: ast.unparse(node.annotation)
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    lists = {name for name, kind in annotated.items() if kind == "list[str]"}
    assert lists - {"SILENCED_SYSTEM_CHECKS"} == set(REGISTRIES)
    assert {name for name, kind in annotated.items() if kind == "str | None"} == {"RENDERING_MODEL"}


def test_the_search_finds_what_settings_name() -> None:
    assert "benchmark.api.problems.handler" in settings_paths()
    assert "benchmark.floor.jobs.tasks.run" in queue_handlers()
