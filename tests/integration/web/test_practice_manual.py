"""The lines of ``docs/practice.md`` do what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from scenarios.models import Suite
from tests.factories import manuals
from tests.factories import runs as make

pytestmark = pytest.mark.django_db


def test_the_calls_get_gold_and_verdicts(tmp_path: Path) -> None:
    suite = make.suite(questions=3, slug="practice")
    Suite.objects.filter(pk=suite.pk).update(is_open=True)
    call_command("standing", "practice", "practice")
    user = User.objects.create_user(username="ours", role="system")
    _, secret = tokens.create(user=user, name="t", by=user, now=timezone.now(), scopes=["submit"])
    ((_, script),) = manuals.blocks("practice.md")
    with manuals.served() as site:
        said = manuals.shell(site, script, tmp_path, {"STEMMA_URL": site.url, "STEMMA_TOKEN": secret})
    row, detail, correct = said.splitlines()
    assert "'answer': 'A_1'" in row
    assert "'witnesses': [['e0001']]" in row
    assert detail == "no JSON object was found (keys and texts need double quotes)"
    assert correct == "False"
