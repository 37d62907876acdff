"""The lines of ``docs/api.md``, ``docs/submit_a_file.md`` and ``docs/push.md`` do what they say."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from benchmark.api import strict_json
from benchmark.floor.accounts import scopes
from benchmark.floor.accounts.services import tokens
from benchmark.floor.accounts.verbs import Role
from benchmark.models import Answer, Export, ExportStatus, Run, RunStatus
from benchmark.services import exporting
from scenarios.models import Suite
from sut_adapters.models import SystemUnderTest
from tests.factories import manuals, pulled, push_server
from tests.factories import runs as make
from tests.factories.served_here import ServedHere
from tests.factories.submitted import finished, line

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> Iterator[ServedHere]:
    with manuals.served() as site:
        yield site


@pytest.fixture
def suite(settings: Any, tmp_path: Path) -> Suite:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    return pulled.opened(make.suite(events=4, questions=2, slug="mini"))


def known(here: ServedHere, role: Role) -> dict[str, str]:
    """What a shell of the manuals has: the address, and a token of this role."""
    user = pulled.account("reader", role)
    _, secret = tokens.create(user=user, name="manual", by=user, now=timezone.now())
    return {"STEMMA_URL": here.url, "STEMMA_TOKEN": secret}


def test_the_calls_of_the_page_run(here: ServedHere, suite: Suite, tmp_path: Path) -> None:
    make.native("bm25", "bm25")
    script = "\n".join(text for _, text in manuals.blocks("api.md", "sh"))
    said = manuals.shell(here, script, tmp_path, known(here, Role.RESEARCHER))
    run = Run.objects.get()
    assert said.splitlines() == ["queued", *[str(run.pk)] * 2, "304", "201"]
    assert json.loads((tmp_path / "run.json").read_text())["id"] == run.pk
    assert not (tmp_path / "again.json").exists() or not (tmp_path / "again.json").read_text()


def test_the_lines_on_exports_have_a_file_written(here: ServedHere, suite: Suite, tmp_path: Path) -> None:
    run = make.launch(suite, make.native("bm25"), reader="symbolic")
    script = "\n".join(text for _, text in manuals.blocks("exports.md", "sh"))

    def worker() -> None:
        for export in Export.objects.filter(status=ExportStatus.QUEUED):
            exporting.write(export.pk)

    env = {**known(here, Role.VIEWER), "RUN": str(run.pk)}
    said = manuals.shell(here, script, tmp_path, env, meanwhile=worker)
    written = (tmp_path / "results.csv").read_bytes()
    assert said.split() == [hashlib.sha256(written).hexdigest()]
    assert written.startswith(b"system,hint,")


def test_the_page_names_every_scope_and_shows_a_problem_as_it_is(here: ServedHere, suite: Suite) -> None:
    for scope, meaning in scopes.MEANING.items():
        assert f"| `{scope}` | to {meaning} |" in manuals.text("api.md")
    ((_, shown),) = manuals.blocks("api.md", "json")
    caller = pulled.Caller(
        make.launch(suite, make.native("bm25"), reader="symbolic"), pulled.account("reader", Role.RESEARCHER)
    ).web
    body = {"systems": ["bm25"], "reader": "symbolic"}
    told = caller.post("/api/v1/runs/", body, content_type="application/json").json()
    example = strict_json.read(shown.encode(), deepest=9)
    assert len(example.pop("request_id")) == len(told.pop("request_id"))
    assert example == told


def test_the_lines_on_files_submit_one(here: ServedHere, suite: Suite, tmp_path: Path) -> None:
    rows = [line(1), line(2)]
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    curls, command = manuals.blocks("submit_a_file.md", "sh")[:2], manuals.blocks("submit_a_file.md", "sh")[2]
    said = manuals.shell(here, "\n".join(text for _, text in curls), tmp_path, known(here, Role.SYSTEM))
    assert '"matched":2' in said
    questions = [json.loads(row) for row in (tmp_path / "questions.jsonl").read_text().splitlines()]
    assert [row["query"] for row in questions] == ["q001", "q002"]
    assert len((tmp_path / "records.jsonl").read_text().splitlines()) == 4
    assert finished(Run.objects.get()).status == RunStatus.DONE
    assert [answer.correct for answer in Answer.objects.all()] == [True, True]
    _, program, *words = shlex.split(command[1])
    assert program == "manage.py"
    words[words.index("answers.jsonl")] = str(tmp_path / "answers.jsonl")
    call_command(*words)
    assert Run.objects.filter(status=RunStatus.DONE).count() == 2


def test_the_lines_on_systems_that_we_call_check_one(
    suite: Suite, settings: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scripts = [text for _, text in manuals.blocks("push.md", "sh")]
    ((_, config),) = manuals.blocks("push.md", "json")
    start, allow, check = (shlex.split(text) for text in scripts)
    assert start[:2] == ["python", str(push_server.EXAMPLE.relative_to(push_server.ROOT))]
    name, _, value = allow[1].partition("=")
    assert (allow[0], name) == ("export", "STEMMA_PUSH_ALLOW")
    settings.PUSH_ALLOW = (value,)
    wanted = json.loads(config)
    monkeypatch.setenv(wanted["auth_env"], "s3cret-of-ours")
    assert wanted["base_url"].endswith(f":{start[start.index('--port') + 1]}")
    with push_server.running(secret="s3cret-of-ours") as server:
        at = json.dumps({**wanted, "base_url": server.url})
        call_command("sut", "register", "toy", "--adapter", "push", "--config", at)
        assert check[:2] == ["python", "manage.py"]
        call_command(*("toy" if word == "NAME" else word for word in check[2:]))
        assert "failed" not in capsys.readouterr().out
        assert SystemUnderTest.objects.get().config["declares"]
        launched = manuals.text("push.md").split("Then it is launched as any system: `manage.py ")[1]
        words = launched.split("`")[0].replace("NAME", "toy").split()
        call_command(*words, "--wait")
    assert Run.objects.get().status == RunStatus.DONE
