"""What systems and models return is stored whatever it holds."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from benchmark.walk.storable import storable, storable_text


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("plain é 漢 😀", "plain é 漢 😀"),
        ("a\x00b", "a\ufffdb"),
        ("half \ud83d of one", "half \ufffd of one"),
        (float("nan"), None),
        (float("-inf"), None),
        (0.5, 0.5),
        (True, True),
        ({"a": (1, "x\x00")}, {"a": [1, "x\ufffd"]}),
        ({1: None}, {"1": None}),
        (datetime(2026, 1, 2, tzinfo=UTC), "2026-01-02 00:00:00+00:00"),
    ],
)
def test_values_are_kept_or_replaced(given: Any, kept: Any) -> None:
    assert storable(given) == kept
    json.dumps(storable(given), allow_nan=False).encode()


def test_a_set_becomes_a_list() -> None:
    assert sorted(storable({"b", "a"})) == ["a", "b"]


def test_texts() -> None:
    assert storable_text("\x00\udfff") == "\ufffd\ufffd"
