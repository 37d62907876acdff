"""Prompts are versioned files; what goes into them stays plain text."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from sut_adapters.answering import prompting
from sut_adapters.answering.base import AnswerRequest
from sut_adapters.base import ContextItem, MisconfiguredError

AUGUST = datetime(2026, 8, 31, tzinfo=UTC)
ANSWER_TYPES = ("count", "number", "money", "bool", "entity", "date", "set", "path", "settlement")


def request(**changes: object) -> AnswerRequest:
    items = (ContextItem("[r1 | 2026-01-01 09:00] Ashfell lies in Corvia.", ("r1",)), ContextItem("a note"))
    values: dict[str, object] = {
        "question": "How many?",
        "cutoff": AUGUST,
        "answer_type": "count",
        "items": items,
    }
    return AnswerRequest(**(values | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("version", prompting.versions())
@pytest.mark.parametrize("answer_type", ANSWER_TYPES)
def test_every_version_has_a_form_for_every_answer_type(version: str, answer_type: str) -> None:
    system, user = prompting.load(version).messages(request(answer_type=answer_type))
    assert (system.role, user.role) == ("system", "user")
    assert "{{" not in system.text + user.text
    for word in ("answerable", "justified-zero", "unknown", "label", "answer", "citations"):
        assert word in system.text
    assert user.text.endswith("Question: How many?")
    assert "[r1 | 2026-01-01 09:00] Ashfell lies in Corvia.\na note" in user.text


def test_an_empty_context_is_said_to_be_empty() -> None:
    assert "Context:\n(empty)\n" in prompting.load().messages(request(items=()))[1].text


def test_a_hint_stands_before_the_context_and_only_where_there_is_one() -> None:
    hinted = prompting.load().messages(request(hint_text="Keep a table."))[1].text
    assert hinted.index("Keep a table.") < hinted.index("Context:")
    assert prompting.load().messages(request())[1].text.startswith("Context:")


def test_marks_inside_a_record_are_not_filled() -> None:
    items = (ContextItem("{{QUESTION}} {{NOTHING}}"),)
    assert "{{QUESTION}} {{NOTHING}}" in prompting.load().messages(request(items=items))[1].text


def test_a_repair_shows_the_reply_and_the_fault() -> None:
    first, second = prompting.load().repair_messages("so {it} goes", "no JSON object was found")
    assert (first.role, first.text, second.role) == ("assistant", "so {it} goes", "user")
    assert "no JSON object was found" in second.text


def test_unknown_versions_and_types_are_refused_by_name() -> None:
    with pytest.raises(MisconfiguredError, match="answer-1"):
        prompting.load("answer-0")
    with pytest.raises(MisconfiguredError, match="'poem'"):
        prompting.load().messages(request(answer_type="poem"))
