"""The page of one diagnosis: where an answer left the gold derivation, and what repairs it (spec 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from probes.selectors import diagnosis_page, diagnosis_rows
from probes.selectors.diagnosis_page import ShownDiagnosis
from probes.selectors.diagnosis_words import Replay, Step
from scenarios.datalog.cutoffs import cutoff_text
from scenarios.views.asking import opens_at
from scenarios.views.browsing import wants_part


@dataclass(frozen=True)
class Replayed:
    """A recovery at one of its steps, 0 before the first; ``before`` and ``after`` name the next ones as the
    address does, empty at the ends."""

    replay: Replay
    current: int

    @property
    def kind(self) -> str:
        return self.replay.kind

    @property
    def mark(self) -> str:
        return self.replay.mark

    @property
    def title(self) -> str:
        return self.replay.title

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.replay.steps

    @property
    def recovered(self) -> bool | None:
        return self.replay.recovered

    @property
    def before(self) -> str:
        return f"{self.kind}-{self.current - 1}" if self.current > 1 else ""

    @property
    def after(self) -> str:
        return f"{self.kind}-{self.current + 1}" if self.current < len(self.steps) else ""


@require_GET
@login_required
@vary_on_headers("HX-Request")
def diagnosis(request: HttpRequest, pk: int, answer: int) -> HttpResponse:
    """One diagnosis. ``?node=ID`` opens that node, alone for htmx; ``?step=self-3`` shows that step of a
    recovery."""
    found = diagnosis_rows.visible(request.user, answer, run=pk)
    rows = diagnosis_rows.of(found)
    opens = opens_at(request.path)
    shown = diagnosis_page.shown(rows, opens=opens, node=request.GET.get("node", ""))
    context = page_context(shown)
    if wants_part(request) and request.GET.get("node"):
        context |= {"opened": shown.opened, "panel": shown.panel}
        return render(request, "probes/_node_panel.html", context)
    before, after = diagnosis_rows.failed_around(rows)
    context |= {
        "before": before,
        "after": after,
        "replays": replayed(shown.replays, request.GET.get("step", "")),
    }
    return render(request, "probes/diagnosis.html", context)


def page_context(shown: ShownDiagnosis) -> dict[str, Any]:
    """What the templates of a diagnosis read."""
    rows = shown.rows
    return {
        "section": "runs",
        "shown": shown,
        "diagnosis": rows.diagnosis,
        "answer": rows.answer,
        "query": rows.query,
        "scenario": rows.scenario,
        "suite": rows.suite,
        "run": rows.run,
        "variant": rows.variant,
        "system": rows.variant.system.name,
        "cutoff_text": cutoff_text(rows.query.cutoff),
    }


def replayed(replays: tuple[Replay, ...], step: str) -> list[Replayed]:
    """Each recovery at the step that the address names, if it is one of its own."""
    kind, _, number = step.partition("-")
    at = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0
    return [Replayed(one, at if one.kind == kind and 0 < at <= len(one.steps) else 0) for one in replays]
