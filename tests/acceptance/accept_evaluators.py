"""Both evaluators over more random histories than the suite draws (AC-1.10)."""

from __future__ import annotations

import pytest

from tests.integration.engine.test_two_evaluators import answer_alike, derive_alike

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(1, 8))
def test_both_answer_alike(seed: int) -> None:
    answer_alike(seed)


@pytest.mark.parametrize("seed", range(11, 18))
def test_both_derive_alike(seed: int) -> None:
    derive_alike(seed)
