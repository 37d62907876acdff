"""``manage.py check_program``: what a program holds, or all that is wrong with it."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.unit.walls.rooms import ROOT


def run(*args: str) -> str:
    out = StringIO()
    call_command("check_program", *args, stdout=out)
    return out.getvalue()


def test_a_valid_program_is_counted() -> None:
    base = str(ROOT / "scenarios/domains/tripops/base.dl")
    lines = run(base).splitlines()
    assert lines[0].startswith("84 declarations: 17 func, 5 set")
    assert lines[-1] == "recursion: above (linear)"
    found = json.loads(run(base, "--json"))
    assert (found["rules"], found["strata"], found["faults"]) == (60, 3, [])
    assert found["recursions"] == [{"predicates": ["above"], "classes": ["linear"]}]


def test_faults_of_all_files_are_shown_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.dl").write_text("\ufefffunc dest(trip) -> city\r\nfunc dest(trip) -> town\r\n")
    (tmp_path / "b.dl").write_text('derived far(trip) -> bool\nfar(T) :- dest(T,"Größ"), dest(T,C), C < 3.\n')
    files = [str(tmp_path / name) for name in ("a.dl", "b.dl")]
    with pytest.raises(CommandError) as caught:
        run(*files)
    text = str(caught.value)
    assert f"{files[0]}:2:6: predicate dest is declared twice" in text
    assert "    func dest(trip) -> town\n         ^^^^" in text
    with pytest.raises(SystemExit) as ended:
        run(*files, "--json")
    assert ended.value.code == 1


def test_what_is_no_readable_text_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "latin.dl").write_bytes(b"# ok\n# caf\xe9\n")
    with pytest.raises(CommandError, match=r"latin\.dl:2: not UTF-8"):
        run(str(tmp_path / "latin.dl"))
    with pytest.raises(CommandError, match=r"absent\.dl: No such file"):
        run(str(tmp_path / "absent.dl"))
    with pytest.raises(CommandError, match="Is a directory"):
        run(str(tmp_path))
