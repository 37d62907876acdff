"""The page on adding a domain says what is so: excerpts, knobs with their defaults, messages, figures."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from functools import cache

import pytest
from django.core.management import get_commands

from scenarios.generators.derive import batch, report_text
from scenarios.generators.derive.building import build_scenario
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.config_files import read
from scenarios.management.commands import build_suite
from tests.factories.own_suite import OWN
from tests.unit.walls.rooms import ROOT

PAGE = (ROOT / "docs" / "domains.md").read_text(encoding="utf-8")
FOLDER = ROOT / "tests" / "domains" / "glassops"
#: A file of the domain, then what the page shows of it.
EXCERPT = re.compile(r"^`tests/domains/glassops/(\S+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KNOB = re.compile(r"^\| `(\w+)` \| (.+?) \| (\w+) \| (.+) \|$", re.MULTILINE)
MESSAGE = re.compile(r"^\| `(.+?)`[^|]* \| [^|]+ \|$", re.MULTILINE)
#: Said by the test runner, not by us.
OF_PYTEST = {"Extra items in the left set"}
BARE = """
slug = "a"
title = "A"
[[scenario]]
slug = "b"
title = "B"
domain = "glassops"
n_events = 50
quotas = {rules = {answerable = 3}}
witness_bands = {1 = 3}
"""


def knobs() -> list[tuple[str, str, str, str]]:
    return KNOB.findall(PAGE.partition("## 9. ")[2])


def block(after: str, kind: str) -> str:
    """The first block of a kind behind a heading."""
    found = re.search(rf"```{kind}\n(.*?)```", PAGE.partition(after)[2], re.DOTALL)
    assert found is not None
    return found[1]


@cache
def sources() -> str:
    """All code that says something to people, as one text."""
    files = [*(ROOT / "scenarios").rglob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


# ---------------------------------------------------------------- excerpts
def test_every_file_of_the_domain_is_shown_and_in_the_order_of_the_table() -> None:
    listed = re.findall(r"^\| `([\w/]+\.\w+)` \|", PAGE.partition("## 1.")[0], re.MULTILINE)
    assert [file for file in listed if not (FOLDER / file).is_file()] == []
    assert [file for file, _ in EXCERPT.findall(PAGE)] == listed
    there = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.suffix in (".py", ".dl")}
    assert there - set(listed) == {"__init__.py", "templates/__init__.py", "world/__init__.py"}


@pytest.mark.parametrize(("file", "text"), EXCERPT.findall(PAGE), ids=lambda part: part.partition("\n")[0])
def test_excerpts_stand_in_the_files_that_they_name(file: str, text: str) -> None:
    whole = (FOLDER / file).read_text(encoding="utf-8")
    pieces = text.split("...\n")
    assert [piece for piece in pieces if not piece.strip() or piece not in whole] == []
    assert [whole.index(piece) for piece in pieces] == sorted(whole.index(piece) for piece in pieces)


def test_the_configuration_of_the_page_is_that_of_the_tests() -> None:
    assert read(block("## 7.", "toml")) == read(OWN)


# ---------------------------------------------------------------- knobs
def test_the_table_has_every_knob_with_its_unit() -> None:
    assert len(knobs()) == len({key for key, *_ in knobs()})
    assert {key for key, *_ in knobs()} == {field.name for field in fields(ScenarioConfig)}
    behind = PAGE.partition("## 9. ")[2]
    assert all(f"`{key}`" in behind for key in ("family_counts", "label_counts", "n_queries"))


@pytest.mark.parametrize(("key", "default"), [(key, default) for key, _, _, default in knobs()])
def test_defaults_are_those_of_the_code(key: str, default: str) -> None:
    (plain,) = read(BARE).scenarios
    if default == "–":
        with pytest.raises(TypeError, match=key):
            ScenarioConfig(**{name: getattr(plain, name) for name in NEEDED if name != key})
    elif default == "none":
        assert getattr(plain, key) in ("", None)
    else:
        (stated,) = read(f"{BARE}{key} = {default.strip('`')}\n").scenarios
        assert _without_counts(stated) == _without_counts(plain)
        assert f"{key} = " not in BARE


NEEDED = [key for key, _, _, default in knobs() if default == "–"]


def _without_counts(config: ScenarioConfig) -> ScenarioConfig:
    """The number of queries of a family target is that of derive, and no knob."""
    targets = {name: replace(target, queries=0) for name, target in config.family_targets.items()}
    return replace(config, family_targets=targets)


# ---------------------------------------------------------------- messages, commands, figures
def test_messages_are_those_that_are_said() -> None:
    tables = PAGE.partition("Check of steps")[2].partition("## 9. ")[0]
    said = set(MESSAGE.findall(tables))
    assert len(said) > 15
    pieces = [(text, piece.strip()) for text in said - OF_PYTEST for piece in text.split("…")]
    assert [text for text, piece in pieces if piece not in sources()] == []


def test_commands_and_options_are_there() -> None:
    assert set(re.findall(r"manage\.py (\w+)", PAGE)) <= set(get_commands())
    parser = build_suite.Command().create_parser("manage.py", "build_suite")
    known = {option for action in parser._actions for option in action.option_strings}
    assert set(re.findall(r"(?<=\s)--[\w-]+", PAGE)) <= known


def test_a_dry_run_prints_lines_as_those_of_the_page() -> None:
    (config,) = read(OWN).scenarios
    report = build_scenario(config, seed=7, suite="own", evaluate=batch.reference).report
    printed = [line.split()[0] for line in report_text.lines(config, report)]
    shown = [line.split()[0] for line in block("## 8.", "text").splitlines()]
    assert [word for word in printed if word in shown] == shown
