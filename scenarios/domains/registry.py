"""The domains that are here, by slug. PURE; a domain is loaded when it is first asked for.

A domain is a folder with ``domain.py`` (a constant ``DOMAIN``) and, where histories of it can be generated,
``world/build.py`` (a function ``build``). Every folder beside this file is one; ``add`` takes in others.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from scenarios.domains.base import Domain

_HERE = __name__.rpartition(".")[0]
#: slug -> dotted name of a folder elsewhere.
_ADDED: dict[str, str] = {}


class UnknownDomainError(LookupError):
    """No domain of that slug is here, or it has no world."""


@cache
def _shipped() -> dict[str, str]:
    folders = pkgutil.iter_modules(import_module(_HERE).__path__)
    return {found.name: f"{_HERE}.{found.name}" for found in folders if found.ispkg}


def add(package: str) -> None:
    """Take in a domain that lies elsewhere: the dotted name of its folder, whose last part is its slug."""
    _ADDED[package.rpartition(".")[2]] = package


def added() -> tuple[str, ...]:
    """The dotted names of the folders that were added: other processes must add them as well."""
    return tuple(_ADDED.values())


def names() -> tuple[str, ...]:
    """The slugs of all domains, sorted."""
    return tuple(sorted({**_shipped(), **_ADDED}))


def get(slug: str) -> Domain:
    """The domain of a slug. Raises ``UnknownDomainError``."""
    domain: Domain = import_module(f"{_folder(slug)}.domain").DOMAIN
    return domain


def world_of(slug: str) -> Callable[[Any], Any]:
    """What plans a history of a domain: a function from ``Brief`` to ``World`` (generators/derive/world.py).

    Raises ``UnknownDomainError``, also for a domain that has no world.
    """
    if fault := fault_of(slug):
        raise UnknownDomainError(f"domain {fault}")
    build: Callable[[Any], Any] = import_module(f"{_folder(slug)}.world.build").build
    return build


def fault_of(slug: str) -> str:
    """Why no history of a domain can be generated, empty where one can."""
    if slug not in names():
        return f"{slug!r} is none of {', '.join(names())}"
    world = f"{_folder(slug)}.world"
    if find_spec(world) is None or find_spec(f"{world}.build") is None:
        return f"{slug!r} has no world/build.py, so nothing can be generated for it"
    return ""


def _folder(slug: str) -> str:
    found = {**_shipped(), **_ADDED}
    if slug not in found:
        raise UnknownDomainError(f"no domain {slug!r}; known are {', '.join(names())}")
    return found[slug]
