"""The suite ``mini`` built in memory by the reference evaluator, once for all processes of a test run."""

from __future__ import annotations

import fcntl
import pickle
from functools import cache
from pathlib import Path

from scenarios.bundle import Bundle, ScenarioSpec
from scenarios.generators.derive import batch
from scenarios.generators.derive.building import Built, build_scenario
from scenarios.generators.derive.suites import MINI

#: A folder of this one test run, where its processes leave what they built; tests/conftest.py names it.
#: None where there is one process. No later run meets it, so none meets what older code built.
SHARED: Path | None = None


def built(slug: str, seed: int = 7) -> Built:
    """One scenario of mini, with how it came about."""
    return _built(slug, seed)


@cache
def _built(slug: str, seed: int) -> Built:  # once, whether or not the seed is left out
    if SHARED is None:
        return _build(slug, seed)
    kept = SHARED / f"{slug}-{seed}.pickle"
    with (SHARED / f"{slug}-{seed}.lock").open("w") as lock:  # the second process waits for the first
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            part = kept.with_suffix(".part")
            part.write_bytes(pickle.dumps(_build(slug, seed)))
            part.rename(kept)
        found = pickle.loads(kept.read_bytes())
    assert isinstance(found, Built)
    return found


def _build(slug: str, seed: int) -> Built:
    (config,) = [one for one in MINI.scenarios if one.slug == slug]
    return build_scenario(config, seed=seed, suite=MINI.slug, evaluate=batch.reference)


@cache
def mini_bundle(seed: int = 7) -> Bundle:
    scenarios = tuple(built(config.slug, seed).scenario for config in MINI.scenarios)
    return Bundle(MINI.slug, MINI.title, "derive", scenarios)


def mini_trip(seed: int = 7) -> ScenarioSpec:
    return built("mini-trip", seed).scenario
