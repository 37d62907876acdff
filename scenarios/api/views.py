"""The API twins of the pages of suites, scenarios and queries. Read only."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api import serializers
from scenarios.api.parameters import CUTOFF, KnownParameters, cutoff_of
from scenarios.models import Action, Event, GoldAnswer, Query, Scenario, Suite
from scenarios.permissions import require, require_somewhere
from scenarios.selectors import derivations, queries, suites


class OfSuite(KnownParameters):
    """Finds the suite and scenario named in the address for the person who asks, else 404."""

    def find_suite(self, verb: Verb) -> Suite:
        suite = suites.get_visible(self.request.user, self.kwargs["suite"])
        require(self.request.user, verb, suite)
        return suite

    def find_scenario(self, verb: Verb) -> Scenario:
        return suites.get_scenario(self.find_suite(verb), self.kwargs["scenario"])

    def find_query(self, verb: Verb) -> Query:
        return queries.get(self.find_scenario(verb), self.kwargs["label"])


class SuiteList(KnownParameters, generics.ListAPIView[Suite]):
    """The suites you may see."""

    queryset = Suite.objects.none()
    serializer_class = serializers.SuiteSerializer
    page_ordering = ("slug",)

    def get_queryset(self) -> QuerySet[Suite]:
        require_somewhere(self.request.user, Verb.SUITE_VIEW)
        return suites.visible_to(self.request.user)


class SuiteDetail(OfSuite, generics.RetrieveAPIView[Suite]):
    """One suite."""

    queryset = Suite.objects.none()
    serializer_class = serializers.SuiteSerializer

    def get_object(self) -> Suite:
        return suites.counted(self.find_suite(Verb.SUITE_VIEW))


class ScenarioList(OfSuite, generics.ListAPIView[Scenario]):
    """The scenarios of a suite."""

    queryset = Scenario.objects.none()
    serializer_class = serializers.ScenarioSerializer
    page_ordering = ("position", "pk")

    def get_queryset(self) -> QuerySet[Scenario]:
        return suites.scenarios_of(self.find_suite(Verb.SUITE_VIEW)).select_related("suite")


class ScenarioDetail(OfSuite, generics.RetrieveAPIView[Scenario]):
    """One scenario."""

    queryset = Scenario.objects.none()
    serializer_class = serializers.ScenarioSerializer

    def get_object(self) -> Scenario:
        found = self.find_scenario(Verb.SUITE_VIEW)
        return suites.scenarios_of(found.suite).select_related("suite").get(pk=found.pk)


@extend_schema(parameters=[CUTOFF])
class RecordList(OfSuite, generics.ListAPIView[Event]):
    """The records of a scenario as a system sees them, in observation order."""

    filters = ("cutoff",)
    queryset = Event.objects.none()
    serializer_class = serializers.RecordSerializer
    page_ordering = ("observed_at", "seq")

    def get_queryset(self) -> QuerySet[Event]:
        events = Event.objects.filter(scenario=self.find_scenario(Verb.RECORD_VIEW)).with_text()
        cutoff = cutoff_of(self.request)
        return events if cutoff is None else events.observed_by(cutoff)


class ActionsList(OfSuite, generics.ListAPIView[Event]):
    """The typed actions of the records of a scenario: part of the truth."""

    queryset = Event.objects.none()
    serializer_class = serializers.ActionsSerializer
    page_ordering = ("observed_at", "seq")

    def get_queryset(self) -> QuerySet[Event]:
        events = Event.objects.filter(scenario=self.find_scenario(Verb.ACTIONS_VIEW))
        return events.prefetch_related(Prefetch("actions", Action.objects.order_by("pos")))


@extend_schema(
    parameters=[OpenApiParameter("family", OpenApiTypes.STR, description="Only this family.")],
)
class QueryList(OfSuite, generics.ListAPIView[Query]):
    """The queries of a scenario: id, tau, question and answer type."""

    filters = ("family",)
    queryset = Query.objects.none()
    serializer_class = serializers.QuerySerializer
    page_ordering = ("cutoff", "label")

    def get_queryset(self) -> QuerySet[Query]:
        found = queries.of_scenario(self.find_scenario(Verb.RECORD_VIEW))
        family = self.request.query_params.get("family", "")
        return found.filter(family=family) if family else found


class QueryDetail(OfSuite, generics.RetrieveAPIView[Query]):
    """One query as a system may read it."""

    queryset = Query.objects.none()
    serializer_class = serializers.QuerySerializer

    def get_object(self) -> Query:
        return self.find_query(Verb.RECORD_VIEW)


class QueryGold(OfSuite, generics.RetrieveAPIView[GoldAnswer]):
    """The gold of a query: label, answer, witnesses and figures. Never in a system token's reach."""

    queryset = GoldAnswer.objects.none()
    serializer_class = serializers.GoldSerializer

    def get_object(self) -> GoldAnswer:
        return self.find_query(Verb.GOLD_VIEW).gold


class QueryDerivation(OfSuite):
    """The gold derivation of a query: nodes with state and depth, edges as [parent, child] (spec 16)."""

    @extend_schema(responses={200: serializers.DerivationSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        query = self.find_query(Verb.GOLD_VIEW)
        return Response(derivations.as_json(query.label, derivations.of(query)))
