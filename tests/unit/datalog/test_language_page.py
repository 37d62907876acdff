"""The manual of the language and of the notebook: every block of them is run, and comes out as printed."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from scenarios.datalog.computed import RECURSION_LIMIT
from scenarios.datalog.derivation import Answerability
from scenarios.datalog.derivation_text import state_words
from scenarios.datalog.errors import HistoryError, ProgramError
from scenarios.datalog.notebook import Result, World, world
from scenarios.datalog.parser_bodies import MAX_LEVELS, MAX_OPERATIONS
from scenarios.datalog.playground import CPU_SECONDS, MEMORY_BYTES
from scenarios.datalog.stratification import MAX_CHAIN
from scenarios.datalog.validation_declarations import MAX_RECORDED_KEYS
from scenarios.datalog.values import MAX_DIGITS
from scenarios.datalog.witnesses import LIST_CAP
from scenarios.services.playground_texts import LONGEST
from tests.unit.walls.rooms import ROOT

BLOCK = re.compile(r"^```(?P<kind>[a-z]+(?: faulty)?)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
ASKED = re.compile(r"(?P<goal>.+) at (?P<cutoff>\S+): (?P<says>.+)")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, and the line it begins in."""

    kind: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    text = (ROOT / "docs" / page).read_text()
    return [
        Block(match["kind"], match["text"], text.count("\n", 0, match.start()) + 2)
        for match in BLOCK.finditer(text)
    ]


def said(result: Result) -> str:
    """A result as the page prints it: label, answer, what is missing."""
    answer = "" if result.label is Answerability.UNKNOWN else f" {state_words(result.answer)}"
    missing = f", {', '.join(result.missing)}" if result.missing else ""
    return f"{result.label}{answer}{missing}"


def asked(known: World, block: Block) -> str:
    """The block with what the engine answers."""
    lines = []
    for line in block.text.splitlines():
        match = ASKED.fullmatch(line)
        assert match is not None, line
        lines.append(
            f"{match['goal']} at {match['cutoff']}: {said(known.ask(match['goal'], match['cutoff']))}"
        )
    return "\n".join([*lines, ""])


def answers(page: list[Block]) -> Iterator[tuple[Block, str]]:
    """Each block that states something, with what comes out."""
    program = ""
    known: World | None = None
    faults: ProgramError | HistoryError | None = None
    for block in page:
        if block.kind == "dl":
            program, known = block.text, world(block.text)
        elif block.kind == "history":
            known = world(program, block.text)
        elif block.kind.endswith("faulty"):
            with pytest.raises((ProgramError, HistoryError)) as caught:
                world(*([block.text] if block.kind == "dl faulty" else [program, block.text]))
            faults = caught.value
        elif block.kind == "asked":
            assert known is not None
            yield block, asked(known, block)
        elif block.kind == "faults":
            yield block, f"{faults}\n"


def printed(page: list[Block]) -> Iterator[tuple[Block, str]]:
    """Each output block of a page of Python, with what the block before it prints."""
    names: dict[str, object] = {}
    out = io.StringIO()
    for block in page:
        if block.kind == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(block.text, "docs/notebook.md", "exec"), names)
        elif block.kind == "output":
            yield block, out.getvalue()


def test_every_block_of_the_manual_comes_out_as_printed() -> None:
    page = blocks("language.md")
    found = list(answers(page))
    assert len(found) >= 11
    for block, text in found:
        assert block.text == text, f"docs/language.md:{block.line}"


def test_every_block_of_the_notebook_page_comes_out_as_printed() -> None:
    found = list(printed(blocks("notebook.md")))
    assert len(found) == 4
    for block, text in found:
        assert block.text == text, f"docs/notebook.md:{block.line}"


def test_the_limits_of_the_page_are_those_of_the_code() -> None:
    text = (ROOT / "docs" / "language.md").read_text()
    for what, limit in (
        ("digits of a number", MAX_DIGITS),
        ("brackets, signs and braces in each other", MAX_LEVELS),
        ("operations in one literal", MAX_OPERATIONS),
        ("derived predicates that stand on each other", MAX_CHAIN),
        ("witnesses listed", LIST_CAP),
        ("keys of a recorded predicate", MAX_RECORDED_KEYS),
    ):
        assert f"| {what} | {limit:,}" in text, what
    assert f"{RECURSION_LIMIT:,}; beyond, it is stopped" in text
    assert f"program {LONGEST['program']:,} characters, history {LONGEST['history']:,}" in text
    assert f"{CPU_SECONDS} seconds of work, {MEMORY_BYTES >> 30} GB of memory" in text


def test_the_page_names_every_word_of_the_language() -> None:
    text = (ROOT / "docs" / "language.md").read_text()
    words = "count sum min max avg argmin argmax any all mode days convert coalesce func set param derived "
    words += "inverse on_cancel default group_probe assume complete reopen revise cancel rule unrule none "
    words += "@set @recursive @inline @family @rule date(cutoff) answerable justified-zero unknown "
    words += "missing notclosed cancelled undefined conflict"
    assert [word for word in words.split() if word not in text] == []
