"""The API twin of the playground: texts in, the answer with all behind it out. Nothing is stored."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiTypes, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.parameters import KnownParameters
from scenarios.exceptions import PlaygroundRefusedError
from scenarios.permissions import require
from scenarios.services import playground as service
from scenarios.services.playground_texts import Texts


class PlaygroundTextsSerializer(serializers.Serializer[Any]):
    """A program and a history as text, a goal, and a cutoff (left out: after the last event)."""

    program = serializers.CharField(allow_blank=True, default="", trim_whitespace=False)
    history = serializers.CharField(allow_blank=True, default="", trim_whitespace=False)
    goal = serializers.CharField(allow_blank=True, default="")
    cutoff = serializers.CharField(allow_blank=True, default="")


class PlaygroundNodeSerializer(serializers.Serializer[Any]):
    """A node of the derivation; ``depth`` is the longest way from the target."""

    id = serializers.CharField()
    kind = serializers.CharField()
    pred = serializers.CharField()
    args = serializers.ListField(child=serializers.CharField())
    label = serializers.CharField()
    state = serializers.JSONField(allow_null=True)
    depth = serializers.IntegerField()
    obsolete_count = serializers.IntegerField()
    checks = serializers.ListField(child=serializers.CharField())
    clauses = serializers.ListField(child=serializers.CharField())


class PlaygroundDerivationSerializer(serializers.Serializer[Any]):
    """Nodes by depth, edges as [parent, child]."""

    root = serializers.CharField()
    height = serializers.IntegerField()
    width = serializers.IntegerField()
    nodes = PlaygroundNodeSerializer(many=True)
    edges = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class PlaygroundEventSerializer(serializers.Serializer[Any]):
    """An event of the history with its line."""

    id = serializers.CharField()
    line = serializers.IntegerField()
    t = serializers.DateTimeField()


class PlaygroundAnswerSerializer(serializers.Serializer[Any]):
    """The answer, its derivation and its minimal witnesses.

    ``whynot`` where it is unknown, false or other than the goal expects (``country(Grus) = Corvia``).

    ``support`` and ``support_high`` are the ends of an interval where ``exact`` is false;
    ``witnesses_unlisted`` is null where the number of further witnesses is only bounded.
    """

    goal = serializers.CharField()
    expected = serializers.CharField(allow_null=True)
    cutoff = serializers.DateTimeField()
    label = serializers.CharField()
    answer = serializers.SerializerMethodField()
    missing = serializers.ListField(child=serializers.CharField())
    witnesses = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    witnesses_unlisted = serializers.IntegerField(allow_null=True)
    exact = serializers.BooleanField()
    support = serializers.ListField(child=serializers.CharField())
    support_high = serializers.ListField(child=serializers.CharField())
    derivation = PlaygroundDerivationSerializer()
    whynot = serializers.JSONField(allow_null=True, help_text="Reasons, where it is not as one hoped.")
    events = PlaygroundEventSerializer(many=True)
    program = serializers.ListField(child=serializers.CharField(), help_text="What the program holds.")

    @extend_schema_field(OpenApiTypes.ANY)
    def get_answer(self, found: dict[str, Any]) -> Any:
        return found["answer"]


class Playground(KnownParameters):
    """Answer a goal over a program and a history that you send, evaluated in memory; nothing is stored.

    422 with code ``faults`` and every fault of the texts, each with file, line, column and excerpt; 422 with
    code ``limit`` where it was stopped; 503 with ``Retry-After`` while too many evaluations run.
    """

    curl_example: ClassVar[dict[str, str]] = {
        "program": "func dest(trip) -> city",
        "history": "e1 2026-01-05: dest(Grus, Corby).",
        "goal": "dest(Grus)",
        "cutoff": "2026-01-31",
    }

    @extend_schema(request=PlaygroundTextsSerializer, responses={200: PlaygroundAnswerSerializer})
    def post(self, request: Request) -> Response:
        require(request.user, Verb.PLAYGROUND_USE)
        asked = PlaygroundTextsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        found = service.evaluate(texts=Texts.of(asked.validated_data), by=request.user)
        if "result" not in found:
            raise _refused(found)
        return Response(PlaygroundAnswerSerializer(found["result"]).data)


def _refused(found: dict[str, Any]) -> PlaygroundRefusedError:
    if "limit" in found:
        limit = found["limit"]
        return PlaygroundRefusedError(code="limit", detail=limit["message"], problem={"limit": limit["code"]})
    faults = found["faults"]
    detail = "; ".join(
        f"{fault['file']}:{fault['line']}:{fault['column']}: {fault['message']}" for fault in faults
    )
    return PlaygroundRefusedError(code="faults", detail=detail, problem={"faults": faults})
