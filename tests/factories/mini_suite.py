"""The suite ``mini`` built in memory by the reference evaluator, once a process."""

from __future__ import annotations

from functools import cache

from scenarios.bundle import Bundle, ScenarioSpec
from scenarios.generators.derive import batch, mini


@cache
def mini_bundle(seed: int = 7) -> Bundle:
    return mini.build(seed=seed, evaluate=batch.reference)


def mini_trip(seed: int = 7) -> ScenarioSpec:
    return mini_bundle(seed).scenarios[0]
