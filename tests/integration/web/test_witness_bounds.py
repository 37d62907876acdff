"""Pages and admin say where witnesses are only bounded, and which checks an imported query fails."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string

from scenarios.models import GoldAnswer
from scenarios.services import suites
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db


def notes(**fields: Any) -> str:
    """What the page of a query says of a gold beside its witnesses."""
    return render_to_string("scenarios/_witness_notes.html", {"gold": GoldAnswer(**fields)})


def test_a_long_list_shows_its_bounds_and_what_fails() -> None:
    told = notes(
        exact=False,
        unlisted=None,
        measures={"witness_size": 3, "witness_size_low": 2, "witnesses_most": 900},
        checks={"c1": True, "c4": False, "c4_mended": True, "superseding": ["e2"], "c3_deletions": [4, 9]},
    )
    assert "at most 900 witnesses in all; the smallest has 2 to 3 records" in told
    assert "Fails C4; C4: read alone, the supporting records need e2 beside them." in told
    assert "4 of 9 deletions were tried" in told


def test_a_list_that_is_counted_says_so() -> None:
    assert "All 900 witnesses are counted" in notes(
        exact=False, unlisted=836, measures={"witnesses_most": 900}
    )


def test_a_complete_list_that_passes_needs_no_words() -> None:
    assert notes(checks={"c1": True, "c4": True, "empty_unknown": True}).strip() == ""


def test_the_gold_command_prints_the_bounds() -> None:
    events = [
        make.event_spec(n, make.act("member", "trip", "Vera", member=f"t{n % 4}")) for n in range(1, 29)
    ]
    last = make.event_spec(29, make.act("complete", "trip", "Vera", size=4))
    asked = make.query_spec(1, "n_trips", "Vera")
    suites.store(bundle=make.bundle(*events, last, queries=(asked,), slug="many", kind="imported"), by=None)
    out = io.StringIO()
    call_command("gold", "many", "--json", stdout=out)
    found = json.loads(out.getvalue())
    assert (found["exact"], found["unlisted"], found["witnesses_most"]) == (False, 7**4 - 64, 7**4)
    assert found["witness_size"] == [5, 5]
    assert found["support"] == found["support_high"]
