"""A domain that does not ship, from its configuration to scores: what ``docs/domains.md`` promises."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from benchmark.floor.accounts.models import User
from benchmark.models import Answer, Run
from benchmark.services import draining
from scenarios.generators.derive.config_files import read
from scenarios.models import Event, Query, Rendering, Scenario, Suite
from scenarios.services.generating import generate
from tests.factories import runs as make
from tests.factories.exchanged import printed
from tests.factories.kept_rows import kept
from tests.factories.own_suite import ANOTHER, EVENTS, LABELS, OWN, QUERIES

pytestmark = pytest.mark.django_db


def as_json(command: str, *args: str) -> dict[str, Any]:
    return dict(json.loads(printed(command, *args, "--json")))


@pytest.fixture(scope="module")
def built(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, Any]]:
    """What ``build_suite`` says of the suite of the configuration, which is then here, released."""
    file = tmp_path_factory.mktemp("configured") / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    with kept(django_db_blocker):
        with django_db_blocker.unblock():
            found = as_json("build_suite", "--config", str(file))
        yield found


def test_a_suite_is_built_of_a_configuration_and_verifies(built: dict[str, Any]) -> None:
    assert (built["suite"], built["made"], built["events"], built["queries"]) == (
        "own",
        True,
        EVENTS,
        QUERIES,
    )
    assert built["labels"] == LABELS
    assert Suite.objects.get().is_released
    assert set(Rendering.objects.values_list("status", flat=True)) == {"auto_passed"}
    kinds = Counter(Query.objects.values_list("family", flat=True))
    assert kinds == {"temporal": 3, "semantic": 4, "closure": 3, "rules": 5, "set_quant": 4}
    report = as_json("verify_release", "own")
    assert (report["ok"], report["queries"], report["content_hash"]) == (True, QUERIES, built["content_hash"])
    stated = as_json("suite_stats", "own")
    assert [row["name"] for row in stated["domains"]] == ["glassops", "all"]


def test_the_symbolic_reader_answers_all_of_it_from_supporting_events(built: dict[str, Any]) -> None:
    run: Run = make.launch(Suite.objects.get(), make.native("supporting_events"), reader="symbolic")
    draining.work(until=timezone.now() + timedelta(minutes=4), run=run)
    run.refresh_from_db()
    assert run.status == "done"
    answers = Answer.objects.filter(context__variant__run=run)
    assert [(row.correct, row.status) for row in answers] == [(True, "ok")] * QUERIES


@pytest.mark.parametrize("role", ["lead", "admin"])
def test_pages_know_no_list_of_domains(built: dict[str, Any], client: Client, role: str) -> None:
    person = User.objects.create_user(role, role=role, is_staff=role == "admin")
    person.is_superuser = role == "admin"
    person.save()
    client.force_login(person)
    query, event = Query.objects.order_by("label")[0], Event.objects.order_by("label")[0]
    pages = ["", "statistics/", "card/", "own-glass/", "own-glass/time/", f"own-glass/queries/{query.label}/"]
    paths = [*(f"/suites/own/{page}" for page in pages), f"/suites/own/own-glass/events/{event.label}/"]
    if role == "admin":
        paths += ["/admin/scenarios/scenario/?domain=glassops", f"/admin/scenarios/query/{query.pk}/change/"]
    shown = {path: client.get(path) for path in paths}
    assert {path: answer.status_code for path, answer in shown.items()} == dict.fromkeys(paths, 200)
    for page in ("", "statistics/", "card/", "own-glass/"):
        assert "glassops" in shown[f"/suites/own/{page}"].content.decode(), page
    assert Scenario.objects.get().config["currency"] == ""
    assert "currency of amounts" not in shown["/suites/own/card/"].content.decode()


def test_workers_know_a_domain_that_was_added() -> None:
    config = read(OWN + ANOTHER)
    alone, _ = generate(config=config, seed=7, workers=1)
    together, _ = generate(config=config, seed=7, workers=2)
    assert repr(together) == repr(alone)
    assert [len(one.events) for one in together.scenarios] == [60, 90]
