"""`manage.py bench` on its generated workload: every way is timed, agrees, and leaves nothing behind."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.models import Suite
from scenarios.services import bench_clingo, bench_workload
from scenarios.services.bench_figures import AIMS

pytestmark = pytest.mark.django_db

TINY = {"histories": 1, "events": 120, "queries": 27, "pairs": 1, "long": 200}


@pytest.fixture(autouse=True)
def var(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def bench(**options: Any) -> str:
    """What the command printed."""
    out = StringIO()
    call_command("bench", stdout=out, **(TINY | options))
    return out.getvalue()


def test_all_figures_stand_beside_their_aims_and_nothing_is_left(var: Path) -> None:
    printed = bench()
    assert printed.count("; aim ") == len(AIMS)
    assert "27 queries over 1 histories" in printed
    assert "All ways gave the same answers." in printed
    found = json.loads((var / "bench" / "latest.json").read_text())
    assert [figure["name"] for figure in found["figures"]] == list(AIMS)
    assert all(figure["value"] > 0 for figure in found["figures"])
    assert found["nodes"] > 27
    assert found["witnesses"] > 0
    assert not Suite.objects.exists()


def test_without_clingo_its_figure_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_clingo, "installed", lambda: None)
    found = {figure["name"]: figure for figure in json.loads(bench(json=True))["figures"]}
    assert (found["clingo"]["verdict"], found["clingo"]["value"]) == ("not run", None)
    assert "not installed" in found["clingo"]["says"]
    assert found["memory"]["value"] > 0


@pytest.mark.parametrize("way", ["_in_memory", "_ad_hoc"])
def test_answers_that_differ_end_it_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, var: Path, way: str
) -> None:
    wrong = Gold(Answerability.ANSWERABLE, "wrong")
    monkeypatch.setattr(bench_workload, way, lambda *_: wrong if way == "_in_memory" else [wrong] * 27)
    with pytest.raises(CommandError, match="evaluators differ.*query 1 gave answerable 'wrong'"):
        bench()
    assert not Suite.objects.exists()
    assert not (var / "bench").exists()


@pytest.mark.parametrize("wrong", [{"queries": 0}, {"histories": 0}, {"long": 0}, {"pairs": 0}])
def test_a_size_that_is_none_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(CommandError, match=r"no workload|--pairs must"):
        bench(**wrong)
    assert not Suite.objects.exists()
