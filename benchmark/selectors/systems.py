"""The systems that runs can be launched on, as people see them."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from benchmark.floor.accounts.verbs import Verb
from scenarios.permissions import require_somewhere
from sut_adapters import registry
from sut_adapters.models import SystemUnderTest
from sut_adapters.services.systems import ADMIN_ONLY


def listed(user: Any) -> QuerySet[SystemUnderTest]:
    """All registered systems with ``n_variants``, the walks on each. Raises ``PermissionDenied``."""
    require_somewhere(user, Verb.RUN_VIEW)
    return SystemUnderTest.objects.select_related("registered_by").annotate(n_variants=Count("variants"))


def get(user: Any, name: str) -> SystemUnderTest:
    """The system of that name, as in ``listed``. Raises ``Http404``, ``PermissionDenied``."""
    found = listed(user).filter(name=name).first()
    if found is None:
        raise Http404(_("No system is registered under this name."))
    return found


def adapters() -> list[dict[str, Any]]:
    """What systems can be registered of, by name: who walks them, and whether administrators alone register
    them."""
    entries = {name: registry.entry(name) for name in registry.names()}
    return [
        {
            "name": name,
            "tier": entry.tier,
            "title": entry.title,
            "walked_by": entry.walked_by,
            "for_admins": name in ADMIN_ONLY,
        }
        for name, entry in entries.items()
    ]
