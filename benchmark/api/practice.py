"""Practice suites: gold as a list, answers tried out, and who may see the gold of a suite at all (ADR 28)."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import practice
from benchmark.services import standings
from scenarios.api.serializers import SuiteSerializer
from scenarios.api.views import OfSuite
from scenarios.models import Query, Suite
from scenarios.selectors import suites


class GoldRowSerializer(serializers.Serializer[Query]):
    """A question with its gold. ``question`` is its id, ``text`` its words; each of ``witnesses`` lists the
    ids of records that give the answer, ``exact`` says whether these are all such lists."""

    question = serializers.CharField()
    scenario = serializers.CharField()
    query = serializers.CharField()
    cutoff = serializers.DateTimeField()
    text = serializers.CharField()
    label = serializers.CharField()
    answer = serializers.JSONField(allow_null=True)
    answer_type = serializers.CharField()
    unit = serializers.CharField()
    witnesses = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    exact = serializers.BooleanField()

    def to_representation(self, instance: Query) -> dict[str, Any]:
        return super().to_representation(practice.gold_as_json(instance))  # type: ignore[arg-type]


class SuiteGold(OfSuite, generics.ListAPIView[Query]):
    """The questions of a practice suite with their gold. Other suites answer 409 ``not_practice``."""

    queryset = Query.objects.none()
    serializer_class = GoldRowSerializer
    page_ordering = ("pk",)

    def get_queryset(self) -> QuerySet[Query]:
        return practice.gold_of(self.find_suite(Verb.PRACTICE_USE))


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}]})
class ReplyField(serializers.Field[Any, Any, Any, Any]):
    """The text that a model replied with, or the object of label, answer and citations in it."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str | dict):
            raise serializers.ValidationError("Send the reply as text, or its object of label and answer.")
        if len(str(data)) > practice.MOST_ANSWER:
            raise serializers.ValidationError(f"At most {practice.MOST_ANSWER} characters.")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class TriedSerializer(serializers.Serializer[Any]):
    """Which question, and what was replied to it."""

    question = serializers.CharField(max_length=200, help_text="SCENARIO/QUERY, as the list of gold has it.")
    answer = ReplyField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuses further fields: a misspelt one would be passed over in silence."""
        if unknown := sorted(set(self.initial_data) - set(self.fields)):
            raise serializers.ValidationError({name: ["There is no such field."] for name in unknown})
        return attrs


class CheckedSerializer(serializers.Serializer[Any]):
    """What scoring makes of a reply. ``answer`` is its typed field as given, ``value`` what that was
    understood as (null: not at all); ``reason`` is equal, different, unit, no-answer or format, ``detail``
    says it in words. Shares are from 0 to 1, null where nothing is to be cited or was."""

    question = serializers.CharField()
    label = serializers.CharField(allow_null=True)
    answer = serializers.JSONField(allow_null=True)
    value = serializers.JSONField(allow_null=True)
    citations = serializers.ListField(child=serializers.CharField())
    correct = serializers.BooleanField()
    label_correct = serializers.BooleanField()
    reason = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)
    format_error = serializers.CharField(allow_null=True)
    partial = serializers.FloatField(allow_null=True)
    citation_precision = serializers.FloatField(allow_null=True)
    citation_recall = serializers.FloatField(allow_null=True)
    invalid_citations = serializers.IntegerField()
    gold = GoldRowSerializer()

    def to_representation(self, instance: dict[str, Any]) -> dict[str, Any]:
        return instance


class SuiteCheckAnswer(OfSuite):
    """POST scores one reply to a question of a practice suite as a run would; nothing is stored."""

    curl_example = {"question": "SCENARIO/q001", "answer": {"label": "unknown"}}

    @extend_schema(
        operation_id="suites_check_answer", request=TriedSerializer, responses={200: CheckedSerializer}
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.PRACTICE_USE)
        practice.require_practice(suite)
        tried = TriedSerializer(data=request.data)
        tried.is_valid(raise_exception=True)
        found = practice.check(suite=suite, **tried.validated_data)
        return Response(CheckedSerializer(practice.as_json(found)).data)


class StandingSerializer(serializers.Serializer[Any]):
    """What a suite is to be."""

    standing = serializers.ChoiceField(choices=Suite.Standing.choices)


class SuiteStanding(OfSuite):
    """POST lets a suite be practice, open or held out; a practice suite stays one."""

    curl_example = {"standing": "held-out"}

    @extend_schema(
        operation_id="suites_standing", request=StandingSerializer, responses={200: SuiteSerializer}
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.SUITE_STAND)
        wanted = StandingSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        standings.set_standing(suite=suite, standing=wanted.validated_data["standing"], by=request.user)
        return Response(SuiteSerializer(suites.visible_to(request.user).get(pk=suite.pk)).data)
