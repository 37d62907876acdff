"""Foreign keys run downward, every model says whether it changes, migrations are whole."""

from __future__ import annotations

import importlib
import re
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader

from tests.unit.walls import rooms

VERBS = (
    *(
        "create",
        "add",
        "refuse",
        "keep",
        "fill",
        "drop",
        "remove",
        "rename",
        "move",
        "widen",
        "narrow",
        "make",
    ),
    *("install", "index", "allow", "forbid", "split", "merge", "mark", "record", "store", "link", "guard"),
)


def our_models() -> list[type[models.Model]]:
    """Models of our apps, without those that many-to-many fields make."""
    return [model for model in apps.get_models() if model._meta.app_label in rooms.LEVELS]


def targets(model: type[models.Model]) -> list[tuple[str, str]]:
    """(field, app label it points at) of each relation the model itself declares."""
    fields: list[Any] = [*model._meta.fields, *model._meta.many_to_many]
    return [
        (field.name, field.remote_field.model._meta.app_label)
        for field in fields
        if field.remote_field is not None and field.model is model
    ]


def stands_on(upper: str, lower: str) -> bool:
    """Whether a row of the upper app may point at one of the lower."""
    return (
        upper == lower
        or rooms.LEVELS[lower] < rooms.LEVELS[upper]
        or {upper, lower} <= {"accounts", "jobs"}
        or (upper in ("calls", "hooks") and lower == "accounts")
    )


@pytest.mark.parametrize("model", our_models(), ids=lambda model: model._meta.label)
def test_foreign_keys_run_downward(model: type[models.Model]) -> None:
    upward = [
        f"{name} -> {label}"
        for name, label in targets(model)
        if label in rooms.LEVELS and not stands_on(model._meta.app_label, label)
    ]
    assert upward == []


def test_audit_points_at_nothing() -> None:
    assert targets(apps.get_model("audit", "AuditRecord")) == []


@pytest.mark.parametrize("label", sorted(rooms.LEVELS))
def test_every_model_says_whether_it_changes(label: str) -> None:
    module = importlib.import_module(f"{apps.get_app_config(label).name}.models")
    declared: dict[str, str] = getattr(module, "MUTABILITY", {})
    assert set(declared) == {model.__name__ for model in our_models() if model._meta.app_label == label}
    assert set(declared.values()) <= {"mutable", "immutable"}


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    out = StringIO()
    try:
        call_command("makemigrations", check=True, dry_run=True, stdout=out)
    except SystemExit:
        pytest.fail(f"make the missing migrations:\n{out.getvalue()}")


@pytest.mark.django_db
def test_migrations_are_named_by_verbs_and_depend_downward() -> None:
    loader = MigrationLoader(connection)  # a circle among them fails here
    ours = {key: node for key, node in loader.disk_migrations.items() if key[0] in rooms.LEVELS}
    assert ours
    for (label, name), migration in ours.items():
        assert re.match(rf"^\d{{4}}_({'|'.join(VERBS)})_", name), f"{label}/{name}: name it by what it does"
        for dependency, _ in migration.dependencies:
            if dependency in rooms.LEVELS:
                assert stands_on(label, dependency), f"{label}/{name} depends on {dependency}"
    for label in rooms.LEVELS:
        assert len(loader.graph.leaf_nodes(label)) <= 1, f"{label} has two last migrations"


def test_no_signals_and_no_logic_in_save() -> None:
    found = [
        str(path.relative_to(rooms.ROOT))
        for path in rooms.python_files(*rooms.ROOMS)
        if "/models/" in str(path) and re.search(r"^    def (save|delete)\(", path.read_text(), re.M)
    ]
    assert found == []
