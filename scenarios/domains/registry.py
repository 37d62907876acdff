"""The domains that ship, by slug. PURE; a domain is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from scenarios.domains.base import Domain

#: slug -> module with a constant ``DOMAIN``.
_MODULES = {
    "eduops": "scenarios.domains.eduops.domain",
    "shopops": "scenarios.domains.shopops.domain",
    "tripops": "scenarios.domains.tripops.domain",
}


class UnknownDomainError(LookupError):
    """No domain of that slug ships."""


def names() -> tuple[str, ...]:
    """The slugs of all domains, sorted."""
    return tuple(sorted(_MODULES))


@cache
def get(slug: str) -> Domain:
    """The domain of a slug. Raises ``UnknownDomainError``."""
    if slug not in _MODULES:
        raise UnknownDomainError(f"no domain {slug!r}; known are {', '.join(names())}")
    domain: Domain = import_module(_MODULES[slug]).DOMAIN
    return domain


@cache
def world_of(slug: str) -> Callable[[Any], Any]:
    """What plans a history of a domain: ``build`` of its module ``world.build`` (generators/derive/world.py).

    Raises ``UnknownDomainError``, also for a domain that ships no world.
    """
    folder = get(slug) and _MODULES[slug].rpartition(".")[0]
    try:
        return import_module(f"{folder}.world.build").build  # type: ignore[no-any-return]
    except ModuleNotFoundError as error:
        raise UnknownDomainError(f"domain {slug!r} ships no world: {error}") from error
