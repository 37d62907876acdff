"""Whether a run is good enough: limits, the paired test against a baseline, and what a job is told."""

from __future__ import annotations

import json
import re
import shlex
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from junitparser import JUnitXml

from benchmark.models import Run, RunStatus
from probes.exceptions import GateRefusedError
from probes.selectors import comparison_lines, gates
from scenarios.models import Suite
from sut_adapters.models import SystemUnderTest
from tests.factories import hand_made_runs as make
from tests.factories.hand_made_runs import Asked
from tests.factories.web_world import World
from tests.unit.walls.rooms import ROOT

pytestmark = pytest.mark.django_db
N = 20
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")


def _suite(**fields: Any) -> Suite:
    asked = [Asked(family=("temporal", "rules")[n % 2], history=n % 3) for n in range(N)]
    return make.suite(asked, slug="hm", **fields)


def _run(suite: Suite, right: int, name: str = "mine", **fields: Any) -> Run:
    """A run of one system that is right on the first ``right`` queries."""
    found = make.run(suite, SystemUnderTest.objects.filter(name=name).first() or make.system(name))
    make.answers(found, name, [n < right for n in range(N)])
    Run.objects.filter(pk=found.pk).update(**fields)
    return Run.objects.get(pk=found.pk)


def judged(run: Run, *limits: str, against: str = "", alpha: float = 0.05) -> gates.Gate:
    return gates.judge(
        run,
        limits=[gates.limit_of(text) for text in limits],
        baseline=comparison_lines.parse(against) if against else None,
        alpha=alpha,
    )


def failed(gate: gates.Gate) -> list[str]:
    return [check.name for check in gate.checks if not check.passed]


# ------------------------------------------------------------------ limits
@pytest.mark.parametrize(("limit", "passes"), [("ansacc=0.6", True), ("ansacc=0.60001", False)])
def test_a_figure_at_its_limit_passes_and_below_it_fails(limit: str, passes: bool) -> None:
    gate = judged(_run(_suite(), 12), limit)
    assert gate.passed is passes
    assert failed(gate) == ([] if passes else ["ansacc at least 0.60001"])


def test_a_figure_that_is_not_there_fails_and_says_why() -> None:
    gate = judged(_run(_suite(), 12), "citation_precision=0.1")
    assert not gate.passed
    assert "n/a" in gate.checks[-1].says


@pytest.mark.parametrize(
    "limit", ["ansacc", "ansacc=", "ansacc=x", "ansacc=1.01", "ansacc=-1", "ansacc=nan", "speed=0.5", "=0.5"]
)
def test_a_limit_that_is_none_is_refused(limit: str) -> None:
    with pytest.raises(GateRefusedError):
        gates.limit_of(limit)


def test_a_run_that_is_not_done_fails() -> None:
    run = _run(_suite(), N, status=RunStatus.INCOMPLETE, message="2 questions stayed unanswered")
    gate = judged(run, "ansacc=0.1")
    assert failed(gate) == ["the run is done"]
    assert gate.checks[0].says == "2 questions stayed unanswered"


def test_oracles_are_not_looked_at() -> None:
    suite = _suite()
    run = make.run(suite, make.system("mine"), make.system("knows", knows=["gold"]))
    make.answers(run, "mine", [True] * N)
    make.answers(run, "knows", [False] * N)
    assert judged(run, "ansacc=0.9").passed
    alone = make.run(suite, make.system("all-knowing", knows=["gold"]))
    with pytest.raises(GateRefusedError, match="oracles only"):
        judged(alone, "ansacc=0.9")


# ------------------------------------------------------------------ the baseline
@pytest.mark.parametrize(("right", "passes"), [(16, True), (12, True), (10, True), (2, False)])
def test_only_a_difference_that_chance_hardly_explains_fails(right: int, passes: bool) -> None:
    """5 of 14 lost without a gain: p is 1/16, corrected no smaller; 12 lost: p is under 0.001."""
    suite = _suite()
    before = _run(suite, 14)
    gate = judged(_run(suite, right), against=str(before.pk))
    assert gate.passed is passes, gate.checks
    if not passes:
        assert failed(gate)[0] == f"no regression against {before.pk}:mine:none"
        assert "12 lost and 0 gained of 20" in gate.checks[1].says


def test_one_family_alone_can_fail() -> None:
    suite = _suite()
    before, after = _run(suite, N), make.run(suite, SystemUnderTest.objects.get(name="mine"))
    make.answers(after, "mine", [n % 2 == 0 for n in range(N)])
    gate = judged(after, against=str(before.pk))
    name = f"no regression against {before.pk}:mine:none"
    assert failed(gate) == [name, f"{name} in rules"]
    assert [check.of_part for check in gate.checks] == [False, False, True, True]


def test_another_system_can_be_named_and_must_be_where_there_are_several() -> None:
    suite = _suite()
    before = make.run(suite, make.system("old"), make.system("older"))
    for name in ("old", "older"):
        make.answers(before, name, [True] * N)
    after = _run(suite, 2)
    assert not judged(after, against=f"{before.pk}:old").passed
    with pytest.raises(GateRefusedError, match="name one"):
        judged(after, against=str(before.pk))
    only = _run(suite, N, name="another")
    assert not judged(after, against=str(only.pk)).passed


