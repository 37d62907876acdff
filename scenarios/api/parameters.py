"""Parameters of API addresses. What a view does not know it refuses: an ignored filter misleads."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes
from rest_framework.exceptions import ValidationError
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request

from benchmark.floor.calls.api.calls import Call
from scenarios.views.browsing import parse_cutoff

CUTOFF = OpenApiParameter(
    "cutoff",
    OpenApiTypes.DATETIME,
    description="Only records observed by this time, inclusive. Needs a zone.",
)


class KnownParameters(Call):
    """A view that answers 400 to parameters other than ``filters``, and those of pages if it has pages."""

    filters: ClassVar[tuple[str, ...]] = ()
    orders: ClassVar[dict[str, tuple[str, ...]]] = {}
    """What ``?order=`` of a list may be, and the fields without nulls that it means, the last one unique."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse unknown parameters once it is known who asks."""
        super().initial(request, *args, **kwargs)
        paged = ("cursor", "page_size") if isinstance(self, ListModelMixin) else ()
        paged += ("order",) if self.orders else ()
        unknown = sorted(set(request.query_params) - {*self.filters, *paged, "format"})
        if unknown:
            known = ", ".join((*self.filters, *paged)) or "none"
            raise ValidationError({name: [f"Unknown parameter. Known: {known}."] for name in unknown})


def cutoff_of(request: Request) -> datetime | None:
    """The time in ``?cutoff=``, None without one. Raises ``ValidationError`` for anything else."""
    text = request.query_params.get("cutoff")
    if text is None:
        return None
    moment = parse_cutoff(text)
    if moment is None:
        raise ValidationError({"cutoff": ["Not an ISO time with a zone, for example 2026-08-31T23:59:59Z."]})
    return moment
