"""What the playground puts into links and files comes back as it was, or is refused in words."""

from __future__ import annotations

import re

import pytest

from scenarios.datalog.examples import EXAMPLES, Example
from scenarios.exceptions import PlaygroundTextsError
from scenarios.services.playground_texts import (
    LONGEST,
    LONGEST_LINK,
    Texts,
    file_text,
    link_state,
    of_file,
    of_link_state,
)


def texts(example: Example) -> Texts:
    return Texts(example.program, example.history, example.goal, example.cutoff)


def test_a_link_brings_back_exactly_what_was_typed() -> None:
    for example in EXAMPLES:
        state = link_state(texts(example))
        assert re.fullmatch(r"[A-Za-z0-9_-]+", state)
        assert len(state) < 1500
        assert of_link_state(state) == texts(example)
        assert of_file(file_text(texts(example)).encode()) == texts(example)
    odd = Texts("# ☃ \u202e\n", "e1: \tx\n\n", ' "quoted" ', "")
    assert of_link_state(link_state(odd)) == odd == of_file(file_text(odd).encode())


def test_line_ends_of_browsers_are_made_one() -> None:
    assert Texts.of({"program": "a\r\nb\rc\n"}) == Texts(program="a\nb\nc\n")


def test_a_link_that_was_cut_or_changed_is_refused_in_words() -> None:
    state = link_state(texts(EXAMPLES[0]))
    bomb = link_state(Texts(program="x" * 50_000_000))
    assert len(bomb) > LONGEST_LINK
    bad = [
        *(state[:n] for n in (0, 1, 5, 40, len(state) - 1)),
        state + "A",
        state[:30] + ("A" if state[30] != "A" else "B") + state[31:],
        "not/base64!",
        "é" * 20,
        "A" * (LONGEST_LINK + 1),
        link_state(Texts(program="x" * 5_000_000)),
    ]
    for damaged in bad:
        with pytest.raises(PlaygroundTextsError) as caught:
            of_link_state(damaged)
        assert set(caught.value.fields) & {"link", "program"}, damaged


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON in UTF-8"),
        (b"[1]", "none of the playground"),
        (b'{"program": ""}', "none of the playground"),
        (b'{"stemma_playground": 2}', "none of the playground"),
        (b'{"stemma_playground": 1, "program": 3, "goal": ["x"]}', "the program is not a text"),
        (b'{"stemma_playground": 1, "goal": "\\ud800"}', "half a character"),
        (b"[" * 100_000, "not JSON"),
        (b" " * 2_000_000, "more than a file of the playground can have"),
    ],
)
def test_a_file_of_another_kind_is_refused_in_words(content: bytes, says: str) -> None:
    with pytest.raises(PlaygroundTextsError, match=says):
        of_file(content)


def test_each_text_has_a_longest_form() -> None:
    with pytest.raises(PlaygroundTextsError) as caught:
        Texts.of({name: "x" * (most + 1) for name, most in LONGEST.items()})
    assert set(caught.value.fields) == set(LONGEST)
    assert "60,001 characters, and the playground takes 60,000" in caught.value.fields["program"][0]
