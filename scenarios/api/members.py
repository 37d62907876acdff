"""Who works on a suite, in the API: people and service accounts with their role there."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.calls.api import tags
from scenarios.api.views import OfSuite
from scenarios.exceptions import NotVisibleError
from scenarios.models import Membership, Suite
from scenarios.review.services import staffing
from scenarios.services import members


class MemberSerializer(serializers.ModelSerializer[Membership]):
    """A member; ``user`` is the number of the account, ``kind`` person or service."""

    name = serializers.CharField(source="user.username")
    kind = serializers.CharField(source="user.kind")
    active = serializers.BooleanField(source="user.is_active")

    class Meta:
        model = Membership
        fields = ("user", "name", "kind", "active", "role")


class NewMemberSerializer(serializers.Serializer[Any]):
    """An account to let in, by name."""

    name = serializers.CharField(max_length=150)
    role = serializers.CharField(max_length=16)


class RoleSerializer(serializers.Serializer[Any]):
    """Another role of a member."""

    role = serializers.CharField(max_length=16)


class MemberList(OfSuite, generics.ListAPIView[Membership]):
    """The members of a suite; POST lets one in."""

    curl_example: ClassVar[dict[str, Any]] = {"name": "ann", "role": "annotator"}
    filters = ("role",)
    queryset = Membership.objects.none()
    serializer_class = MemberSerializer
    page_ordering = ("pk",)

    def get_queryset(self) -> QuerySet[Membership]:
        rows = _of(self.find_suite(Verb.MEMBER_MANAGE))
        role = self.request.query_params.get("role")
        if role is None:
            return rows
        if role not in Membership.Role.values:
            raise serializers.ValidationError({"role": [f"Known: {', '.join(Membership.Role.values)}."]})
        return rows.filter(role=role)

    @extend_schema(
        operation_id="suites_members_add", request=NewMemberSerializer, responses={201: MemberSerializer}
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """Once more with the same role changes nothing."""
        suite = self.find_suite(Verb.MEMBER_MANAGE)
        data = _read(NewMemberSerializer(data=request.data))
        made = members.add(suite=suite, username=data["name"], role=data["role"], by=request.user)
        return Response(MemberSerializer(made).data, status=status.HTTP_201_CREATED)


class MemberDetail(OfSuite):
    """One member of a suite."""

    curl_example: ClassVar[dict[str, Any]] = {"role": "adjudicator"}

    @extend_schema(operation_id="suites_members_read", responses={200: MemberSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response(MemberSerializer(self._member(self.find_suite(Verb.MEMBER_MANAGE))).data)

    @extend_schema(
        operation_id="suites_members_change", request=RoleSerializer, responses={200: MemberSerializer}
    )
    def patch(self, request: Request, **kwargs: Any) -> Response:
        """Another role; what they hold goes back to the queue where they judge no longer."""
        suite = self.find_suite(Verb.MEMBER_MANAGE)
        data = _read(RoleSerializer(data=request.data))
        with transaction.atomic():
            member = self._seen(suite)
            changed = staffing.change_role(
                suite=suite, person=member.user, role=data["role"], by=request.user, now=timezone.now()
            )
        return Response(MemberSerializer(changed).data)

    @extend_schema(operation_id="suites_members_remove", request=None, responses={204: None})
    def delete(self, request: Request, **kwargs: Any) -> Response:
        """What they judged stays. 409 for the only lead."""
        suite = self.find_suite(Verb.MEMBER_MANAGE)
        with transaction.atomic():
            member = self._seen(suite)
            staffing.dismiss(suite=suite, person=member.user, by=request.user, now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _seen(self, suite: Suite) -> Membership:
        """The member as the caller has seen it, and nobody else changes it meanwhile."""
        Suite.objects.select_for_update().get(pk=suite.pk)
        member = self._member(suite)
        tags.require_match(self.request, MemberSerializer(member).data)
        return member

    def _member(self, suite: Suite) -> Membership:
        found = _of(suite).filter(user=self.kwargs["user"]).first()
        if found is None:
            raise NotVisibleError("There is no such member.")
        return found


def _of(suite: Suite) -> QuerySet[Membership]:
    return Membership.objects.filter(suite=suite).select_related("user", "suite")


def _read(form: serializers.Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
