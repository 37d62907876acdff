"""The API twin of the list of a suite's queries: the same filters, counts and orders."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.views import OfSuite
from scenarios.exceptions import NotVisibleError
from scenarios.permissions import can, require
from scenarios.selectors import query_lists
from scenarios.selectors.query_facts import GoldFacts, QueryFacts
from scenarios.selectors.query_filters import FILTERS, SORTS, Facet, wanted_in

MOST = 200


class GoldFactsSerializer(serializers.Serializer[GoldFacts]):
    """Label, answer and figures of a query's gold, null where there is none. Where ``bounded``, ``witness``
    is an upper and ``support`` a lower bound; ``references`` are the kinds of its indirect references."""

    label = serializers.CharField()
    answer = serializers.JSONField(allow_null=True)
    bounded = serializers.BooleanField()
    obs = serializers.BooleanField()
    bait = serializers.BooleanField()
    references = serializers.ListField(child=serializers.CharField())
    witness = serializers.IntegerField(allow_null=True)
    support = serializers.IntegerField(allow_null=True)
    height = serializers.IntegerField()
    width = serializers.IntegerField()
    degree = serializers.IntegerField()
    disp = serializers.FloatField(allow_null=True)
    span = serializers.FloatField(allow_null=True)
    age = serializers.FloatField(allow_null=True)
    overlap = serializers.FloatField(allow_null=True)
    versions = serializers.FloatField(allow_null=True)
    obsolete = serializers.IntegerField(allow_null=True)


class QueryFactsSerializer(serializers.Serializer[QueryFacts]):
    """A query of a suite; ``gold`` is null without gold, and for those who may not see it."""

    scenario = serializers.CharField()
    domain = serializers.CharField()
    id = serializers.CharField()
    tau = serializers.DateTimeField(source="cutoff")
    question = serializers.CharField()
    family = serializers.CharField()
    operator = serializers.CharField()
    answer_type = serializers.CharField()
    gold = GoldFactsSerializer(allow_null=True)


class ChoiceSerializer(serializers.Serializer[Any]):
    """A value of a filter, and how many queries it leaves beside the other filters."""

    value = serializers.CharField()
    count = serializers.IntegerField()


class SuiteQueriesSerializer(serializers.Serializer[Any]):
    """A page of queries: ``total`` match, ``next`` is the address of the next page or null."""

    total = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    filters = serializers.DictField(child=ChoiceSerializer(many=True))
    results = QueryFactsSerializer(many=True)


class SuiteQueries(OfSuite):
    """All queries of a suite, filtered and sorted as on its page. Filters and orders that read gold are
    refused to those who may not see it."""

    filters = (*(one.name for one in FILTERS), "q", "sort", "cursor", "page_size")

    @extend_schema(
        parameters=[
            *(
                OpenApiParameter(one.name, OpenApiTypes.STR, description=f"{one.title}: only this value.")
                for one in FILTERS
            ),
            OpenApiParameter("q", OpenApiTypes.STR, description="Words of the question, or its id."),
            OpenApiParameter(
                "sort",
                OpenApiTypes.STR,
                enum=[f"{sign}{name}" for name in SORTS for sign in ("", "-")],
                description="Scenario and id without it; a minus turns it around, what is absent comes last.",
            ),
            OpenApiParameter("cursor", OpenApiTypes.STR, description="Take it from `next`."),
            OpenApiParameter("page_size", OpenApiTypes.INT, description=f"Rows a page, at most {MOST}."),
        ],
        responses={200: SuiteQueriesSerializer},
    )
    def get(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.RECORD_VIEW)
        wanted = wanted_in(request.query_params)
        if request.query_params.get("sort", "") != wanted.sort:
            raise ValidationError({"sort": [f"Not one of {', '.join(SORTS)}, with a minus or without."]})
        if wanted.needs_gold:
            require(request.user, Verb.GOLD_VIEW, suite)
        with_gold = can(request.user, Verb.GOLD_VIEW, suite)
        listed = query_lists.of_suite(suite, wanted, with_gold=with_gold)
        try:
            page = listed.page(request.query_params.get("cursor", ""), _size(request))
        except NotVisibleError as error:
            raise ValidationError({"cursor": [str(error)]}) from error
        here = request.build_absolute_uri()
        following = replace_query_param(here, "cursor", page.next_after) if page.next_after else None
        return Response(
            {
                "total": len(listed.matching),
                "next": following,
                "filters": {facet.filter.name: _choices(facet) for facet in listed.facets},
                "results": QueryFactsSerializer(page.rows, many=True).data,
            }
        )


def _choices(facet: Facet) -> list[dict[str, Any]]:
    return [{"value": choice.value, "count": choice.count} for choice in facet.choices]


def _size(request: Request) -> int:
    asked = request.query_params.get("page_size", str(query_lists.PAGE))
    if not (asked.isascii() and asked.isdigit() and int(asked[:6])):
        raise ValidationError({"page_size": [f"A whole number from 1 to {MOST}."]})
    return min(int(asked[:6]), MOST)
