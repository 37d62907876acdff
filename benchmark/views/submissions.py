"""The page on which a person submits a file for a suite: look at it first, then make the run."""

from __future__ import annotations

import re
from pathlib import Path

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from benchmark.exceptions import RunMisconfiguredError, SubmissionRefusedError
from benchmark.floor.accounts.verbs import Verb
from benchmark.forms import SubmitForm
from benchmark.services import submitting
from scenarios.permissions import require
from scenarios.selectors import suites

#: Faults shown on the page at most; the count of all stands beside them.
SHOWN = 100
_HASH = re.compile(r"[0-9a-f]{64}")


@require_http_methods(["GET", "POST"])
@login_required
def suite_submit(request: HttpRequest, suite: str) -> HttpResponse:
    """Upload a file and see what it holds; ``submit`` on the button makes a run of the file that was seen."""
    found = suites.get_visible(request.user, suite)
    require(request.user, Verb.RUN_SUBMIT, found)
    form = SubmitForm(request.POST or None, request.FILES or None)
    context: dict[str, object] = {"section": "suites", "suite": found, "form": form}
    context["without"] = _(submitting.WITHOUT)
    try:
        submitting.require_open(found)
        if request.method == "GET":
            return render(request, "benchmark/submit.html", context)
        if not form.is_valid():
            return render(request, "benchmark/submit.html", context, status=422)
        path = _kept(request)
        if path is None:
            form.add_error("file", _("Choose a file."))
            return render(request, "benchmark/submit.html", context, status=422)
        if "submit" in request.POST:
            run = submitting.submit(suite=found, path=path, by=request.user, **form.settings())
            messages.success(
                request, _("Run %(pk)s is made of the file; a worker writes its contexts.") % {"pk": run.pk}
            )
            return redirect("benchmark:run", run.pk)
        seen = submitting.inspect(suite=found, path=path, reader=form.cleaned_data["reader"])
        context |= {"seen": seen, "kept": path.stem, "faults": _shown(seen.faults)}
        return render(request, "benchmark/submit.html", context, status=422 if seen.faults else 200)
    except SubmissionRefusedError as error:
        context |= {"refused": error.told()[:SHOWN], "in_all": len(error.faults)}
        return render(request, "benchmark/submit.html", context, status=error.http_status)
    except RunMisconfiguredError as error:
        context |= {"refused": [str(fault) for fault in error.faults], "in_all": len(error.faults)}
        return render(request, "benchmark/submit.html", context, status=422)


def _kept(request: HttpRequest) -> Path | None:
    """The uploaded file, kept; or the one that was looked at before; else None."""
    file = request.FILES.get("file")
    if file is not None:
        return submitting.keep(file.chunks())
    before = request.POST.get("kept", "")
    path = submitting.folder() / f"{before}.jsonl"
    return path if _HASH.fullmatch(before) and path.is_file() else None


def _shown(faults: tuple[tuple[int, str], ...]) -> list[dict[str, object]]:
    return [{"line": line, "what": what} for line, what in faults[:SHOWN]]
