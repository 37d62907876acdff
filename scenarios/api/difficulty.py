"""The API twin of what a query's page says of its difficulty and of where its records lie."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.views import OfSuite
from scenarios.permissions import can
from scenarios.selectors import derivations, difficulty, witness_marks


class StandingSerializer(serializers.Serializer[Any]):
    """Where a value stands among ``n`` queries of the family, its own included."""

    n = serializers.IntegerField()
    below = serializers.IntegerField()
    same = serializers.IntegerField()
    low = serializers.FloatField()
    median = serializers.FloatField()
    high = serializers.FloatField()


class MeasureSerializer(serializers.Serializer[Any]):
    """A figure in numbers and words; ``standing`` is null where there is no value."""

    name = serializers.CharField()
    title = serializers.CharField()
    words = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    standing = StandingSerializer(allow_null=True)


class FlagSerializer(serializers.Serializer[Any]):
    """What a query has or has not, and how many of its family have it."""

    name = serializers.CharField()
    title = serializers.CharField()
    words = serializers.CharField()
    value = serializers.BooleanField()
    count = serializers.IntegerField()


class ReferenceSerializer(serializers.Serializer[Any]):
    """An indirect reference: what stands in ``slot``, by what it is told, and which entity it means."""

    slot = serializers.CharField()
    kind = serializers.CharField()
    told = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    entity = serializers.CharField()


class MarkSerializer(serializers.Serializer[Any]):
    """A record that matters; ``place`` counts records from 0, ``roles`` say what it is."""

    id = serializers.CharField(source="label")
    t = serializers.DateTimeField(source="at")
    place = serializers.IntegerField()
    roles = serializers.ListField(child=serializers.CharField())
    distractor_kind = serializers.CharField()


class DifficultySerializer(serializers.Serializer[Any]):
    """How hard a query is among the ``family`` queries that it is compared with, and where its records lie:
    ``seen`` of ``total`` were observed by its cutoff."""

    id = serializers.CharField()
    family = serializers.IntegerField()
    measures = MeasureSerializer(many=True)
    flags = FlagSerializer(many=True)
    constructs = serializers.ListField(child=serializers.CharField())
    references = ReferenceSerializer(many=True)
    seen = serializers.IntegerField()
    total = serializers.IntegerField()
    records = MarkSerializer(many=True)


class QueryDifficulty(OfSuite):
    """How hard a query is, in figures beside those of its family, and the records that matter to it.
    Distractors are among them for those who may see actions."""

    @extend_schema(responses={200: DifficultySerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        query = self.find_query(Verb.GOLD_VIEW)
        derivation = derivations.of(query)
        with_actions = can(request.user, Verb.ACTIONS_VIEW, query.scenario.suite)
        found = difficulty.of(query, derivation)
        marks = witness_marks.of(query, derivation, with_actions=with_actions)
        body = {
            "id": query.label,
            "family": found.family,
            "measures": found.measures,
            "flags": found.flags,
            "constructs": found.constructs,
            "references": found.references,
            "seen": marks.seen,
            "total": marks.total,
            "records": marks.marks,
        }
        return Response(DifficultySerializer(body).data)
