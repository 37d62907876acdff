"""Sentences of pure packages: English as text, German where a page puts the values into its own template."""

from __future__ import annotations

import copy
import json
import pickle

from scenarios.sentences import Sentence, in_language

GERMAN = {
    "%(name)s is %(state)s": "%(name)s ist %(state)s",
    "unknown": "unbekannt",
    "5 % of it": "5 % davon",
}


def german(text: str) -> str:
    return GERMAN.get(text, text)


def test_a_sentence_is_its_english_text() -> None:
    said = Sentence("%(name)s is %(state)s", name="home(Vera)", state=Sentence("unknown"))
    assert said == "home(Vera) is unknown"
    assert f"{said}." == "home(Vera) is unknown."
    assert json.dumps([said]) == '["home(Vera) is unknown"]'


def test_templates_are_translated_and_values_that_are_texts_stay() -> None:
    said = Sentence("%(name)s is %(state)s", name="unknown", state=Sentence("unknown"))
    assert said.translated(german) == "unknown ist unbekannt"
    assert Sentence("5 % of it").translated(german) == "5 % davon"
    assert in_language("unknown", german) == "unknown"
    assert in_language(None, german) is None


def test_several_in_a_row_are_each_translated() -> None:
    row = Sentence.joined(", ", [Sentence("unknown"), "100 %", Sentence("5 % of it")])
    assert row == "unknown, 100 %, 5 % of it"
    assert row.translated(german) == "unbekannt, 100 %, 5 % davon"
    assert Sentence.joined(" 100 % ", ["a", "b"]) == "a 100 % b"
    # gettext answers the empty word with the head of the catalog.
    assert Sentence.joined(", ", []).translated(lambda text: f"<{text}>") == ""


def test_what_is_copied_or_kept_can_still_be_translated() -> None:
    said = Sentence("%(name)s is %(state)s", name="a", state=Sentence("unknown"))
    for kept in (copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert (kept, kept.translated(german)) == (said, "a ist unbekannt")
