"""Both evaluators agree on random programs and histories: label, answer, derivation, witnesses (AC-1.10).

``pytest tests/generative --draws 5000`` compares so many; a failing draw is shrunk and printed as a program
and a history that can be run again.
"""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.factories.random_cases import draw_cases
from tests.generative import campaign
from tests.generative.differences import Tally, compare

FEW = 40


def _report(found: campaign.Campaign) -> str:
    shown = [str(campaign.smallest(one)) for one in found.differences]
    return "\n\n".join([str(found), *shown])


@pytest.mark.django_db(transaction=True)  # the campaign ends its transactions and connections itself
def test_the_evaluators_agree_on_numbered_draws(
    draws: int | None, first_draw: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found = campaign.run(first_draw, draws or FEW)
    if draws is not None:
        with capsys.disabled():
            print(f"\n{found}")
    if found.differences:
        pytest.fail(_report(found), pytrace=False)
    labels, total = found.tally.labels, found.tally.asked
    assert min(labels[label] for label in ("answerable", "justified-zero", "unknown")) > total / 20


@pytest.mark.django_db
@settings(max_examples=8, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(st.integers(1_000_000, 2**32))
def test_the_evaluators_agree_on_fresh_draws(number: int) -> None:
    """Other draws at every run; deletion shrinks what Hypothesis finds, so its own shrinking is off."""
    found = list(compare(draw_cases(number, histories=1), Tally()))
    if found:
        pytest.fail(str(campaign.smallest(found[0])), pytrace=False)
