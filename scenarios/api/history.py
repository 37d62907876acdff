"""The API twin of editing a history: records that arrive late, stand for something else, or go."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api import events
from scenarios.api.views import OfSuite
from scenarios.exceptions import EditRefusedError
from scenarios.models import Scenario
from scenarios.permissions import can
from scenarios.selectors import event_page, specs
from scenarios.services import event_input, history_edits, impact_report
from scenarios.services.edited_specs import ChangeActions, Edit, RemoveEvent


class ImpactSerializer(serializers.Serializer[Any]):
    """The blast radius of an edit; ``stored`` is false for a dry run."""

    suite = serializers.CharField()
    scenario = serializers.CharField()
    verb = serializers.ChoiceField(["add", "change", "remove"])
    event = serializers.CharField()
    stored = serializers.BooleanField()
    since = serializers.DateTimeField()
    touched_keys = serializers.ListField(child=serializers.DictField())
    queries_reported = serializers.IntegerField()
    queries_changed = serializers.IntegerField()
    queries_untouched = serializers.IntegerField()
    queries_remeasured = serializers.IntegerField()
    queries = serializers.ListField(child=serializers.DictField())
    dependents = serializers.ListField(child=serializers.DictField())


class _Edits(OfSuite):
    """What both routes share: the dry run, and the answer."""

    def done(self, scenario: Scenario, edit: Edit, *, dry_run: bool) -> Response:
        if dry_run:
            shown = history_edits.preview(scenario=scenario, edit=edit)
            return Response(impact_report.as_json(shown))
        stored = history_edits.apply(scenario=scenario, edit=edit, by=self.request.user)
        return Response(impact_report.as_json(stored), status=status.HTTP_201_CREATED)


class EventList(_Edits):
    """Add a record, whenever it was observed."""

    @extend_schema(
        operation_id="suites_scenarios_events_add",
        request=OpenApiTypes.OBJECT,
        responses={200: ImpactSerializer, 201: ImpactSerializer},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{id, t, seq?, text, kind?, speaker?, session?, actions, dry_run?}``; actions: text or objects."""
        scenario = self.find_scenario(Verb.HISTORY_EDIT)
        data, dry_run = _body(request)
        return self.done(scenario, event_input.addition_of(scenario, data), dry_run=dry_run)


class EventDetail(_Edits):
    """One record. Change what it stands for, or remove it."""

    @extend_schema(operation_id="suites_scenarios_events_read", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        """The record and its neighbours; for those who may see them its actions, what each superseded or
        confirmed and what became of it, the checks of its words, and the queries that it supports."""
        scenario = self.find_scenario(Verb.RECORD_VIEW)
        event = event_page.get(scenario, self.kwargs["event"])
        body = events.record_object(event)
        if can(request.user, Verb.ACTIONS_VIEW, scenario.suite):
            body |= events.actions_object(event)
        if can(request.user, Verb.GOLD_VIEW, scenario.suite):
            body |= events.support_object(event)
        return Response(body)

    @extend_schema(
        operation_id="suites_scenarios_events_change",
        request=OpenApiTypes.OBJECT,
        responses={200: ImpactSerializer, 201: ImpactSerializer},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{actions, dry_run?}`` changes the actions, ``{remove: true, dry_run?}`` removes the record."""
        scenario = self.find_scenario(Verb.HISTORY_EDIT)
        data, dry_run = _body(request)
        return self.done(scenario, _edit(scenario, self.kwargs["event"], data), dry_run=dry_run)


def _body(request: Request) -> tuple[dict[str, Any], bool]:
    if not isinstance(request.data, dict):
        raise EditRefusedError("The body must be one JSON object. Nothing was stored.")
    data = dict(request.data)
    dry_run = data.pop("dry_run", False)
    if not isinstance(dry_run, bool):
        raise EditRefusedError("dry_run: must be true or false. Nothing was stored.")
    return data, dry_run


def _edit(scenario: Scenario, label: str, data: dict[str, Any]) -> Edit:
    if data == {"remove": True}:
        return RemoveEvent(label)
    if set(data) != {"actions"}:
        raise EditRefusedError("Send actions alone, or remove = true alone. Nothing was stored.")
    event = specs.event_of(scenario, label)
    return ChangeActions(label, event_input.actions_of(scenario, event, data["actions"]))
