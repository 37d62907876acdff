"""``docs/add_a_system.md`` and the calls by hand of ``docs/pull.md`` do what they say."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from benchmark.floor.accounts.services import tokens
from benchmark.floor.accounts.verbs import Role
from benchmark.models import Run, RunStatus, SutContext, WalkItem
from tests.factories import doc_blocks, manuals, pulled
from tests.factories import runs as make
from tests.factories.manuals import blocks
from tests.factories.served_here import ServedHere

pytestmark = pytest.mark.django_db


def answers(listed: str) -> list[int]:
    """The numbers of wrong answers in the list of diagnoses that a call got."""
    return [row["answer"] for row in json.loads(listed)["results"] if not row["correct"]]


@pytest.fixture
def here() -> Iterator[ServedHere]:
    with manuals.served() as site:
        yield site


def blocks_up_to_the_one_file() -> list[tuple[str, str]]:
    """Those of ``add_a_system.md`` before its Python; ``accept_stranger`` runs the rest."""
    found = [(block.kind, block.text) for block in doc_blocks.blocks("docs/add_a_system.md")]
    return found[: [kind for kind, _ in found].index("python")]


def test_a_newcomer_adds_a_system_and_sees_where_it_was_lost(
    here: ServedHere,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    pulled.account("lead", Role.LEAD)
    env: dict[str, str] = {}
    printed = secret = diagnosis = said = ""
    for kind, text in blocks_up_to_the_one_file():
        if kind == "output":
            lines = iter(printed.splitlines())
            assert not [line for line in text.splitlines() if line != "…" and line not in lines], printed
            continue
        printed = ""
        for command in text.splitlines():
            run = str(Run.objects.latest("pk").pk) if Run.objects.exists() else ""
            program, *words = shlex.split(command.replace("RUN", run) if "_RUN_" not in command else command)
            words = [str(answers(said)[0]) if word == "ANSWER" else word for word in words]
            if program == "export":
                name, _, value = words[0].partition("=")
                value = value.replace("TOKEN", secret).replace("http://127.0.0.1:8000", here.url)
                env[name] = value.replace("RUN", run)
            elif program == "python":
                here.python(Path(words[0]).name, env=env)
                assert pulled.read(Run.objects.get()).status == RunStatus.DONE
            elif program == "curl":
                said = manuals.shell(here, command, tmp_path, env)
            else:
                assert program == "manage.py"
                call_command(*words)
                said = capsys.readouterr().out
                printed += said
                secret = next(iter(re.findall(r"stm_[\w-]{20,}", said)), secret)
            if "--section diagnosis" in text:
                diagnosis = printed
    assert "What would help" in diagnosis
    assert "Failure card" in (tmp_path / "card.html").read_text(encoding="utf-8")


def test_the_calls_by_hand_answer_a_question(
    here: ServedHere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = pulled.opened(make.suite(events=4, questions=2))
    run = make.launch(suite, pulled.system(), reader=make.reader(monkeypatch, make.OwnAnswers()))
    user = pulled.account()
    _, secret = tokens.create(user=user, name="by hand", by=user, now=timezone.now())
    ((_, script),) = blocks("pull.md")
    env = {"STEMMA_TOKEN": secret, "STEMMA_RUN_URL": f"{here.url}/api/v1/runs/{run.pk}"}
    said = manuals.shell(here, script, tmp_path, env)
    (context,) = SutContext.objects.all()
    assert (context.event_labels, context.position) == (["e0002"], 2)
    assert '"status":"ok"' in said
    assert "by-hand" in WalkItem.objects.get().message
