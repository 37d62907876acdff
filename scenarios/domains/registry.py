"""The domains that ship, by slug. PURE; a domain is loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

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
