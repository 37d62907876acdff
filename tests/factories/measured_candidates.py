"""Candidate queries in figures alone, drawn for tests of the selection."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from scenarios.generators.derive.measured import Measured
from scenarios.generators.derive.targets import UNKNOWN, Cell

TYPES = (
    "entity",
    "entity",
    "entity",
    "set",
    "set",
    "bool",
    "bool",
    "count",
    "count",
    "money",
    "number",
    "date",
)


def one(key: str, **fields: Any) -> Measured:
    """A candidate of ``rules``/answerable unless told otherwise."""
    stated = {
        "family": "rules",
        "label": "answerable",
        "witness_size": 3,
        "obs": True,
        "height": 3,
        "width": 9,
        "answer_type": "entity",
    }
    if fields.get("label") == UNKNOWN:
        stated["witness_size"] = None
    return Measured(key, **{**stated, **fields})


def pool(quotas: Mapping[Cell, int], *, times: int = 8, seed: int = 0, largest: int = 69) -> list[Measured]:
    """``times`` as many candidates as each cell asks for, of drawn figures."""
    rng = random.Random(seed)
    found = []
    for (family, label), wanted in quotas.items():
        for number in range(times * wanted):
            size = 1 + int(rng.expovariate(1 / 4))
            answer_type = rng.choice(TYPES)
            found.append(
                Measured(
                    f"{family}/{label}/{number}",
                    family,
                    label,
                    None if label is UNKNOWN else min(size, largest),
                    rng.random() < 0.5,
                    rng.choice((2, 3, 3, 4, 4, 5)),
                    max(1, int(size * rng.uniform(1, 5))),
                    answer_type,
                    (f"name {rng.randrange(60)}",),
                    rng.random() < 0.3 if answer_type == "bool" else None,
                    rng.choices((1, 2, 3, 4, 5, 6), (3, 5, 5, 4, 2, 1))[0],
                    f"form {rng.randrange(50)}",
                )
            )
    return found
