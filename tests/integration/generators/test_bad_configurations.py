"""Configurations that cannot become suites: the key or the short cells are named and nothing is stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError

from scenarios.domains import registry
from tests.factories.exchanged import nothing_stored, printed
from tests.factories.own_suite import ANOTHER, OWN

pytestmark = pytest.mark.django_db


def refused(file: Path, *args: str) -> str:
    """What the command says as it ends with 1; nothing is there afterwards."""
    with pytest.raises(CommandError) as refusal:
        printed("build_suite", "--config", str(file), *args)
    assert refusal.value.returncode == 1
    assert nothing_stored()
    return str(refusal.value)


def written(folder: Path, text: str) -> Path:
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("witness_max = 10", "witnes_max = 10", "scenario 1 (own-glass): witnes_max: there is no such key"),
        (
            'domain = "glassops"',
            'domain = "zooops"',
            "own-glass: domain: 'zooops' is none of eduops, glassops",
        ),
        ("n_events = 60", "n_events = 0", "own-glass: n_events: 0 is not 1 or more"),
        (
            "n_events = 60",
            "n_events = 20",
            "own-glass: n_events: the world of glassops plans 38 events, and 20",
        ),
        ("1 = 6", "1 = 7", "own-glass: witness_bands: 17 queries in bands, but 16 are not unknown"),
        ("witness_max = 10", "late_obsolete_rate = nan", "late_obsolete_rate: nan is not a finite number"),
        ("witness_max = 10", "witness_max = 4", "witness_max: 4 is below 5, where a band of witness_bands"),
        ("closure = {answerable = 3}", "poems = {answerable = 3}", "there is no family 'poems'"),
    ],
    ids=["key", "domain", "no events", "small world", "bands", "nan", "largest", "family"],
)
def test_a_configuration_at_fault_is_refused_at_its_key(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert old in OWN
    assert says in refused(written(tmp_path, OWN.replace(old, new)))


def test_every_scenario_at_fault_is_told_at_once(tmp_path: Path) -> None:
    said = refused(written(tmp_path, (OWN + ANOTHER).replace('domain = "glassops"', 'domian = "glassops"')))
    assert "scenario 1 (own-glass): domian: there is no such key" in said
    assert "scenario 2 (own-more): domain: is missing" in said


@pytest.mark.parametrize("dry", [(), ("--dry-run",)], ids=["build", "dry run"])
def test_quotas_that_no_history_fills_name_their_cells(tmp_path: Path, dry: tuple[str, ...]) -> None:
    """No record says that nobody has the keys, so no keeper is justified to be none."""
    text = OWN.replace("temporal = {answerable = 3}", "temporal = {answerable = 1, justified-zero = 2}")
    said = refused(written(tmp_path, text), *dry)
    assert "short cells: own-glass with seed 7 after 5 rounds" in said
    assert "temporal/justified-zero wants 2, found " in said
    assert "answerable wants" not in said


def test_a_planned_witness_that_no_world_plans_is_named(tmp_path: Path) -> None:
    text = OWN.replace("5-8 = 2}", "5-8 = 1, 17-32 = 1}\nplanned_witness = 30").replace(
        "witness_max = 10", "witness_max = 30"
    )
    assert "no sound query with a witness of 30 events" in refused(written(tmp_path, text))


def test_a_domain_without_a_world_has_histories_but_generates_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "worldlessops"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "domain.py").write_text("from tests.domains.glassops.domain import DOMAIN\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(registry._ADDED, "worldlessops", "worldlessops")
    assert registry.get("worldlessops").title.startswith("GlassOps")
    said = refused(written(tmp_path, OWN.replace('domain = "glassops"', 'domain = "worldlessops"')))
    assert "own-glass: domain: 'worldlessops' has no world/build.py, so nothing can be generated" in said
    with pytest.raises(registry.UnknownDomainError, match="has no world/build"):
        registry.world_of("worldlessops")
    (folder / "world").mkdir()
    (folder / "world" / "__init__.py").touch()
    assert "has no world/build.py" in registry.fault_of("worldlessops")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "No such file"),
        (b"", "slug, title: a suite needs both"),
        (b"\xff\xfes\x00", "is not UTF-8 at byte 0"),
        (OWN.encode("utf-8")[:-4], "the file is no TOML"),
        (b"\xef\xbb\xbf" + OWN.encode("utf-8"), "the file is no TOML"),
        (b"slug = " + b"[" * 5000 + b"]" * 5000, "it nests too deep"),
        (b"slug = \x00", "the file is no TOML"),
    ],
    ids=["absent", "empty", "utf-16", "cut", "bom", "nested", "nul"],
)
def test_a_file_that_is_no_configuration_is_refused(tmp_path: Path, content: bytes | None, says: str) -> None:
    file = tmp_path / "own.toml"
    if content is not None:
        file.write_bytes(content)
    assert says in refused(file)


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    assert "Is a directory" in refused(tmp_path)
