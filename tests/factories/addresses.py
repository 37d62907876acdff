"""Every address of the site, from the URL resolver itself, so that a new route is met without being told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern, RoutePattern

OTHERS = {
    # Parameters of the admin.
    "object_id": "1",
    "app_label": "scenarios",
    "content_type_id": "1",
    "url": "nothing",
    "id": "1",
    "token": "0",  # of nobody
    "slot": "0",  # of nobody
    "system": "nobody",
    "account": "no-service",
    "user": "0",  # of nobody
    "hook": "0",  # of nobody
    "delivery": "0",
    "page": "language",  # of the manual
    "document": "docs/images/query.png",
}


@dataclass(frozen=True)
class Address:
    """A path template, the full name of its route, and the module whose table classifies it."""

    template: str
    name: str
    module: str

    def path(self, values: Mapping[str, Any]) -> str:
        """The path with its parameters filled in. KeyError: teach ``values`` the new parameter."""
        known = {**OTHERS, **values, **({} if self.leads_into_a_suite else {"pk": 0})}
        return re.sub(r"<(?:\w+:)?(\w+)>", lambda match: str(known[match[1]]), self.template)

    @property
    def leads_into_a_suite(self) -> bool:
        """Whether it names a suite, a run of one, an answer of a run, or a diagnosis of one."""
        apart = self.template.startswith(("/admin/", "/accounts/"))
        return not apart and bool(re.search(r"<\w+:(suite|pk|answer|diagnosis)>", self.template))


def _text(pattern: RoutePattern | RegexPattern) -> str:
    if isinstance(pattern, RoutePattern):
        return str(pattern)
    return re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<str:\1>", str(pattern).strip("^$")).replace("$", "")


def walk(resolver: URLResolver | None = None, prefix: str = "/", names: str = "") -> Iterator[Address]:
    """All addresses in the order of the resolver."""
    resolver = resolver or get_resolver()
    module = getattr(resolver.urlconf_module, "__name__", "")
    for entry in resolver.url_patterns:
        place = prefix + _text(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from walk(entry, place, f"{names}{entry.namespace}:" if entry.namespace else names)
        elif isinstance(entry, URLPattern):
            yield Address(place, f"{names}{entry.name}", module)


def ours() -> list[Address]:
    """Those that our own urls modules route, without Django's admin."""
    return [address for address in walk() if not address.template.startswith("/admin/")]


def view_of(found: Address) -> type[Any]:
    """The class behind an address of the API."""
    for entry in _patterns(get_resolver()):
        if entry.name == found.name.rpartition(":")[2] and hasattr(entry.callback, "cls"):
            return entry.callback.cls
    raise KeyError(found.name)


def _patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from _patterns(entry)
        else:
            yield entry
