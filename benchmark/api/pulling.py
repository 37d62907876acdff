"""A run walked from outside: a client claims a timeline, gets its items, posts answers (ADR 26)."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmark.api import views
from benchmark.floor.calls.api.throttling import ScopeThrottle
from benchmark.floor.jobs import clocks
from benchmark.models import Run
from benchmark.services import pull_answers, pull_items, pull_leases, pull_routes
from benchmark.services.pull_holds import CLIENT_LEASE, Hold
from scenarios.api.parameters import KnownParameters


class WalkThrottle(ScopeThrottle):
    """A walk is many short calls: getting items counts with what is submitted, not with what is read."""

    def _scope(self, request: Request, view: APIView) -> str:
        return "submit" if request.user.is_authenticated else super()._scope(request, view)


class ClaimSerializer(serializers.Serializer[Any]):
    """Who claims. A client that died and claims again under its name goes on at once."""

    client = serializers.CharField(max_length=pull_leases.MOST_NAME)


class LeaseSerializer(serializers.Serializer[Any]):
    """The lease that a claim gave."""

    lease = serializers.UUIDField()


class ReleaseSerializer(LeaseSerializer):
    """Why a timeline is handed back; ``failed`` where the system cannot take its records."""

    message = serializers.CharField(max_length=2000, required=False, default="", allow_blank=True)
    failed = serializers.BooleanField(required=False, default=False)


class ItemsSerializer(serializers.Serializer[Any]):
    """Which items are asked for."""

    lease = serializers.UUIDField()
    after = serializers.IntegerField(min_value=0, required=False, default=0)
    limit = serializers.IntegerField(
        min_value=1, max_value=pull_items.MOST, required=False, default=pull_items.USUAL
    )


class AnswerSerializer(LeaseSerializer):
    """What the system handed back for a question: items, an answer of its own, or why there is neither."""

    question = serializers.CharField(max_length=100)
    items = serializers.ListField(required=False, help_text='[{"text", "event_ids", "score"}], best first.')
    answer = serializers.DictField(required=False, help_text='{"label", "answer", "citations"}')
    usage = serializers.DictField(required=False, help_text="Kept, and marked as not measured by us.")
    error = serializers.DictField(
        required=False, help_text='{"kind": "system_failed" or "infrastructure", "message", "retry_after"}'
    )


class HeldSerializer(serializers.Serializer[Any]):
    """A lease and what goes with it. An empty memory starts at cursor 0, a kept one where it stands."""

    lease = serializers.UUIDField(allow_null=True)
    expires = serializers.DateTimeField(required=False)
    timeline = serializers.IntegerField(required=False)
    system = serializers.CharField(required=False)
    scenario = serializers.CharField(required=False, help_text="An opaque name.")
    hint = serializers.CharField(required=False, allow_null=True)
    cursor = serializers.IntegerField(required=False, help_text="How far the last client came.")
    steps = serializers.IntegerField(required=False)


class ClaimedSerializer(HeldSerializer):
    """What a claim gave; without a lease how many timelines are open and when to ask again."""

    left = serializers.IntegerField()
    wait = serializers.FloatField(allow_null=True)


class GivenSerializer(serializers.Serializer[Any]):
    """Items in order: ``events``, ``checkpoint``, ``query``."""

    items = serializers.ListField(child=serializers.DictField())
    cursor = serializers.IntegerField()
    done = serializers.BooleanField()
    expires = serializers.DateTimeField(allow_null=True)


class StoredSerializer(serializers.Serializer[Any]):
    """What became of an answer; without a cursor the timeline is claimed again ``again_at``."""

    question = serializers.CharField()
    status = serializers.CharField()
    cursor = serializers.IntegerField(allow_null=True)
    again_at = serializers.DateTimeField(allow_null=True)


class _Pulled(KnownParameters):
    """A call on a run by a client that walks it."""

    throttle_scope = "submit"
    curl_example: ClassVar[dict[str, Any]] = {"lease": "0b9c…"}

    def run(self) -> Run:
        return pull_leases.run_for(pk=self.kwargs["pk"], by=self.request.user)

    def asked(self, kind: type[serializers.Serializer[Any]], data: Any = None) -> dict[str, Any]:
        found = kind(data=self.request.data if data is None else data)
        found.is_valid(raise_exception=True)
        return dict(found.validated_data)


class RunClaim(_Pulled):
    """Claim the next timeline of a run that waits for its system to call."""

    curl_example: ClassVar[dict[str, Any]] = {"client": "my-laptop"}

    @extend_schema(operation_id="runs_claim", request=ClaimSerializer, responses={200: ClaimedSerializer})
    def post(self, request: Request, pk: int) -> Response:
        run = self.run()
        wanted = self.asked(ClaimSerializer)
        claimed = pull_leases.claim(run=run, by=request.user, now=clocks.now(), **wanted)
        found: dict[str, Any] = {"lease": None, "left": claimed.left, "wait": claimed.wait}
        if claimed.hold is not None:
            found |= _told(claimed.hold)
        return Response(found)


def _told(hold: Hold) -> dict[str, Any]:
    """What a client is told of its timeline."""
    item = hold.item
    return {
        "lease": hold.client.lease,
        "expires": item.lease_until if item is not None else clocks.now() + CLIENT_LEASE,
        "timeline": hold.store.pk,
        "system": hold.variant.system.name,
        "scenario": pull_routes.scenario_name(hold.store),
        "hint": pull_leases.hint_of(hold),
        "cursor": item.next_step if item is not None else hold.route.end,
        "steps": hold.route.end,
    }


class RunItems(_Pulled):
    """The items that come next: records up to the next question, then the question. Renews the lease."""

    filters = ("lease", "after", "limit")
    throttle_classes: ClassVar = [WalkThrottle]

    @extend_schema(
        operation_id="runs_items",
        parameters=[
            OpenApiParameter("lease", OpenApiTypes.UUID, required=True),
            OpenApiParameter("after", OpenApiTypes.INT, description="The last cursor; 0 first."),
            OpenApiParameter("limit", OpenApiTypes.INT, description="Records at most."),
        ],
        responses={200: GivenSerializer},
    )
    def get(self, request: Request, pk: int) -> Response:
        run = self.run()
        wanted = self.asked(ItemsSerializer, request.query_params)
        given = pull_items.give(
            run=run,
            lease=wanted["lease"],
            after=wanted["after"],
            most=wanted["limit"],
            by=request.user,
            now=clocks.now(),
        )
        shown = {
            "items": given.items,
            "cursor": given.cursor,
            "done": given.done,
            "expires": given.lease_until,
        }
        return Response(GivenSerializer(shown).data)


class RunAnswers(_Pulled, views.RunAnswers):
    """GET lists the answers of a run with their scores. POST takes what a system hands back for the question
    that it is asked; the same body again changes nothing."""

    curl_example: ClassVar[dict[str, Any]] = {"lease": "0b9c…", "question": "qabc…", "items": []}

    @extend_schema(
        operation_id="runs_pull_answer", request=AnswerSerializer, responses={200: StoredSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        run = self.run()
        wanted = self.asked(AnswerSerializer)
        body: dict[str, Any] = dict(request.data)
        if unknown := sorted(set(body) - set(AnswerSerializer().fields)):
            raise serializers.ValidationError({name: ["Unknown member."] for name in unknown})
        said = {key: body[key] for key in pull_answers.SAID if body.get(key) is not None}
        stored = pull_answers.answer(
            run=run,
            lease=wanted["lease"],
            question=wanted["question"],
            said=said,
            by=request.user,
            now=clocks.now(),
        )
        return Response(StoredSerializer(stored).data)


class RunHeartbeat(_Pulled):
    """Keep a lease while the system is busy; a client that is silent for two minutes loses it."""

    @extend_schema(operation_id="runs_heartbeat", request=LeaseSerializer, responses={200: HeldSerializer})
    def post(self, request: Request, pk: int) -> Response:
        run = self.run()
        wanted = self.asked(LeaseSerializer)
        hold = pull_leases.keep_alive(run=run, by=request.user, now=clocks.now(), **wanted)
        return Response(_told(hold))


class RunRelease(_Pulled):
    """Hand a timeline back: another client, or this one later, goes on where it stands."""

    @extend_schema(operation_id="runs_release", request=ReleaseSerializer, responses={204: None})
    def post(self, request: Request, pk: int) -> Response:
        run = self.run()
        wanted = self.asked(ReleaseSerializer)
        pull_leases.release(run=run, by=request.user, now=clocks.now(), **wanted)
        return Response(status=204)
