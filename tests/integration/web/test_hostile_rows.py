"""A text that is HTML and a formula at once, in every text that rows hold, on every page and in every CSV
(ADR 32). Models, fields and addresses are found, so a new one is met without being told."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, models, transaction

from probes.selectors import diagnoses_csv
from tests.factories import addresses
from tests.factories.web_world import World
from tests.unit.walls import rooms

HOSTILE = '=1+1"><svg onload=alert(1)><script>alert(1)</script>]]>'
NEVER = ("<svg onload", "<script>alert")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: What programs read, not people: a broken one is refused where it is stored.
READ_BY_PROGRAMS = {
    *("program", "clause", "clause_text", "file", "adapter", "reader", "password", "digest", "old_digest"),
    *("content_hash", "suite_hash", "sha256", "url", "launch_key", "host", "verb", "action", "message_id"),
    *("replayed", "model", "kind", "form", "goal_pred", "pred", "predicate"),
}


def texts() -> list[tuple[type[models.Model], str]]:
    """Every stored text that is long enough and neither a choice nor a key."""
    return [
        (model, field.name)
        for model in apps.get_models()
        if model._meta.app_label in rooms.LEVELS
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField)
        and not (field.choices or field.unique or field.primary_key or field.name in READ_BY_PROGRAMS)
        and (field.max_length or 1000) >= 100
    ]


@pytest.fixture
def hostile(world: World) -> World:
    """The world after somebody wrote the hostile text wherever a text is kept; what the database guards
    (gold of a release) stays."""
    written = 0
    for model, name in texts():
        try:
            with transaction.atomic():
                written += model._base_manager.update(**{name: HOSTILE}) > 0
        except DatabaseError:
            continue
    assert written > 15
    return world


def test_it_is_shown_as_text_on_every_page_and_is_no_formula_in_any_csv(hostile: World) -> None:
    admin, wrong, shown, tables = hostile.client("admin"), [], 0, 0
    admin.raise_request_exception = False
    for found in addresses.walk():
        if found.name in ("accounts:sign_out", "admin:logout"):
            continue
        path = found.path(hostile.values("open"))
        response = admin.get(path)
        text = _text(response)
        if response.status_code >= 500:
            wrong.append(f"{path}: {response.status_code} {response.exc_info and response.exc_info[1]!r}")
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if kind in ("text/html", "image/svg+xml"):
            shown += "alert(1)" in text
            wrong += [f"{path}: {word}" for word in NEVER if word in text]
        if kind == "text/csv":
            tables += 1
            wrong += [f"{path}: {cell}" for cell in formulas(text)]
        disposition = response.headers.get("Content-Disposition", "")
        if "<" in disposition or "\n" in disposition:
            wrong.append(f"{path}: {disposition}")
    assert not wrong, "\n".join(wrong)
    assert shown > 15
    assert tables >= 3


def _text(response: Any) -> str:
    body = b"".join(response) if response.streaming else response.content
    return body.decode("utf-8", "replace")


def formulas(text: str) -> list[str]:
    """Cells that a spreadsheet would run."""
    found = []
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            if cell.startswith(FORMULA) and not _is_number(cell):
                found.append(cell)
    return found


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_a_table_without_the_guard_is_found(hostile: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnoses_csv, "formula_safe", lambda value: value)
    found = next(one for one in addresses.walk() if one.name == "probes:run_diagnosis_queries")
    response = hostile.client("admin").get(found.path(hostile.values("open")))
    assert response.status_code == 200
    assert formulas(_text(response))
