"""The API twins of the pages of suites, scenarios and queries. Read only."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmark.floor.accounts.verbs import Verb
from scenarios.api import serializers
from scenarios.models import Event, Query, Scenario, Suite
from scenarios.permissions import require
from scenarios.selectors import derivations, queries, suites
from scenarios.views.browsing import parse_cutoff


class OfSuite:
    """Finds the suite and scenario named in the address for the person who asks, else 404."""

    request: Request
    kwargs: dict[str, Any]

    def find_suite(self, verb: Verb) -> Suite:
        suite = suites.get_visible(self.request.user, self.kwargs["suite"])
        require(self.request.user, verb, suite)
        return suite

    def find_scenario(self, verb: Verb) -> Scenario:
        return suites.get_scenario(self.find_suite(verb), self.kwargs["scenario"])

    def find_query(self, verb: Verb) -> Query:
        return queries.get(self.find_scenario(verb), self.kwargs["label"])


class SuiteList(generics.ListAPIView[Suite]):
    """The suites you may see."""

    serializer_class = serializers.SuiteSerializer
    page_ordering = ("slug",)

    def get_queryset(self) -> QuerySet[Suite]:
        require(self.request.user, Verb.SUITE_VIEW)
        return suites.visible_to(self.request.user)


class SuiteDetail(OfSuite, generics.RetrieveAPIView[Suite]):
    """One suite."""

    serializer_class = serializers.SuiteSerializer

    def get_object(self) -> Suite:
        return self.find_suite(Verb.SUITE_VIEW)


class ScenarioList(OfSuite, generics.ListAPIView[Scenario]):
    """The scenarios of a suite."""

    serializer_class = serializers.ScenarioSerializer
    page_ordering = ("position", "pk")

    def get_queryset(self) -> QuerySet[Scenario]:
        return suites.scenarios_of(self.find_suite(Verb.SUITE_VIEW)).select_related("suite")


class ScenarioDetail(OfSuite, generics.RetrieveAPIView[Scenario]):
    """One scenario."""

    serializer_class = serializers.ScenarioSerializer

    def get_object(self) -> Scenario:
        return self.find_scenario(Verb.SUITE_VIEW)


CUTOFF = OpenApiParameter(
    "cutoff",
    OpenApiTypes.DATETIME,
    description="Only records observed by this time, inclusive. Needs a zone.",
)


def _only(request: Request, *allowed: str) -> None:
    """Refuse parameters that this list does not know: a filter that is ignored misleads."""
    unknown = sorted(set(request.query_params) - {*allowed, "cursor", "page_size", "format"})
    if unknown:
        raise ValidationError(
            {name: [f"Unknown filter. Known: {', '.join(allowed) or 'none'}."] for name in unknown}
        )


def _cutoff(request: Request) -> datetime | None:
    text = request.query_params.get("cutoff")
    if text is None:
        return None
    moment = parse_cutoff(text.replace(" ", "+"))
    if moment is None:
        raise ValidationError({"cutoff": ["Not an ISO time with a zone, for example 2026-08-31T23:59:59Z."]})
    return moment


class RecordList(OfSuite, generics.ListAPIView[Event]):
    """The records of a scenario as a system sees them, in observation order."""

    serializer_class = serializers.RecordSerializer
    page_ordering = ("observed_at", "seq")

    @extend_schema(parameters=[CUTOFF], responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Event]:
        _only(self.request, "cutoff")
        events = Event.objects.filter(scenario=self.find_scenario(Verb.RECORD_VIEW)).with_text()
        cutoff = _cutoff(self.request)
        return events if cutoff is None else events.observed_by(cutoff)


class ActionsList(OfSuite, generics.ListAPIView[Event]):
    """The typed actions of the records of a scenario: part of the truth."""

    serializer_class = serializers.ActionsSerializer
    page_ordering = ("observed_at", "seq")

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Event]:
        _only(self.request)
        return Event.objects.filter(scenario=self.find_scenario(Verb.ACTIONS_VIEW)).prefetch_related(
            "actions"
        )


class QueryList(OfSuite, generics.ListAPIView[Query]):
    """The queries of a scenario: id, tau, question and answer type."""

    serializer_class = serializers.QuerySerializer
    page_ordering = ("cutoff", "label")

    @extend_schema(
        parameters=[OpenApiParameter("family", OpenApiTypes.STR, description="Only this family.")],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Query]:
        _only(self.request, "family")
        scenario = self.find_scenario(Verb.RECORD_VIEW)
        family = self.request.query_params.get("family", "")
        found = queries.of_scenario(scenario)
        return found.filter(family=family) if family else found


class QueryDetail(OfSuite, APIView):
    """One query as a system may read it."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, suite: str, scenario: str, label: str) -> Response:
        return Response(serializers.QuerySerializer(self.find_query(Verb.RECORD_VIEW)).data)


class QueryGold(OfSuite, APIView):
    """The gold of a query: label, answer, witnesses and figures. Never in a system token's reach."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, suite: str, scenario: str, label: str) -> Response:
        return Response(serializers.gold_of(self.find_query(Verb.GOLD_VIEW)))


class QueryDerivation(OfSuite, APIView):
    """The gold derivation of a query: nodes with state and depth, edges as [parent, child] (spec 16)."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, suite: str, scenario: str, label: str) -> Response:
        query = self.find_query(Verb.GOLD_VIEW)
        derivation = derivations.of(query)
        names = {key: f"{key[0]}:{node.label}" for key, node in derivation.nodes.items()}
        nodes = [
            {
                "id": names[key],
                "kind": node.kind,
                "state": node.state,
                "depth": derivation.depths[key],
                "obsolete_count": node.obsolete_count,
                "meta": node.meta,
            }
            for key, node in derivation.nodes.items()
        ]
        nodes.sort(key=lambda node: (node["depth"], node["id"]))
        edges = sorted([names[parent], names[child]] for parent, child in derivation.edges)
        return Response(
            {"query": query.label, "root": names[derivation.root], "nodes": nodes, "edges": edges}
        )
