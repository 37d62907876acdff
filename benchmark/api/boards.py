"""Leaderboards in the API: the suites that have them, and the boards of one."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics, serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.api.serializers import BoardsSerializer
from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import leaderboards
from scenarios.api.parameters import KnownParameters
from scenarios.models import Suite
from scenarios.permissions import require
from scenarios.selectors import suites


class SuiteWithBoardsSerializer(serializers.ModelSerializer[Suite]):
    """A suite whose boards you may see."""

    verification = serializers.CharField(source="verification_text", read_only=True)

    class Meta:
        model = Suite
        fields = ("slug", "title", "version", "verification")


class LeaderboardList(KnownParameters, generics.ListAPIView[Suite]):
    """The suites whose boards you may see."""

    orders: ClassVar = {"slug": ("slug",), "title": ("title", "slug")}
    queryset = Suite.objects.none()
    serializer_class = SuiteWithBoardsSerializer
    page_ordering = ("slug",)

    def get_queryset(self) -> QuerySet[Suite]:
        return leaderboards.suites_with(self.request.user)


class Leaderboard(KnownParameters):
    """The boards of a suite: rank (null for oracles and n/a) and figures of each system."""

    filters = ("reader", "budget")

    @extend_schema(
        parameters=[
            OpenApiParameter("reader", OpenApiTypes.STR, description="Only boards read by this reader."),
            OpenApiParameter(
                "budget", OpenApiTypes.INT, description="Only boards of this budget, in tokens."
            ),
        ],
        responses={200: BoardsSerializer},
    )
    def get(self, request: Request, suite: str) -> Response:
        found = suites.get_visible(request.user, suite)
        require(request.user, Verb.LEADERBOARD_VIEW, found)
        boards = leaderboards.of_suite(found)
        if reader := request.query_params.get("reader"):
            boards = [board for board in boards if board.reader == reader]
        if (budget := request.query_params.get("budget")) is not None:
            if not (budget.isascii() and budget.isdigit()):
                raise ValidationError({"budget": ["A whole number of tokens, such as 8192."]})
            boards = [board for board in boards if str(board.budget) == budget.lstrip("0")]
        shown: dict[str, Any] = {
            "suite": found.slug,
            "version": found.version,
            "verification": found.verification_text,
            "boards": boards,
        }
        return Response(BoardsSerializer(shown).data)
