"""The failure card: one wrong answer on one sheet, as a part of a page and as a file that stands alone.

The file carries its styles and its drawing, refers to nothing outside itself and runs no script.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from probes.models import Diagnosis
from probes.selectors import diagnosis_page, diagnosis_rows
from probes.selectors.diagnosis_page import ShownDiagnosis
from probes.selectors.diagnosis_rows import DiagnosisRows
from scenarios.exceptions import NotVisibleError

#: In this order: later sheets use the tokens of the first.
SHEETS = ("tokens.css", "base.css", "components.css", "dag.css", "diagnosis.css", "card.css")
_NAMESPACES = re.compile(r"\sxmlns(?::\w+)?=\"[^\"]*\"")


def shown(diagnosis: Diagnosis) -> ShownDiagnosis:
    """What a card shows, its drawing without links. Raises ``NotVisibleError`` for a right answer."""
    if diagnosis.correct:
        raise NotVisibleError(f"Answer {diagnosis.answer_id} is right: it has no failure card.")
    return diagnosis_page.shown(diagnosis_rows.of(diagnosis), opens=None)


def context(found: ShownDiagnosis) -> dict[str, Any]:
    """What both templates read. In HTML the drawing needs no namespaces, which look like addresses."""
    rows = found.rows
    return {
        "shown": found,
        "svg": _NAMESPACES.sub("", found.drawing.svg) if found.drawing else "",
        "diagnosis": rows.diagnosis,
        "answer": rows.answer,
        "query": rows.query,
        "scenario": rows.scenario,
        "suite": rows.suite,
        "run": rows.run,
        "variant": rows.variant,
        "system": rows.variant.system.name,
    }


def as_file(diagnosis: Diagnosis) -> str:
    """The card as one HTML file. Raises as ``shown``."""
    with override("en"):
        return _file(shown(diagnosis))


def of_rows(rows: DiagnosisRows) -> str:
    """The same of a diagnosis that need not be a row. Raises ``NotVisibleError`` for a right answer."""
    if rows.diagnosis.correct:
        raise NotVisibleError(f"{rows.query.label} is answered right: it has no failure card.")
    with override("en"):
        return _file(diagnosis_page.shown(rows, opens=None))


def _file(found: ShownDiagnosis) -> str:
    """In English, as its callers see to: a file is sent on, whoever asks for it (ADR 36)."""
    return render_to_string("probes/card_file.html", {**context(found), "styles": _styles()})


def file_name(diagnosis: Diagnosis) -> str:
    """A name for the file, from labels of ours."""
    query = diagnosis.answer.question.query
    words = f"failure-{query.scenario.slug}-{query.label}-{diagnosis.answer_id}"
    return f"{re.sub(r'[^A-Za-z0-9._-]', '-', words)}.html"


def _styles() -> str:
    folder = Path(settings.BASE_DIR) / "static" / "css"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in SHEETS)
