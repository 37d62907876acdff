"""Copies of suites as drafts: how a released suite is edited (overview 4.11)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from benchmark.floor.audit.services import records as audit
from scenarios.models import Suite
from scenarios.selectors import specs
from scenarios.services import suites

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


#: Where the configuration of a suite says which release it revises, and what was changed and dropped.
REVISES: Final = "revises"


def without_origin(config: Mapping[str, Any]) -> dict[str, Any]:
    """A configuration without the word that its suite revises another: that holds for that suite alone."""
    return {name: value for name, value in config.items() if name != REVISES}


@transaction.atomic
def copy_suite(
    *, suite: Suite, slug: str, by: User | None, config: Mapping[str, Any] = MappingProxyType({})
) -> Suite:
    """A draft under another slug that holds what ``suite`` holds, as its next version; ``by`` leads it.

    Gold is derived anew. Words keep what their checks find; verdicts of people and the word that people
    verified it do not come along. It is seen by whom the suite is seen by, and stands as
    it does: the gold of a practice suite is out. ``config`` adds to its
    configuration. Raises what ``suites.store`` raises, ``SuiteExistsError`` for a slug that is taken among
    them.
    """
    bundle = specs.bundle_of(suite)
    bundle = dataclasses.replace(bundle, slug=slug, config={**without_origin(bundle.config), **config})
    copied = suites.store(
        bundle=bundle, by=by, is_open=suite.is_open, standing=suite.standing, version=suite.version + 1
    )
    audit.record(
        action="suite.copied",
        subject=f"suite:{copied.slug}",
        by=by,
        details={"from": suite.slug, "version": suite.version, "content_hash": suite.content_hash},
    )
    return copied
