"""The readers that a run may be launched with, and what each of them knows (overview 4.5).

A reader turns a cut context into an answer. The symbolic reader knows the rules and the templates, so
it is marked and its boards are titled as such; a language model knows nothing of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmark.exceptions import LaunchFault
from benchmark.models import Question, Run
from benchmark.services.timelines import SceneTimeline
from benchmark.walk.opaque import OpaqueIds
from scenarios.models import Scenario
from sut_adapters.answering.base import AnswerReply, AnswerRequest


@dataclass(frozen=True)
class ReadingScene:
    """What a reader of one store may be told: the scenario, the ids its contexts use, the settings."""

    scenario: Scenario
    scene: SceneTimeline
    ids: OpaqueIds
    run: Run


Read = Callable[[Question, AnswerRequest], AnswerReply]


@dataclass(frozen=True)
class Reader:
    """A registered reader. ``title`` heads the boards made with it, ``knows`` marks what it was told.

    ``parallel`` calls may fly at once. ``check`` lists what is wrong with its settings.
    """

    name: str
    title: str
    knows: tuple[str, ...]
    parallel: int
    open: Callable[[ReadingScene], Read]
    check: Callable[[], list[LaunchFault]]
    prompt_version: str = ""
