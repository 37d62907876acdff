"""Every URL name and API verb is classified: which verb of the table it needs, or public or signed-in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from benchmark.floor.accounts import verbs
from tests.unit.walls import rooms

UNSAFE = ("post", "put", "patch", "delete")


@dataclass(frozen=True)
class Route:
    """One URL pattern of ours."""

    module: ModuleType
    pattern: URLPattern

    @property
    def name(self) -> str:
        return str(self.pattern.name)

    @property
    def methods(self) -> set[str]:
        """Methods that a class based view answers; empty for function views, which state theirs."""
        view = getattr(self.pattern.callback, "cls", None) or getattr(
            self.pattern.callback, "view_class", None
        )
        if view is None:
            return set()
        allowed: set[str] = set(getattr(self.pattern.callback, "actions", None) or view.http_method_names)
        return {method for method in allowed if hasattr(view, method) and method != "options"}


def routes(resolver: URLResolver) -> Iterator[Route]:
    """Every pattern of a urls module of ours, whichever prefix includes it."""
    module = resolver.urlconf_module
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from routes(entry)
        elif isinstance(module, ModuleType) and module.__name__.split(".")[0] in rooms.ROOMS:
            yield Route(module, entry)


def all_routes() -> list[Route]:
    """Those of the whole project."""
    return list(routes(get_resolver()))


def classes(route: Route) -> dict[str, str]:
    """Method to class of one route; the key ``*`` stands for all methods."""
    value: Any = getattr(route.module, "ROUTE_VERBS", {}).get(route.name)
    if value is None:
        return {}
    return dict(value) if isinstance(value, dict) else {"*": value}


def test_every_urls_module_has_a_table_without_stale_names() -> None:
    modules = {route.module.__name__: route.module for route in all_routes()}
    assert "benchmark.floor.accounts.urls" in modules
    for name, module in modules.items():
        named = {route.name for route in all_routes() if route.module is module}
        assert set(module.ROUTE_VERBS) == named, f"{name}: ROUTE_VERBS and its url names differ"


@pytest.mark.parametrize("route", all_routes(), ids=lambda route: f"{route.module.__name__}:{route.name}")
def test_a_route_is_classified_by_a_known_verb(route: Route) -> None:
    assert route.pattern.name, f"{route.pattern} needs a name"
    found = classes(route)
    assert found, f"{route.name} is not in ROUTE_VERBS of {route.module.__name__}"
    assert {str(value) for value in found.values()} <= verbs.CLASSES


@pytest.mark.parametrize("route", all_routes(), ids=lambda route: f"{route.module.__name__}:{route.name}")
def test_a_view_that_reads_and_writes_classifies_each_method(route: Route) -> None:
    methods = route.methods
    writes = methods & set(UNSAFE)
    if writes and methods - writes - {"head"}:
        named = {method.lower() for method in classes(route)}
        assert writes <= named, f"{route.name}: write {{'GET': …, 'POST': …}} in ROUTE_VERBS"
