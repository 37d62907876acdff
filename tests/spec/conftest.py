"""The spec suite runs on every engine: what a paragraph states must hold for each of them."""

from __future__ import annotations

import pytest

from tests.spec.engines import Engine, PostgresEngine, ReferenceEngine


@pytest.fixture(params=["reference", pytest.param("postgres", marks=pytest.mark.django_db)])
def engine(request: pytest.FixtureRequest) -> Engine:
    """The evaluator under test."""
    return ReferenceEngine() if request.param == "reference" else PostgresEngine()
