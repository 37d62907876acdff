"""The answer object in the words of a model (spec 12.1, overview 5)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.scoring.envelope import LABELS, AnswerObject, format_error, parse

GOOD = '{"label": "answerable", "answer": "2", "citations": ["r1", "r2"]}'


@pytest.mark.parametrize(
    "raw",
    [
        GOOD,
        f"  {GOOD}\n",
        f"```json\n{GOOD}\n```",
        f"Here it is:\n```\n{GOOD}\n```\nThat is all.",
        f"The set {{a, b}} was asked for. {GOOD} Done.",
        f"```python\nprint(1)\n```\n{GOOD}",
        '{"label": "Answerable", "answer": "2", "citations": ["[r1]", " r2 ", "r1"], "why": "counted"}',
    ],
)
def test_an_object_alone_fenced_or_the_only_one_is_read(raw: str) -> None:
    assert parse(raw) == AnswerObject("answerable", "2", ("r1", "r2"), None, raw)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        (None, "empty"),
        ("I do not know.", "no JSON object"),
        ("{'label': 'answerable', 'answer': '2', 'citations': []}", "double quotes"),
        (
            '{"label": "answerable", "label": "unknown", "answer": "2", "citations": []}',
            '"label" occurs twice',
        ),
        (f'Look: {{"label": "unknown", "a": 1, "a": 2}} {GOOD}', "occurs twice"),
        ('{"answer": "2", "citations": []}', '"label" is missing'),
        ('{"label": "answerable", "citations": []}', '"answer" is missing'),
        ('{"label": "justified-zero", "answer": 0}', '"citations" is missing'),
        ('{"label": "sure", "answer": "2", "citations": []}', "none of"),
        ('{"label": 1, "answer": "2", "citations": []}', "none of"),
        ('{"label": "answerable", "answer": "2", "citations": "r1"}', "list of id strings"),
        ('{"label": "answerable", "answer": "2", "citations": [1]}', "list of id strings"),
        (f"{GOOD} {GOOD}", "more than one"),
        (f"```\n{GOOD}\n{GOOD}\n```", "more than one"),
        (f"{{'draft': {GOOD}}}", "inside another"),
        ('{"label": "answerable", "answer": NaN, "citations": []}', "NaN"),
        ('{"label": "answerable", "answer": 1e999, "citations": []}', "out of range"),
        ('{"label": "answerable", "answer": 1e99999999999999999999, "citations": []}', "out of range"),
        ('{"label": "answerable", "answer": "2", "citations": []', "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ('{"label": "answerable", "answer": ' + "[" * 100_000, "too deeply"),
        ('{"label":' * 100_000, ""),
        ('{"label": "answerable", "answer": ' + "9" * 5000 + ', "citations": []}', ""),
    ],
)
def test_a_format_error_says_what_is_wrong_and_keeps_the_raw_text(raw: str | None, words: str) -> None:
    found = parse(raw)
    assert found.format_error is not None
    assert words in found.format_error
    assert (found.label, found.answer, found.citations, found.raw) == (None, None, (), raw or "")
    assert format_error(raw) == found.format_error


@pytest.mark.parametrize(
    "raw",
    [
        '{"label": "unknown"}',
        '{"label": "unknown", "answer": null, "citations": null}',
        '{"label": "unknown", "answer": "", "citations": []}',
    ],
)
def test_unknown_needs_no_answer_text(raw: str) -> None:
    found = parse(raw)
    assert (found.label, found.format_error, found.citations) == ("unknown", None, ())


def test_citations_beside_unknown_are_kept() -> None:
    assert parse('{"label": "unknown", "citations": ["r9"]}').citations == ("r9",)


def test_the_label_may_be_written_with_an_underscore() -> None:
    assert parse('{"label": "justified_zero", "answer": 0, "citations": []}').label == "justified-zero"


@pytest.mark.parametrize(
    ("number", "text"),
    [("506.22", "506.22"), ("12.50", "12.50"), ("1e3", "1000"), ("0.1", "0.1"), ("-0.0", "-0.0")],
)
def test_a_number_with_a_point_never_becomes_a_binary_float(number: str, text: str) -> None:
    assert parse(f'{{"label": "answerable", "answer": {number}, "citations": []}}').answer == text


PLAIN = st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.lists(st.text(), max_size=3))


@given(
    st.sampled_from(LABELS), PLAIN, st.lists(st.from_regex(r"r[0-9]{6}", fullmatch=True)), st.text("abc .\n")
)
def test_every_well_formed_object_is_read_back(
    label: str, answer: object, cited: list[str], prose: str
) -> None:
    raw = prose + json.dumps({"label": label, "answer": answer, "citations": cited}) + prose
    found = parse(raw)
    assert (found.label, found.answer, found.format_error) == (label, answer, None)
    assert found.citations == tuple(dict.fromkeys(cited))


@given(st.text(alphabet=st.sampled_from("{}[]\"':,`ab1.\\ \n")))
def test_no_text_makes_the_reader_raise(raw: str) -> None:
    assert parse(raw).raw == raw
