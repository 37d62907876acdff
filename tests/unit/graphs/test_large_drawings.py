"""Case G03: graphs that keep graphviz busy, opened five times at once.

Each is drawn by one process, which is ended at the limit; none is left, and what came of it is kept.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.cache import cache

from probes import graphs as diagnosis_graphs
from probes.graphs import ProbedState, Said, Verdict
from scenarios import graphs
from scenarios.datalog.derivation import Derivation
from scenarios.selectors import pictures
from tests.factories import large_graphs

VIEWS = 5


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def as_gold(derivation: Derivation) -> graphs.Drawing:
    return graphs.draw(derivation, href=lambda key: f"?node={key[1]}", emphasised=derivation.nodes)


def as_diagnosis(derivation: Derivation) -> graphs.Drawing:
    below = derivation.children[derivation.root][:16]
    said = Said(Verdict.WRONG, "y")
    states = {key: ProbedState(said, (("n(hub)", said),), "ungathered, Access") for key in below}
    states[derivation.root] = ProbedState(said)
    edges = [(derivation.root, key) for key in below]
    return diagnosis_graphs.draw(derivation, states, edges, edges, href=lambda key: f"?node={key[1]}")


@pytest.fixture(autouse=True)
def forgotten() -> None:
    cache.clear()


def at_once(name: str, derivation: Derivation, draw: object) -> list[tuple[graphs.Drawing | None, str]]:
    with ThreadPoolExecutor(VIEWS) as views:
        waiting = [views.submit(pictures.kept, name, lambda: draw(derivation)) for _ in range(VIEWS)]  # type: ignore[operator]
        return [one.result() for one in waiting]


def test_the_limit_is_within_what_a_view_may_wait() -> None:
    assert graphs.SECONDS < 10


@pytest.mark.parametrize("draw", [as_gold, as_diagnosis])
@pytest.mark.parametrize("large", large_graphs.LARGE)
def test_case_g03_five_views_at_once_start_one_dot_and_leave_none(
    large: str, draw: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Case G03: picture or collapsed view, one process for all five, nothing left, kept for the next."""
    program = large_graphs.watched_dot(tmp_path, graphs.dot_binary())
    monkeypatch.setattr(graphs, "dot_binary", lambda: str(program))
    derivation = large_graphs.LARGE[large]()
    found = at_once(large, derivation, draw)
    processes = large_graphs.started(tmp_path)
    assert len(processes) == 1
    assert not any(map(alive, processes))
    drawing, error = found[0]
    assert all(one == found[0] for one in found)
    assert drawing is not None, error
    assert drawing.total == len(derivation.nodes)
    assert drawing.collapsed is (len(derivation.nodes) > graphs.NODE_LIMIT)
    assert drawing.shown <= graphs.NODE_LIMIT
    assert at_once(large, derivation, draw)[0] == found[0]
    assert large_graphs.started(tmp_path) == processes


@pytest.mark.parametrize("draw", [as_gold, as_diagnosis])
def test_case_g03_at_the_limit_dot_is_ended_and_not_started_again(
    draw: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Case G03: one that does not come to an end is ended, and another view does not start the next."""
    program = large_graphs.watched_dot(tmp_path, None)
    monkeypatch.setattr(graphs, "dot_binary", lambda: str(program))
    monkeypatch.setattr(graphs, "SECONDS", 1.0)
    found = at_once("endless", large_graphs.hub(), draw)
    assert found == [(None, "the drawing took more than 1.0 s; read the table instead")] * VIEWS
    assert pictures.kept("endless", lambda: as_gold(large_graphs.hub()))[0] is None
    processes = large_graphs.started(tmp_path)
    assert len(processes) == 1
    assert not any(map(alive, processes))


def test_a_drawing_that_failed_for_another_reason_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise graphs.DrawingError("no graphviz found")

    with monkeypatch.context() as patch:
        patch.setattr(graphs, "dot_binary", none)
        assert pictures.kept("small", lambda: as_gold(large_graphs.witness())) == (None, "no graphviz found")
    assert pictures.kept("small", lambda: as_gold(large_graphs.witness()))[0] is not None