# ------------------------------------------------------------------ the command
def told(*arguments: str) -> str:
    out = StringIO()
    call_command("run", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_prints_writes_and_exits(tmp_path: Path) -> None:
    suite = _suite()
    before, after = _run(suite, N), _run(suite, 4)
    junit, comment = tmp_path / "junit.xml", tmp_path / "comment.md"
    files = ("--junit", str(junit), "--comment", str(comment))
    with pytest.raises(SystemExit) as ended:
        told("--gate", str(after.pk), "--fail-under", "ansacc=0.5", "--baseline", str(before.pk), *files)
    assert ended.value.code == 1
    document = JUnitXml.fromfile(str(junit))
    assert (document.tests, document.failures) == (5, 4)
    text = comment.read_text()
    assert "| ✗ failed | " in text
    assert "**Lost on " in text
    assert "hm-0/q" in text
    assert "passed" in told("--gate", str(before.pk), "--fail-under", "ansacc=0.5", "--junit", str(junit))
    assert JUnitXml.fromfile(str(junit)).failures == 0
    found = json.loads(told("--gate", str(before.pk), "--fail-under", "ansacc=0.5", "--json"))
    assert found["gate"]["passed"] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--gate", "1"), "nothing to look at"),
        (("--junit", "x"), "nothing to look at"),
        (("--fail-under", "speed=1"), "No limit on 'speed'"),
        (("--baseline", "999999"), "no run 999999"),
        (("--baseline", "x"), "is no line"),
        (("--fail-under", "ansacc=0.1", "--alpha", "2"), "A level of 2"),
    ],
)
def test_what_is_misspelt_is_said_before_anything_starts(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError, match=re.escape(words)) as refused:
        told("--suite", "nothing", *arguments)
    assert refused.value.returncode == 2
    assert not Run.objects.exists()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    run = _run(_suite(), N)
    with pytest.raises(CommandError, match="cannot be written"):
        told("--gate", str(run.pk), "--fail-under", "ansacc=0.5", "--junit", str(tmp_path / "no" / "x.xml"))


# ------------------------------------------------------------------ the API
def test_the_api_decides_alike_and_names_no_query(quiet_world: World) -> None:
    suite = _suite(is_open=True)
    before, after = _run(suite, N), _run(suite, 4)
    path = f"/api/v1/runs/{after.pk}/gate/?fail_under=ansacc%3D0.5&baseline={before.pk}"
    found = quiet_world.api("lead").get(path)
    assert found.status_code == 200, found.content
    assert found.json() == judged(after, "ansacc=0.5", against=str(before.pk)).as_json()
    assert found.json()["passed"] is False
    assert "q001" not in found.content.decode()


@pytest.mark.parametrize(
    ("query", "status", "field"),
    [
        ("", 400, "fail_under"),
        ("fail_under=speed%3D1", 400, "fail_under"),
        ("fail_under=ansacc%3D0.5&alpha=x", 400, "alpha"),
        ("fail_under=ansacc%3D0.5&alpha=0", 400, "alpha"),
        ("baseline=x", 400, "line"),
        ("baseline=999999", 404, ""),
        ("limit=1", 400, ""),
    ],
)
def test_the_api_refuses_with_the_parameter_at_fault(
    quiet_world: World, query: str, status: int, field: str
) -> None:
    run = _run(_suite(is_open=True), N)
    found = quiet_world.api("lead").get(f"/api/v1/runs/{run.pk}/gate/?{query}")
    assert found.status_code == status, found.content
    if field:
        assert list(found.json()["fields"]) == [field]


def test_runs_of_others_do_not_exist(quiet_world: World) -> None:
    mine, hidden = _run(_suite(is_open=True), N), make.run(make.suite([Asked()], slug="hidden"))
    api = quiet_world.api("viewer")
    assert api.get(f"/api/v1/runs/{hidden.pk}/gate/?fail_under=ansacc%3D0.5").status_code == 404
    assert api.get(f"/api/v1/runs/{mine.pk}/gate/?baseline={hidden.pk}").status_code == 404


# ------------------------------------------------------------------ the page
def test_the_commands_of_the_page_run(
    quiet_world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first command with the mini suite is that of ``test_run_command``; here it is looked at alone."""
    monkeypatch.chdir(tmp_path)
    cache.clear()
    run = _run(_suite(is_open=True), 12)
    commands = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    first, second = (shlex.split(text.replace("RUN", str(run.pk))) for text in commands)
    assert first[:2] == second[:2] == ["manage.py", "run"]
    options = first[first.index("--fail-under") :]
    told("--gate", str(run.pk), *options)
    assert {path.name for path in tmp_path.iterdir()} == {"junit.xml", "comment.md"}
    assert "passed" in told(*second[2:])
    lines = re.findall(r"\$STEMMA_URL([^\"]*)\"", PAGE)
    api: Client = quiet_world.api("lead")
    assert lines[0] == "/api/v1/runs/"
    for line in lines[1:]:
        assert api.get(line.replace("RUN", str(run.pk))).status_code == 200, line
    assert api.get(lines[-1].replace("RUN", str(run.pk))).json()["passed"] is True
