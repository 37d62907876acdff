"""Opaque ids: other ids for each variant, and back."""

from __future__ import annotations

import pytest

from benchmark.walk import opaque
from benchmark.walk.opaque import OpaqueIds, opaque_id

LABELS = [f"e{n:04d}" for n in range(1, 2001)]


def test_ids_go_both_ways_and_differ_between_variants() -> None:
    one, two = OpaqueIds.of("salt one", LABELS), OpaqueIds.of("salt two", LABELS)
    assert all(one.label_of(one.shown[label]) == label for label in LABELS)
    assert not set(one.labels) & set(two.labels)


def test_an_id_says_nothing_of_the_order() -> None:
    shown = [opaque_id("salt", label) for label in LABELS]
    assert shown != sorted(shown)
    assert not any(label in opaque for label, opaque in zip(LABELS, shown, strict=True))


def test_an_id_that_names_no_record_stays_as_it_was_cited() -> None:
    ids = OpaqueIds.of("salt", LABELS)
    assert ids.label_of("e0001") == "e0001"
    assert ids.label_of(f" {ids.shown['e0007']} ") == "e0007"


def test_the_same_label_twice_is_one_id() -> None:
    assert OpaqueIds.of("salt", ["e1", "e1"]).labels == {opaque_id("salt", "e1"): "e1"}


def test_two_records_that_would_share_an_id_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A citation of a shared id could not be told apart."""
    monkeypatch.setattr(opaque, "opaque_id", lambda salt, label: opaque_id(salt, label[:4]))
    assert len(OpaqueIds.of("salt", ["e0001", "e0011"]).labels) == 2
    with pytest.raises(ValueError, match="launch again"):
        OpaqueIds.of("salt", ["e0011", "e0012"])
