"""The audit trail in the API: who did what, to which subject."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.audit.models import AuditRecord
from scenarios.api.parameters import KnownParameters
from scenarios.selectors import audit


class AuditList(KnownParameters, generics.ListAPIView[AuditRecord]):
    """What was done to suites whose audit you may see, and to or by you; newest first."""

    filters = audit.FILTERS
    queryset = AuditRecord.objects.none()
    page_ordering = ("-at", "-pk")
    orders: ClassVar = {"at": ("at", "pk")}

    @extend_schema(
        operation_id="audit_list",
        parameters=[
            OpenApiParameter("suite", str, description="Slug: only what was done to it and in it."),
            OpenApiParameter("subject", str, description="suite:mini, user:ann, run:7."),
            OpenApiParameter("actor", str, description="Name of an account."),
            OpenApiParameter("action", str, description="suite.released, or suite.* for all of its kind."),
            OpenApiParameter("q", str, description="A piece of subject, actor, action or details."),
            OpenApiParameter("by_service", bool, description="Only by service accounts, or only not."),
            OpenApiParameter("since", OpenApiTypes.DATETIME, description="Inclusive. Needs a zone."),
            OpenApiParameter("until", OpenApiTypes.DATETIME, description="Inclusive. Needs a zone."),
        ],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Admins see all of it."""
        rows = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([audit.as_dict(row) for row in rows or ()])

    def get_queryset(self) -> QuerySet[AuditRecord]:
        return audit.seen_by(self.request.user, audit.Wanted.of(self.request.query_params))
