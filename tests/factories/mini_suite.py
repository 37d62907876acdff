"""The suite ``mini`` built in memory by the reference evaluator, once a process."""

from __future__ import annotations

from functools import cache

from scenarios.bundle import Bundle, ScenarioSpec
from scenarios.generators.derive import batch
from scenarios.generators.derive.building import Built, build_scenario
from scenarios.generators.derive.suites import MINI


def built(slug: str, seed: int = 7) -> Built:
    """One scenario of mini, with how it came about."""
    return _built(slug, seed)


@cache
def _built(slug: str, seed: int) -> Built:  # once, whether or not the seed is left out
    (config,) = [one for one in MINI.scenarios if one.slug == slug]
    return build_scenario(config, seed=seed, suite=MINI.slug, evaluate=batch.reference)


@cache
def mini_bundle(seed: int = 7) -> Bundle:
    scenarios = tuple(built(config.slug, seed).scenario for config in MINI.scenarios)
    return Bundle(MINI.slug, MINI.title, "derive", scenarios)


def mini_trip(seed: int = 7) -> ScenarioSpec:
    return built("mini-trip", seed).scenario
