"""Candidates derived in Postgres give the suite of the reference evaluator, in any number of processes."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scenarios.generators.derive.suites import MINI
from scenarios.models import GoldAnswer, Suite
from scenarios.services.generating import drafts, generate
from tests.factories.mini_suite import built

pytestmark = pytest.mark.django_db

SMALL = replace(MINI, scenarios=MINI.scenarios[1:])


@pytest.mark.parametrize("workers", [1, 2])
def test_the_suite_is_byte_for_byte_that_of_the_reference_evaluator(workers):
    lines = []
    bundle, reports = generate(config=SMALL, seed=7, progress=lines.append, workers=workers)
    assert repr(bundle.scenarios) == repr(tuple(built(one.slug).scenario for one in SMALL.scenarios))
    assert [report.slug for report in reports] == ["mini-shop", "mini-edu"]
    assert any("mini-edu: 18 queries chosen" in line for line in lines)
    assert not Suite.objects.exists()


def build(*args):
    out, err = StringIO(), StringIO()
    call_command("build_suite", *args, "--workers", "1", stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_one_scenario_is_built_released_and_kept():
    said, progress = build("mini", "--scenario", "mini-edu", "--json")
    shown = json.loads(said)
    assert (shown["suite"], shown["made"], shown["events"], shown["queries"]) == (
        "mini-mini-edu",
        True,
        60,
        18,
    )
    assert shown["labels"] == {"answerable": 13, "justified-zero": 2, "unknown": 3}
    assert "mini-mini-edu: storing" in progress
    suite = Suite.objects.get()
    assert suite.is_released
    assert set(GoldAnswer.objects.values_list("checks__c3", flat=True)) == {True}
    assert "Kept suite 'mini-mini-edu'" in build("mini", "--scenario", "mini-edu")[0]
    with pytest.raises(CommandError, match="you asked for seed 8"):
        build("mini", "--scenario", "mini-edu", "--seed", "8")


def test_a_dry_run_prints_figures_beside_their_aims_and_stores_nothing():
    said, _ = build("mini", "--scenario", "mini-edu", "--dry-run")
    assert said.startswith("mini-edu: 18 queries from ")
    assert "bands      1: " in said
    assert not Suite.objects.exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Name a suite .* or a configuration"),
        (("zoo",), "No suite 'zoo' ships"),
        (("mini", "--scenario", "zoo"), "has no scenario 'zoo'. It has mini-trip, mini-shop, mini-edu"),
        (("worked-example", "--dry-run"), "a fixture is what it is"),
        (("--config", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_what_cannot_be_built_is_said(args, message):
    with pytest.raises(CommandError, match=message):
        build(*args)
    assert not Suite.objects.exists()


def test_a_builder_waits_for_another_without_limit_and_requests_do_not():
    def limits():
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('lock_timeout')")
            waits = cursor.fetchone()[0]
            cursor.execute("SELECT current_setting('idle_in_transaction_session_timeout')")
            return waits, cursor.fetchone()[0]

    before = limits()
    assert before == ("1min", "10min")
    with drafts("slow"):
        assert limits() == ("0", "0")
    assert limits() == before
