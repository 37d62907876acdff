"""Builds the suites that ship with their generators, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from scenarios.bundle import Bundle
from scenarios.datalog.derivation import Evaluation
from scenarios.exceptions import StateRefusedError
from scenarios.generators import worked_example
from scenarios.generators.derive import mini
from scenarios.generators.derive.batch import Batch
from scenarios.models import Suite
from scenarios.services import evaluation, suites, versions
from scenarios.services.history_rows import store_scenario

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

DEFAULT_SEED = 7


def in_postgres(batch: Batch) -> Sequence[Evaluation]:
    """A generator's candidates, derived in Postgres on a draft that is rolled back afterwards."""
    with transaction.atomic():
        draft = Suite.objects.create(slug="draft-of-a-generator", title="Draft", kind=Suite.Kind.DERIVE)
        scenario = store_scenario(suite=draft, spec=batch.scenario, position=0)
        versions.rebuild(scenario=scenario)
        found = evaluation.evaluate_all(
            scenario=scenario, asked=[(request.goal, request.cutoff) for request in batch.requests]
        )
        transaction.set_rollback(True)
    return found


def _mini(seed: int) -> Bundle:
    return mini.build(seed=seed, evaluate=in_postgres)


def _worked_example(seed: int) -> Bundle:
    """The worked example is a fixture: it has no seed."""
    return worked_example.bundle()


#: Bundles by suite name; each takes a seed.
BUILDERS: dict[str, Callable[[int], Bundle]] = {"mini": _mini, "worked-example": _worked_example}
#: Those whose content depends on the seed.
SEEDED = frozenset({"mini"})


@transaction.atomic
def build(*, name: str, by: User | None, seed: int = DEFAULT_SEED) -> tuple[Suite, bool]:
    """The released suite ``name`` and whether it was made now; it is open to all who sign in.

    A released suite of that name is kept if it came from the same seed; another, or a draft (somebody
    imported it), is refused with ``StateRefusedError``.
    """
    present = Suite.objects.filter(slug=name).first()
    if present is not None and not present.is_released:
        raise StateRefusedError(
            f"Suite {name!r} is here as a draft. Release or delete it in the admin under Suites first."
        )
    if present is not None:
        seeds = set(present.scenarios.values_list("seed", flat=True))
        if name in SEEDED and seeds != {seed}:
            raise StateRefusedError(
                f"Suite {name!r} is there with seed {min(seeds, default=0)}, and you asked for seed {seed}. "
                "Released suites stay as they are: ask for that seed."
            )
        return present, False
    suite = suites.store(bundle=BUILDERS[name](seed), by=by, is_open=True)
    return suites.release(suite=suite, by=by), True
