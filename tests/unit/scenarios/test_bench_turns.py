"""Ways of answering by turns: compared in every turn, timed only after the first."""

from __future__ import annotations

import pytest

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.services.bench_turns import NotRunError, Timed, Way, by_turns
from scenarios.services.benching import EvaluatorsDifferError

YES = Gold(Answerability.ANSWERABLE, True)
NO = Gold(Answerability.ANSWERABLE, False)


def way(name: str, taken: list[str], gold: Gold = YES) -> Way:
    def take() -> Timed:
        taken.append(name)
        return Timed([gold], {"answers": float(len(taken)), "load": 0.5})

    return take


def test_each_turn_begins_with_another_way_and_the_first_does_not_count() -> None:
    taken: list[str] = []
    times = by_turns({"a": way("a", taken), "b": way("b", taken)}, pairs=2)
    assert "".join(taken) == "abbaab"
    assert list(times.of("a")) == [4, 5]
    assert list(times.of("b")) == [3, 6]
    assert times.phases("a") == ("load",)


def test_a_way_that_cannot_be_taken_is_left_out_with_its_reason() -> None:
    def missing() -> Timed:
        raise NotRunError("it is not installed")

    times = by_turns({"a": way("a", []), "b": missing}, pairs=1)
    assert times.not_run == {"b": "it is not installed"}
    assert (len(times.of("a")), times.of("b"), times.phases("b")) == (1, (), ())


def test_another_answer_ends_it_with_query_and_way() -> None:
    ways = {"a": way("a", []), "b": way("b", [], NO)}
    with pytest.raises(
        EvaluatorsDifferError, match="b: query 1 gave answerable False, a gave answerable True"
    ):
        by_turns(ways, pairs=1)
