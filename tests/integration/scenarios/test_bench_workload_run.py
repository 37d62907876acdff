"""`manage.py bench engine`: every way is compared and timed, printed beside its aim, and nothing is left."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.models import Suite
from scenarios.services import bench_clingo, bench_duckdb, bench_growth, bench_nemo, bench_ways
from scenarios.services.bench_figures import AIMS
from scenarios.services.bench_turns import NotRunError, Timed, Way

pytestmark = pytest.mark.django_db

TINY = {"histories": 1, "events": 120, "queries": 27, "pairs": 1, "long": 200}
ROWS = [
    *("ad hoc", "prepared", "memory", "clingo", "nemo", "duckdb"),
    *("derivations", "derivations, seconds", "witnesses", "non-linear recursion", "mutual recursion"),
    *("growth", "growth, duckdb", "growth, derivation", "single, memory"),
]


@pytest.fixture(autouse=True)
def var(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(bench_growth, "SINGLE", 18)
    monkeypatch.setattr(bench_growth, "SAMPLE", 9)
    return tmp_path


def bench(**options: Any) -> str:
    """What the command printed."""
    out = StringIO()
    call_command("bench", "engine", stdout=out, **(TINY | options))
    return out.getvalue()


def test_all_rows_stand_beside_their_aims_in_all_forms_and_nothing_is_left(var: Path) -> None:
    printed = bench()
    assert printed.count("; aim ") == len(AIMS)
    assert "27 queries over 1 histories" in printed
    assert "All ways gave the same answers." in printed
    paths = [var / "bench" / name for name in ("engine.json", "engine.md", "engine-growth.svg")]
    assert all(str(path) in printed for path in paths)
    found = json.loads(paths[0].read_text())
    assert [figure["name"] for figure in found["figures"]] == ROWS
    assert set(AIMS) <= set(ROWS)
    assert {figure["verdict"] for figure in found["figures"]} <= {
        "aim",
        "floor",
        "missed",
        "no aim",
        "not run",
    }
    assert all(figure["value"] > 0 for figure in found["figures"] if figure["verdict"] != "not run")
    judged = {figure["name"]: figure for figure in found["figures"]}
    assert all(judged[name]["aim"] == aim.aim and judged[name]["value"] for name, aim in AIMS.items())
    assert found["nodes"] > 27
    assert found["witnesses"] > 0
    apart = found["seconds"]["main"]
    assert {"load", "ground", "answers"} <= set(apart["clingo"])
    assert {"load", "reason", "answers"} <= set(apart["nemo"])
    assert set(apart["duckdb"]) == {"load", "answers"}
    assert [stage["length"] for stage in found["growth"]] == [120, 200]
    assert all(set(stage["seconds"]) == {*bench_growth_ways()} for stage in found["growth"])
    table = paths[1].read_text()
    assert all(figure["what"] in table for figure in found["figures"])
    assert f"| {found['growth'][1]['events']:,} |" in table
    drawn = ElementTree.fromstring(paths[2].read_text())
    assert drawn.find("{http://www.w3.org/2000/svg}title") is not None
    assert not Suite.objects.exists()


def bench_growth_ways() -> set[str]:
    return {bench_growth.POSTGRES, bench_growth.DERIVED, bench_growth.DUCKDB, bench_growth.MEMORY}


def test_without_the_other_engines_their_figures_are_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise NotRunError("it is not installed")

    for module in (bench_clingo, bench_nemo, bench_duckdb):
        monkeypatch.setattr(module, "installed", missing)
    found = {figure["name"]: figure for figure in json.loads(bench(json=True))["figures"]}
    for name in ("clingo", "nemo", "duckdb", "growth, duckdb"):
        assert (found[name]["verdict"], found[name]["value"]) == ("not run", None)
        assert "it is not installed" in found[name]["says"]
    assert found["memory"]["value"] > 0


@pytest.mark.parametrize("way", ["memory", "ad_hoc", "prepared"])
def test_answers_that_differ_end_it_before_any_time_is_printed(
    monkeypatch: pytest.MonkeyPatch, var: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    monkeypatch.setattr(bench_ways, way, _wrong)
    with pytest.raises(CommandError, match="evaluators differ.*query 1 gave answerable 'wrong'"):
        call_command("bench", "engine", **TINY)
    assert " ms" not in capsys.readouterr().out
    assert not Suite.objects.exists()
    assert not (var / "bench").exists()


def _wrong(*_: Any) -> Way:
    golds: Sequence[Gold] = [Gold(Answerability.ANSWERABLE, "wrong")] * 27
    return lambda: Timed(golds, {"answers": 1.0})


@pytest.mark.parametrize("wrong", [{"queries": 0}, {"histories": 0}, {"long": 0}, {"pairs": 0}])
def test_a_size_that_is_none_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(CommandError, match=r"no workload|--pairs must"):
        bench(**wrong)
    assert not Suite.objects.exists()


def test_only_what_there_is_can_be_timed() -> None:
    with pytest.raises(CommandError, match="invalid choice: 'nothing'"):
        call_command("bench", "nothing")
