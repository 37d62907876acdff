"""The API twins of the pages of leads: progress, people, items, actions, guidelines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from scenarios.api.views import OfSuite
from scenarios.exceptions import NotVisibleError
from scenarios.models import Guideline, ReviewItem, Suite
from scenarios.permissions import verbs_on
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.leading import registry
from scenarios.review.selectors import counters, guidelines, items, people, progress, waiting
from scenarios.review.services import guidelines as guideline_services
from scenarios.review.services import opening


def body_of(request: Request) -> dict[str, Any]:
    """The body, which must be one JSON object. Raises ``FormRefusedError``."""
    if not isinstance(request.data, Mapping):
        raise FormRefusedError({"body": "The body must be one JSON object. Nothing was stored."})
    return dict(request.data)


class Progress(OfSuite):
    """How far the review of a suite is; with names of people for those who lead it."""

    filters = ("kind", "scenario")

    @extend_schema(
        operation_id="suites_review_progress",
        parameters=[OpenApiParameter("kind", str), OpenApiParameter("scenario", str)],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.REVIEW_VIEW)
        given = request.query_params
        wanted = progress.Wanted(given.get("kind", "")[:40], given.get("scenario", "")[:80])
        now = clocks.now()
        overview, pace = progress.overview(suite, wanted), progress.pace(suite, now, wanted)
        persons = people.of_suite(suite, now, wanted)
        counts = counters.counts(suite)
        body: dict[str, Any] = {
            "suite": suite.slug,
            "version": suite.version,
            "verdicts": counts.verdicts,
            "complete": counts.complete,
            "items": counts.items,
            "all": _tally(overview.all),
            "kinds": {row.slug: _tally(row.tally) for row in overview.kinds},
            "scenarios": {row.slug: _tally(row.tally) for row in overview.scenarios},
            "pace": {
                "judgments_left": pace.left,
                "judged_in_a_week": pace.judged,
                "hours_of_work": pace.hours,
                "per_hour": pace.per_hour,
                "hours_left": pace.hours_left,
                "end": pace.end,
            },
            "left": [
                {"name": one.name, "n": one.n, "of": one.of}
                for one in (*waiting.until_release(suite), waiting.batches_left(suite))
            ],
            **{name: _share(share) for name, share in people.sums(persons).items()},
        }
        if Verb.REVIEW_MANAGE in verbs_on(request.user, suite):
            body |= {"people": [_person(one) for one in persons], "leases": _leases(suite)}
        return Response(body)


def _tally(tally: progress.Tally) -> dict[str, Any]:
    by_state = {state: n for state, _, n in tally.stages}
    return {
        "items": tally.total,
        "done": tally.done,
        "disputed": tally.disputed,
        "left": tally.left,
        "by_state": by_state,
    }


def _share(share: people.Share) -> dict[str, int]:
    return {"n": share.n, "of": share.of}


def _person(one: people.Person) -> dict[str, Any]:
    settings = one.settings
    return {
        "user": one.user.pk,
        "name": one.user.username,
        "role": one.role,
        "is_member": one.is_member,
        "judged": one.judged,
        "last_day": one.last_day,
        "disputed": one.disputed,
        "decided_otherwise": _share(one.otherwise),
        "checks_right": _share(one.checks),
        "too_fast": _share(one.too_fast),
        "active_ms": one.active_ms,
        "holds": one.held,
        "last_verdict_at": one.last_at,
        "quota": settings.quota if settings else None,
        "kinds": list(settings.kinds) if settings else [],
        "scenario": settings.scenario.slug if settings and settings.scenario else None,
        "paused": bool(settings and settings.paused),
    }


def _leases(suite: Suite) -> list[dict[str, Any]]:
    return [
        {
            "item": slot.item_id,
            "label": slot.item.label,
            "user": slot.person_id,
            "since": slot.leased_at,
            "until": slot.lease_until,
        }
        for slot in waiting.leases(suite)
    ]


class Policy(OfSuite):
    """How a suite is reviewed; ``actions/policy/`` and ``actions/weights/`` change it."""

    @extend_schema(operation_id="suites_review_policy", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        policy = opening.policy_of(self.find_suite(Verb.REVIEW_MANAGE))
        names = ("record_judges", "second_share", "question_judges", "blind_share", "check_every")
        more = ("lease_minutes", "weights", "paused")
        return Response({name: getattr(policy, name) for name in (*names, *more)})


class Act(OfSuite):
    """What a lead can do, by name: what the page of settings and people offers, and nothing else."""

    curl_example = {"user": "7", "dry_run": True}

    @extend_schema(
        operation_id="suites_review_act",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """The fields of the action; with ``dry_run: true`` it only says, in counts, what it would do."""
        suite = self.find_suite(Verb.REVIEW_MANAGE)
        slug, data = self.kwargs["action"], body_of(request)
        action, dry_run = registry.find(slug), data.pop("dry_run", False)
        if not isinstance(dry_run, bool):
            raise FormRefusedError({"dry_run": "true or false. Nothing was done."})
        known = set(action.form(suite=suite).fields)
        if unknown := sorted(set(data) - known):
            told = f"Unknown; known: {', '.join(sorted(known)) or 'none'}."
            raise FormRefusedError(dict.fromkeys(unknown, told))
        given = {"slug": slug, "suite": suite, "given": data, "by": request.user, "now": clocks.now()}
        if dry_run:
            return Response({"action": slug, "done": False, "told": list(registry.ask(**given).told)})
        return Response({"action": slug, "done": True, "told": [registry.do(**given)]})


class ItemSerializer(serializers.ModelSerializer[ReviewItem]):
    """An item in a list; never the prepared truth of its form."""

    scenario = serializers.CharField(source="scenario.slug")

    class Meta:
        model = ReviewItem
        fields = ("id", "kind", "label", "scenario", "form", "status", "wanted", "place", "created_at")


@extend_schema(
    parameters=[OpenApiParameter(name, str) for name in ("state", "kind", "scenario", "q")],
)
class ItemList(OfSuite, generics.ListAPIView[ReviewItem]):
    """The items of a suite, in the order of the queue."""

    filters = ("state", "kind", "scenario", "q")
    queryset = ReviewItem.objects.none()
    serializer_class = ItemSerializer
    page_ordering = ("place", "pk")

    def get_queryset(self) -> QuerySet[ReviewItem]:
        suite = self.find_suite(Verb.REVIEW_MANAGE)
        return items.sought(suite, items.Sought.of(self.request.query_params))


class ItemDetail(OfSuite):
    """One item with its verdicts in all versions, decisions and transitions."""

    @extend_schema(operation_id="suites_review_items_read", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        item = items.get(self.find_suite(Verb.REVIEW_MANAGE), self.kwargs["item"])
        whole = items.whole(item)
        return Response(
            {
                **ItemSerializer(item).data,
                "verdicts": [
                    {
                        "id": one.pk,
                        "user": one.person_id,
                        "version": one.version,
                        "stands": one.is_current,
                        "withdrawn": one.withdrawn_at is not None,
                        "fields": one.fields,
                        "outcome": one.outcome,
                        "submitted_at": one.submitted_at,
                        "too_fast": one.too_fast,
                        "guideline": one.guideline.version if one.guideline else None,
                    }
                    for one in whole.verdicts
                ],
                "decisions": [
                    {
                        "version": one.version,
                        "stands": one.is_current,
                        "fields": one.fields,
                        "outcome": one.outcome,
                        "reason": one.reason,
                        "at": one.at,
                    }
                    for one in whole.adjudications
                ],
                "transitions": [
                    {
                        "at": one.at,
                        "by": one.by,
                        "before": one.before,
                        "after": one.after,
                        "note": one.note,
                    }
                    for one in whole.transitions
                ],
            }
        )


class GuidelineOfKind(OfSuite):
    """The guideline of a kind of subject, in all versions."""

    curl_example = {"text": "# What to look for", "seen": 1}

    @extend_schema(operation_id="suites_review_guideline_read", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        suite, kind = self.find_suite(Verb.SUITE_VIEW), self._kind()
        rows = [one.guideline for one in guidelines.versions(suite, kind)]
        text = rows[0].text if rows else guidelines.default_text(kind)
        return Response({"kind": kind, "text": text, "versions": [_version(row) for row in rows]})

    @extend_schema(
        operation_id="suites_review_guideline_revise",
        request=OpenApiTypes.OBJECT,
        responses={201: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{text, seen}``: the next version; ``seen`` is the version that was edited, 0 for the default."""
        suite, kind = self.find_suite(Verb.REVIEW_MANAGE), self._kind()
        data = body_of(request)
        text, seen = data.get("text", ""), data.get("seen", 0)
        if not isinstance(text, str) or not isinstance(seen, int) or isinstance(seen, bool):
            raise FormRefusedError({"text": "text is a string, seen a whole number. Nothing was stored."})
        made = guideline_services.revise(
            suite=suite, kind=kind, text=text, seen=seen, by=request.user, now=clocks.now()
        )
        return Response(_version(made), status=201)

    def _kind(self) -> str:
        kind = str(self.kwargs["kind"])
        if kind not in guidelines.kinds():
            raise NotVisibleError("There is no guideline of this kind.")
        return kind


def _version(row: Guideline) -> dict[str, Any]:
    return {"version": row.version, "at": row.at, "text": row.text}
