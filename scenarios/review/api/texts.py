"""The API twins of bringing texts of one's own and of asking them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.parameters import KnownParameters
from scenarios.api.views import OfSuite
from scenarios.importers.dialogues.rows import Options
from scenarios.models import Query
from scenarios.permissions import require
from scenarios.review.services import own_suites
from scenarios.services import own_texts, queries
from scenarios.services.own_texts import TextPreview, TextsRefusedError, fault_object
from scenarios.services.queries import AskedText

_TEXTS = ("text", "name", "columns", "zone", "split", "skip_empty", "format")
_SUITE = ("slug", "title", "domain", "program", "key", "open_review")
_QUERY = ("goal", "cutoff", "question", "label", "unit", "tolerance")


class TextsPreview(KnownParameters):
    """What a file of dialogues holds; nothing is stored."""

    @extend_schema(
        operation_id="texts_preview", request=OpenApiTypes.OBJECT, responses={200: OpenApiTypes.OBJECT}
    )
    def post(self, request: Request) -> Response:
        """``{text, name?, format?, columns?, zone?, split?, skip_empty?}``: counts, the mapping of columns,
        and every fault (the first 200 are listed)."""
        require(request.user, Verb.SUITE_IMPORT)
        body = _body(request, _TEXTS)
        shown = own_texts.preview(data=_data(body), name=_text(body, "name"), options=_options(body))
        return Response(_preview_object(shown))


class TextsNew(KnownParameters):
    """Bring dialogues in as a draft suite."""

    @extend_schema(
        operation_id="texts_new", request=OpenApiTypes.OBJECT, responses={201: OpenApiTypes.OBJECT}
    )
    def post(self, request: Request) -> Response:
        """As the preview takes it, with ``slug``, ``title``, and ``domain`` or ``program``; ``open_review``
        (true) puts the records to annotators; the same ``key`` again gives the same suite."""
        require(request.user, Verb.SUITE_IMPORT)
        body = _body(request, (*_TEXTS, *_SUITE))
        suite = own_suites.bring_in(
            data=_data(body),
            name=_text(body, "name"),
            options=_options(body),
            slug=_text(body, "slug"),
            title=_text(body, "title"),
            domain=_text(body, "domain"),
            program=_text(body, "program"),
            key=_text(body, "key"),
            open_review=_truth(body, "open_review", default=True),
            by=request.user,
            now=timezone.now(),
        )
        told = {
            "suite": suite.slug,
            "status": suite.status,
            "content_hash": suite.content_hash,
            "scenarios": list(suite.scenarios.order_by("position").values_list("slug", flat=True)),
            "findings": suite.findings.count(),
        }
        return Response(told, status=status.HTTP_201_CREATED)


class TextQueries(OfSuite):
    """Put a query to a history of an imported draft."""

    @extend_schema(
        operation_id="texts_queries_add",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT, 201: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{goal, cutoff, question, label?, unit?, tolerance?, key?, dry_run?}``: the query with the gold
        derived for it; with ``dry_run`` the gold alone, and nothing is stored."""
        scenario = self.find_scenario(Verb.HISTORY_EDIT)
        body = _body(request, (*_QUERY, "key", "dry_run"))
        asked = AskedText(
            **{name: _text(body, name) for name in _QUERY if name in body or name in _QUERY[:3]}
        )
        if _truth(body, "dry_run", default=False):
            return Response(_gold_object(queries.preview_query(scenario=scenario, asked=asked)))
        query = own_suites.ask(
            scenario=scenario, asked=asked, by=request.user, now=timezone.now(), key=_text(body, "key")
        )
        stored = Query.objects.with_question().select_related("gold").get(pk=query.pk)
        told = {
            "id": stored.label,
            "tau": stored.cutoff.isoformat(),
            "question": stored.question,
            "answer_type": stored.answer_type,
            "gold": _gold_object(stored.gold),
        }
        return Response(told, status=status.HTTP_201_CREATED)


def _body(request: Request, known: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(request.data, dict):
        raise TextsRefusedError({"body": "The body must be one JSON object."})
    unknown = sorted(set(request.data) - set(known))
    if unknown:
        raise TextsRefusedError(dict.fromkeys(unknown, "There is no such field."))
    return dict(request.data)


def _text(body: dict[str, Any], name: str) -> str:
    value = body.get(name, "")
    if not isinstance(value, str):
        raise TextsRefusedError({name: "Must be text."})
    return value


def _truth(body: dict[str, Any], name: str, *, default: bool) -> bool:
    value = body.get(name, default)
    if not isinstance(value, bool):
        raise TextsRefusedError({name: "Must be true or false."})
    return value


def _data(body: dict[str, Any]) -> bytes:
    return _text(body, "text").encode(errors="surrogatepass")


def _options(body: dict[str, Any]) -> Options:
    columns = body.get("columns", {})
    if not isinstance(columns, dict) or not all(isinstance(name, str) for name in columns.values()):
        raise TextsRefusedError({"columns": "Must be an object of role and name of the column."})
    return Options(
        columns=columns,
        zone=_text(body, "zone"),
        split=_text(body, "split") or "none",
        skip_empty=_truth(body, "skip_empty", default=False),
        format=_text(body, "format"),
    )


def _preview_object(shown: TextPreview) -> dict[str, Any]:
    found = shown.dialogues
    return {
        "can_be_stored": shown.can_be_stored,
        "format": found.format,
        "columns": list(found.columns),
        "mapping": dict(found.mapping),
        "rows": found.n_rows,
        "messages": len(found.messages),
        "left_out": found.skipped,
        "scenarios": [{"label": label, "messages": count} for label, count in shown.groups],
        "sessions": shown.sessions,
        "speakers": [{"name": name, "messages": count} for name, count in shown.speakers],
        "first": shown.first.isoformat() if shown.first else None,
        "last": shown.last.isoformat() if shown.last else None,
        "wants_zone": found.wants_zone,
        "faults": len(found.faults),
        "faults_listed": [fault_object(fault) for fault in found.shown_faults],
        "notes": [{"code": note.code, "detail": note.detail} for note in found.notes],
        "sha256": shown.sha256,
    }


def _gold_object(gold: Any) -> dict[str, Any]:
    return {
        "label": gold.label,
        "answer": gold.answer,
        "missing": gold.missing,
        "support": gold.support,
        "exact": gold.exact,
    }
