"""API twins of what a release carries: its data card, and its comparison with another suite."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.parameters import KnownParameters
from scenarios.api.views import OfSuite
from scenarios.models import Suite
from scenarios.permissions import require, require_somewhere
from scenarios.selectors import statistics, suites
from scenarios.services import data_cards, suite_comparison


class CardSerializer(serializers.Serializer[Any]):
    """A data card: short statements by name, then sections of paragraphs, items and tables."""

    title = serializers.CharField()
    facts = serializers.DictField(child=serializers.CharField())
    sections = serializers.ListField(child=serializers.DictField())


class Card(OfSuite):
    """The data card of a suite, the same as ``DATACARD.md`` of its export."""

    @extend_schema(responses={200: CardSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.GOLD_VIEW)
        return Response(data_cards.as_json(data_cards.card(suite, statistics.of_suite(suite))))


class ComparisonSerializer(serializers.Serializer[Any]):
    """Two suites beside each other: what of each kind is added, removed and changed, and what goes stale."""

    before = serializers.DictField()
    after = serializers.DictField()
    same = serializers.BooleanField()
    scenarios = serializers.DictField()
    events = serializers.DictField()
    queries = serializers.DictField()
    stale = serializers.DictField()
    dependents = serializers.ListField(child=serializers.DictField())


class Comparison(KnownParameters):
    """What changed from suite ``a`` to suite ``b``, and which scores of ``a`` go stale with it."""

    filters = ("a", "b")

    @extend_schema(
        parameters=[
            OpenApiParameter("a", OpenApiTypes.STR, required=True, description="Slug of the first suite."),
            OpenApiParameter("b", OpenApiTypes.STR, required=True, description="Slug of the suite after it."),
        ],
        responses={200: ComparisonSerializer},
    )
    def get(self, request: Request) -> Response:
        require_somewhere(request.user, Verb.GOLD_VIEW)
        before, after = (_named(request, name) for name in self.filters)
        return Response(suite_comparison.as_json(suite_comparison.compare(before, after)))


def _named(request: Request, parameter: str) -> Suite:
    """The suite that a parameter names, for a person who may see its gold."""
    slug = request.query_params.get(parameter)
    if not slug:
        raise ValidationError({parameter: ["Name a suite by its slug."]})
    suite = suites.get_visible(request.user, slug)
    require(request.user, Verb.GOLD_VIEW, suite)
    return suite
