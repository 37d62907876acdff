"""The admin: gold is read only, releases go through the service."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from scenarios.models import GoldAnswer, Suite
from scenarios.services import suites
from tests.factories import scenarios as make
from tests.factories.scenarios import act, bundle, event_spec, query_spec

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(django_user_model: Any) -> Client:
    client = Client()
    client.force_login(django_user_model.objects.create_superuser("root", password="x"))
    return client


def test_every_page_of_the_app_opens(desk: Client) -> None:
    suite = make.suite()
    scenario = make.scenario(suite=suite)
    make.action(make.event(scenario, 1))
    make.gold(make.query(scenario))
    for model in admin.site._registry:
        if model._meta.app_label == "scenarios":
            path = f"/admin/scenarios/{model._meta.model_name}/"
            assert desk.get(path).status_code == 200, path
            row = model._default_manager.first()
            if row is not None:
                assert desk.get(f"{path}{row.pk}/change/").status_code == 200, path


def test_gold_is_read_only(desk: Client) -> None:
    gold = make.gold(make.query(make.scenario()))
    path = f"/admin/scenarios/goldanswer/{gold.pk}"
    assert desk.post(f"{path}/change/", {"label": "unknown"}).status_code == 403
    assert desk.post(f"{path}/delete/", {"post": "yes"}).status_code == 403
    assert desk.get("/admin/scenarios/goldanswer/add/").status_code == 403
    assert GoldAnswer.objects.get().label == "answerable"


def act_on(desk: Client, action: str, suite: Suite) -> str:
    path = "/admin/scenarios/suite/"
    page = desk.post(path, {"action": action, "_selected_action": [suite.pk]}, follow=True)
    return " ".join(str(message) for message in page.context["messages"])


def test_suites_are_released_and_deleted_by_the_services(desk: Client) -> None:
    event = event_spec(1, act("assert", "dest", "Grus", value="Corby"))
    suite = suites.store(bundle=bundle(event, queries=(query_spec(1, "dest", "Grus"),), slug="one"), by=None)
    assert "is released" in act_on(desk, "release_suites", suite)
    suite.refresh_from_db()
    assert suite.released_by is not None
    assert "released already" in act_on(desk, "release_suites", suite)
    assert "stays" in act_on(desk, "delete_drafts", suite)
    assert Suite.objects.filter(pk=suite.pk).exists()
    draft = make.suite()
    assert "is deleted" in act_on(desk, "delete_drafts", draft)
    assert not Suite.objects.filter(pk=draft.pk).exists()
