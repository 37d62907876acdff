"""Builds the suites that ship with their generators, and those that users configure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction

from scenarios.bundle import Bundle
from scenarios.exceptions import StateRefusedError
from scenarios.generators import worked_example
from scenarios.generators.derive.building import Progress
from scenarios.generators.derive.config import SuiteConfig
from scenarios.generators.derive.suites import DERIVE, MINI
from scenarios.models import Suite
from scenarios.selectors import twin_gold
from scenarios.services import suites
from scenarios.services.generating import generate, quiet

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

DEFAULT_SEED = 7
#: Suites that are generated from configurations, by name.
CONFIGS: dict[str, SuiteConfig] = {config.slug: config for config in (MINI, DERIVE)}
#: Suites that are fixtures: they have no seed.
FIXTURES: dict[str, Callable[[], Bundle]] = {"worked-example": worked_example.bundle}
#: All that can be built by name.
NAMES = tuple(sorted((*CONFIGS, *FIXTURES)))


def part_of(config: SuiteConfig, scenario: str) -> SuiteConfig:
    """One scenario of a suite as a suite of its own, generated as within the whole.

    Raises ``StateRefusedError`` naming the scenarios there are.
    """
    for one in config.scenarios:
        if one.slug == scenario:
            return replace(config, scenarios=(one,))
    known = ", ".join(one.slug for one in config.scenarios)
    raise StateRefusedError(f"Suite {config.slug!r} has no scenario {scenario!r}. It has {known}.")


def build(
    *, name: str, by: User | None, seed: int = DEFAULT_SEED, config: SuiteConfig | None = None,
    slug: str = "", progress: Progress = quiet, workers: int = 1, standing: str = Suite.Standing.OPEN,
) -> tuple[Suite, bool]:  # fmt: skip
    """The released suite ``name`` and whether it was made now; it is open to all who sign in.

    ``config`` is that of the suite unless it ships under that name; ``slug`` stores it under another one;
    ``standing`` says whom its gold is for. A released suite of that slug is kept if it came from the same
    seed and stands so; another, a draft (somebody imported it), and one whose gold a suite of another
    standing has too are refused with ``StateRefusedError``.

    It is stored in one transaction, and made before that begins: making it may take longer than a
    transaction may stand idle.
    """
    kept, shipped = slug or name, FIXTURES.get(name)
    if (present := Suite.objects.filter(slug=kept).first()) is not None:
        return _present(present, seed, standing, seeded=shipped is None), False
    if shipped is not None:
        bundle = shipped()
        seeds = [(spec.slug, spec.seed) for spec in bundle.scenarios]
        _require_other_gold(seeds, standing)
    else:
        wanted = config or CONFIGS[name]
        seeds = [(one.slug, seed) for one in wanted.scenarios]
        _require_other_gold(seeds, standing)
        bundle, _ = generate(config=wanted, seed=seed, progress=progress, workers=workers)
    progress(
        f"{kept}: storing, with gold and checks of {sum(len(s.queries) for s in bundle.scenarios)} queries"
    )
    with transaction.atomic():
        if (present := Suite.objects.filter(slug=kept).first()) is not None:  # somebody was faster
            return _present(present, seed, standing, seeded=shipped is None), False
        _require_other_gold(seeds, standing)
        suite = suites.store(bundle=replace(bundle, slug=kept), by=by, is_open=True, standing=standing)
        return suites.release(suite=suite, by=by), True


def _require_other_gold(scenarios: Iterable[tuple[str, int]], standing: str) -> None:
    """The same gold may not be served by one suite and kept by another."""
    twin = twin_gold.of_other_standing(scenarios, practice=standing == Suite.Standing.PRACTICE)
    if twin is not None:
        raise StateRefusedError(
            f"Scenario {twin.slug!r} of this seed is in suite {twin.suite.slug!r}, which is "
            f"{twin.suite.standing}, and you asked for {standing}: its gold would be served and kept at "
            "once. Ask for another --seed."
        )


def _present(suite: Suite, seed: int, standing: str, *, seeded: bool) -> Suite:
    """A suite that is here already, if it is the one that was asked for."""
    if not suite.is_released:
        raise StateRefusedError(
            f"Suite {suite.slug!r} is here as a draft. Release or delete it in the admin under Suites first."
        )
    seeds = set(suite.scenarios.values_list("seed", flat=True))
    if seeded and seeds != {seed}:
        raise StateRefusedError(
            f"Suite {suite.slug!r} is there with seed {min(seeds, default=0)}, and you asked for seed "
            f"{seed}. Released suites stay as they are: ask for that seed, or for another slug."
        )
    if suite.standing != standing:
        raise StateRefusedError(
            f"Suite {suite.slug!r} is there as {suite.standing}, and you asked for {standing}. Ask for "
            "another slug and seed, or change it with manage.py standing."
        )
    return suite
