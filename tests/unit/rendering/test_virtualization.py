"""Invented names: unknown to readers, apart from each other, the same for the same seed (spec 4.4)."""

from __future__ import annotations

import itertools
import re

import pytest

from scenarios.rendering import virtualization
from scenarios.rendering.fiction import is_fictional, is_real, pack
from scenarios.rendering.virtualization import (
    RESERVED,
    SUFFIXES,
    NameBook,
    NameFormError,
    NamesExhaustedError,
    candidate,
    near_names,
    too_close,
    within_one_edit,
)

TYPES = {
    "city": 12,
    "country": 6,
    "person": 12,
    "hotel": 12,
    "trip": 20,
    "expense": 30,
    "group": 3,
    "currency": 2,
}


def drawn(seed):
    book = NameBook(seed)
    return {type_name: book.draw(type_name, count) for type_name, count in TYPES.items()}


@pytest.mark.parametrize("seed", range(5))
def test_names_of_one_scenario_cannot_be_mistaken_for_each_other(seed):
    names = [name for members in drawn(seed).values() for name in members]
    words = [part for name in names for part in name.split()]
    assert len(words) == len(set(words))
    for one, other in itertools.combinations(words, 2):
        assert not too_close(one, other), (one, other)
    assert all(len(word) <= 12 for word in words)
    assert all(is_fictional(name) for name in names)
    assert not {*RESERVED} & {*words}


def test_names_depend_on_seed_type_and_index_alone():
    assert drawn(7) == drawn(7)
    assert drawn(7) != drawn(8)
    assert candidate(7, "city", 3) == candidate(7, "city", 3)
    assert (
        len(
            {
                candidate(7, "city", 3),
                candidate(8, "city", 3),
                candidate(7, "hotel", 3),
                candidate(7, "city", 4),
            }
        )
        == 4
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_planned_near_name_is_one_edit_from_its_own_and_from_no_other(seed):
    book = NameBook(seed)
    names = [
        name for type_name in ("city", "person", "expense", "course") for name in book.draw(type_name, 9)
    ]
    for name in names[::3]:
        near = book.near(name)
        changed = set(near.casefold().split()) - set(name.casefold().split())
        assert len(changed) == 1
        assert len(near) == len(name)
        assert within_one_edit(near, name)
        assert near.split()[1:] == name.split()[1:]
        assert is_fictional(near)
        others = {part for other in names if other != name for part in other.casefold().split()}
        assert not any(too_close(part, other) for part in changed for other in others if not other.isdigit())
        names.append(near)


def test_near_names_are_the_same_for_the_same_seed_and_drawn_once_each():
    (name,) = NameBook(4).draw("city", 1)
    one, other = NameBook(4), NameBook(4)
    assert one.near(name) == other.near(name) != one.near(name)


def test_a_near_name_keeps_its_kind_of_letter_its_first_letter_and_its_ending():
    assert set(near_names("Oralia")) >= {"Ocalia", "Oralia".replace("a", "e", 1)}
    assert all(near.startswith("O") and near.endswith("lia") for near in near_names("Oralia"))
    assert len(near_names("Oralia")) == 20 + 4
    assert {near[:3] for near in near_names("QF-2714")} == {"QF-"}
    assert len(near_names("QF-2714")) == 4 * 8


def test_a_name_whose_near_names_are_all_taken_says_so(monkeypatch):
    book = NameBook(1)
    (name,) = book.draw("city", 1)
    monkeypatch.setattr(virtualization, "is_fictional", lambda near: False)
    with pytest.raises(NamesExhaustedError, match=f"every name near to {name}"):
        book.near(name)


def test_a_known_word_is_passed_over(monkeypatch):
    first = candidate(7, "city", 0)
    assert NameBook(7).draw("city", 1) == [first]
    monkeypatch.setattr(virtualization, "is_fictional", lambda name: name != first)
    assert NameBook(7).draw("city", 1) != [first]


def test_the_last_syllable_tells_the_type():
    for type_name, members in drawn(3).items():
        for name in members:
            if type_name in SUFFIXES:
                assert name.endswith(SUFFIXES[type_name])
            elif type_name == "person":
                assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+(er|en|ow|ick)", name)
            else:
                assert re.fullmatch(r"[A-Z]{2}-\d{4}", name)


def test_a_grammar_that_runs_dry_says_so():
    book = NameBook(1, reserved=("a", "e", "i", "o", "u"))
    with pytest.raises(NamesExhaustedError, match="no free region name number 0 for seed 1"):
        book.draw("region", 1)


@pytest.mark.parametrize(
    ("one", "other", "close"),
    [
        ("torfell", "torfell", True), ("torfell", "torfel", True), ("torfell", "tarfell", True),
        ("torfell", "torxfell", True), ("torfell", "xtorfell", True), ("torfell", "tarfall", False),
        ("torfell", "torfelled", False), ("", "a", True), ("ab", "ba", False),
    ],
)  # fmt: skip
def test_edit_distance_of_one(one, other, close):
    assert within_one_edit(one, other) is close
    assert within_one_edit(other, one) is close


def test_the_stop_list_knows_words_places_and_names():
    assert all(map(is_real, ["Corby", "VERA", "lodging", "Paris", "berlin"]))
    assert not any(map(is_real, ["Ashfell", "Lunmar", "Halewick", "Corvia", "Meleth", "Drossel"]))
    assert not is_fictional("Paris Torow")
    assert is_fictional("QF-1234")


def test_packing_drops_what_is_not_a_plain_word():
    assert pack(["São", "New York", "x", "york", "a-priori"]) == pack(["york", "priori"])
    assert len(pack(["york", "priori"])) == 8


def test_a_new_type_takes_the_form_of_a_known_one_and_names_of_its_own():
    book = NameBook(3, like={"vat": "item", "brewer": "person", "cellar": "town"})
    for type_name, form in (("vat", r"[A-Z]{2}-\d{4}"), ("brewer", r"[A-Z][a-z]+ [A-Z][a-z]+")):
        assert all(re.fullmatch(form, name) for name in book.draw(type_name, 5)), type_name
    cellars = book.draw("cellar", 5)
    assert all(name.endswith(SUFFIXES["town"]) for name in cellars)
    assert not set(cellars) & set(NameBook(3).draw("town", 5)), (
        "the type is part of what a name is drawn from"
    )


def test_a_type_without_a_form_is_told_what_to_do():
    with pytest.raises(NameFormError, match="type 'vat' have no form: let names_like .* say which of .*city"):
        NameBook(3).draw("vat", 1)
    with pytest.raises(NameFormError, match="type 'vat'"):
        NameBook(3, like={"vat": "barrel"}).draw("vat", 1)
