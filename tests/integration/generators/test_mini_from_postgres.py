"""The suite ``mini`` built by the Postgres evaluator is the one that the reference evaluator builds."""

from __future__ import annotations

import pytest

from scenarios.generators.derive import mini
from scenarios.models import Suite
from scenarios.services import building
from tests.factories.mini_suite import mini_bundle


@pytest.mark.django_db
def test_both_evaluators_choose_the_same_queries_with_the_same_gold():
    assert repr(mini.build(seed=7, evaluate=building.in_postgres)) == repr(mini_bundle(7))
    assert not Suite.objects.exists()
