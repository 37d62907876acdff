"""Every block of commands in README and manual is run by a test, or stands in a table with the reason."""

from __future__ import annotations

import ast
import re
import shlex

import pytest
from django.core.management import get_commands, load_command_class

from tests.factories import doc_blocks
from tests.unit.walls.rooms import ROOMS, ROOT

STRANGER = "tests/acceptance/accept_stranger.py::test_a_stranger_comes_to_the_card_of_an_own_system"
COMMANDS = "tests/integration/scenarios/test_docs_commands.py"
NEWCOMER = (
    "tests/integration/runs/test_pull_manual.py::test_a_newcomer_adds_a_system_and_sees_where_it_was_lost"
)
API = "tests/integration/web/test_api_manual.py"
DIAGNOSIS = (
    "tests/integration/probes/test_diagnosis_manual.py::test_every_command_runs_and_prints_what_the_page_says"
)
GATE = "tests/integration/probes/test_gate.py::test_the_commands_of_the_page_run"
HOOKS = (
    "tests/integration/hooks/test_hook_manual.py::test_the_manual_shows_the_part_of_the_receiver_that_checks"
)
EXCERPT = "tests/unit/domains/test_domains_page.py::test_excerpts_stand_in_the_files_that_they_name"
NOTEBOOK = (
    "tests/unit/datalog/test_language_page.py::test_every_block_of_the_notebook_page_comes_out_as_printed"
)

#: Page to what runs its blocks, in their order: a test, or in words why none can.
RUN_BY: dict[str, list[str]] = {
    "README.md": [STRANGER],
    "docs/commands.md": ["takes minutes with 5,000 draws; the suite runs the same test with fewer"],
    "docs/quick_start.md": [
        *(STRANGER, STRANGER, STRANGER),
        *[f"{COMMANDS}::test_quick_start_prints_what_it_says"] * 3,
        STRANGER,
    ],
    "docs/add_a_system.md": [
        *(NEWCOMER, NEWCOMER, NEWCOMER, NEWCOMER),
        *(STRANGER, STRANGER),
        "installs into a folder of the server; test_worker_systems does each of these with the same system",
    ],
    "docs/agreement.md": [f"{COMMANDS}::test_agreement_is_printed"],
    "docs/api.md": [f"{API}::test_the_calls_of_the_page_run"] * 4,
    "docs/cards/README.md": [f"{COMMANDS}::test_the_cards_are_those_of_the_suites"],
    "docs/ci.md": [GATE, GATE, GATE],
    "docs/diagnosis.md": [DIAGNOSIS] * 6,
    "docs/domains.md": [EXCERPT] * 6,
    "docs/exports.md": [f"{API}::test_the_lines_on_exports_have_a_file_written"],
    "docs/notebook.md": [NOTEBOOK] * 4,
    "docs/own_texts.md": [f"{COMMANDS}::test_dialogues_are_brought_in"],
    "docs/practice.md": [
        f"{COMMANDS}::test_the_line_of_practice_suites_has_options_that_there_are",
        "tests/integration/web/test_practice_manual.py::test_the_calls_get_gold_and_verdicts",
    ],
    "docs/pull.md": ["tests/integration/runs/test_pull_manual.py::test_the_calls_by_hand_answer_a_question"],
    "docs/push.md": [f"{API}::test_the_lines_on_systems_that_we_call_check_one"] * 3,
    "docs/reproduce.md": [f"{COMMANDS}::test_a_release_is_reproduced"] * 4,
    "docs/submit_a_file.md": [f"{API}::test_the_lines_on_files_submit_one"] * 3,
    "docs/webhooks.md": [HOOKS],
}
WITH_COMMANDS = [page for page in doc_blocks.pages() if doc_blocks.commands(page)]


def test_no_page_is_listed_that_has_no_commands() -> None:
    assert set(RUN_BY) <= set(WITH_COMMANDS)


@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_every_block_of_commands_has_its_test_or_a_reason(page: str) -> None:
    found = doc_blocks.commands(page)
    lines = "\n".join(f"{page}:{block.line} {block.text.splitlines()[0]}" for block in found)
    assert len(found) == len(RUN_BY.get(page, [])), f"name in RUN_BY what runs each of\n{lines}"


@pytest.mark.parametrize("page", sorted(RUN_BY))
def test_what_runs_a_block_is_a_test_that_reads_the_page(page: str) -> None:
    for runner in RUN_BY[page]:
        path, _, name = runner.partition("::")
        if not name:
            assert len(runner.split()) > 4, "a reason is a sentence"
            continue
        source = (ROOT / path).read_text(encoding="utf-8")
        functions = {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
        assert name in functions, runner
        assert page.removeprefix("docs/") in source or page.rpartition("/")[2] in source, runner


def test_the_manual_names_each_command_and_lists_none_that_is_not_there() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    manual = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in doc_blocks.pages())
    ours = {name for name, app in get_commands().items() if str(app).split(".")[0] in ROOMS}
    assert {name for name in ours if not re.search(rf"(`|manage\.py ){name}\b", manual)} == set()
    targets = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {name for name in targets if f"`make {name}`" not in text} <= {"help"}
    rows = set(re.findall(r"`(\w+)`(?= (?:·|\|))", text.partition("## manage.py")[2]))
    assert rows <= ours


COMMANDS_OF_OURS = [
    (block, line)
    for page in doc_blocks.pages()
    for block in doc_blocks.commands(page)
    if block.kind != "python"
    for line in block.text.splitlines()
    if line.removeprefix("python ").startswith("manage.py ")
]


@pytest.mark.parametrize(("block", "line"), COMMANDS_OF_OURS, ids=lambda value: str(value)[:60])
def test_every_command_is_one_and_knows_its_options(block: doc_blocks.Block, line: str) -> None:
    """Of all blocks, those that no test can run too."""
    _, name, *words = shlex.split(line.removeprefix("python "), comments=True)
    known = get_commands()
    assert name in known, f"{block.page}:{block.line}"
    command = load_command_class(str(known[name]), name)
    parser = command.create_parser("manage.py", name)
    options = {option for action in parser._actions for option in action.option_strings}
    for inner in (action.choices for action in parser._actions if isinstance(action.choices, dict)):
        options |= {option for one in inner.values() for a in one._actions for option in a.option_strings}
    asked = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert asked <= options, f"{block.page}:{block.line}"
