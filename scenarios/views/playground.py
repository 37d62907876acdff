"""The playground: a program, a history and a goal typed in, the answer with all behind it beside them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from scenarios import graphs
from scenarios.datalog.examples import BY_SLUG, EXAMPLES, WORKED, Example
from scenarios.exceptions import PlaygroundBusyError, PlaygroundTextsError
from scenarios.permissions import require
from scenarios.selectors.playground import MOST_LINES, Shown, faults_by_text, shown
from scenarios.services import playground as service
from scenarios.services.playground_texts import (
    LONGEST_LINK,
    Texts,
    file_text,
    link_state,
    of_file,
    of_link_state,
)
from scenarios.views.browsing import wants_part
from scenarios.views.queries import witness_path

DRAWING_SECONDS = 5


@require_http_methods(["GET", "POST"])
@login_required
@vary_on_headers("HX-Request")
def playground(request: HttpRequest) -> HttpResponse:
    """The page, filled from a link (``?s=``), an example (``?example=``), a file or the form.

    Everything is sent back with its answer; nothing is stored. ``do=download`` answers with a file.
    """
    require(request.user, Verb.PLAYGROUND_USE)
    try:
        texts = _texts(request)
    except PlaygroundTextsError as error:
        return _page(request, _unread(request), {"refused": error.fields}, status=400)
    if request.POST.get("do") == "download":
        response = HttpResponse(file_text(texts), content_type="application/json")
        response["Content-Disposition"] = 'attachment; filename="stemma-playground.json"'
        return response
    try:
        found = service.evaluate(texts=texts, by=request.user)
    except PlaygroundBusyError as error:
        response = _page(request, texts, {"busy": str(error)}, status=503)
        response["Retry-After"] = str(error.retry_after)
        return response
    result = shown(found, texts, chosen=_number(_given(request).get("witness", "")))
    context: dict[str, Any] = {"faults": faults_by_text(found), "limit": found.get("limit"), "shown": result}
    if result is not None:
        context |= {"lines": result.lines[:MOST_LINES], "more_lines": max(0, len(result.lines) - MOST_LINES)}
        try:
            context["drawing"] = _drawing(result)
        except graphs.DrawingError as error:
            context["drawing_error"] = str(error)
    return _page(request, texts, context)


def _given(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else request.GET


def _texts(request: HttpRequest) -> Texts:
    """What is to be evaluated. Raises ``PlaygroundTextsError`` for what cannot be taken."""
    if request.method == "POST":
        file = request.FILES.get("file")
        return Texts.of(request.POST) if file is None else of_file(file.read())
    if "s" in request.GET:
        return of_link_state(request.GET["s"])
    return _of_example(BY_SLUG.get(request.GET.get("example", ""), WORKED))


def _of_example(example: Example) -> Texts:
    return Texts(example.program, example.history, example.goal, example.cutoff)


def _unread(request: HttpRequest) -> Texts:
    """What the form held, as far as a page can show it again: nothing typed is lost for a text too long."""
    names = ("program", "history", "goal", "cutoff")
    return Texts(**{name: request.POST.get(name, "") for name in names})


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def _drawing(result: Shown) -> graphs.Drawing:
    return graphs.draw(
        result.derivation,
        href=lambda key: f"#{result.keys[key]}",
        emphasised=witness_path(result.derivation, result.chosen_events),
        event_order=result.event_order,
        seconds=DRAWING_SECONDS,
    )


def _page(request: HttpRequest, texts: Texts, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """The whole page, or its result alone for htmx; the address then follows what was typed."""
    state = link_state(texts)
    path = reverse("scenarios:playground")
    linked = len(state) <= LONGEST_LINK
    context |= {
        "section": "playground",
        "texts": texts,
        "examples": EXAMPLES,
        "example": next((example for example in EXAMPLES if _of_example(example) == texts), None),
        "link": request.build_absolute_uri(f"{path}?s={state}") if linked else "",
        "link_size": len(state),
        "longest_link": LONGEST_LINK,
    }
    if not wants_part(request):
        return render(request, "scenarios/playground.html", context, status=status)
    response = render(request, "scenarios/_playground_result.html", context, status=status)
    response["HX-Replace-Url"] = f"{path}?s={state}" if linked else path
    return response
