"""The systems that know what no system may know, and how each is made in the host (overview 4.8).

The supporting events are a ceiling; the known-bad systems each have one fault that a diagnosis must find.
They never go to a worker, and are marked and never ranked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmark.models import QuestionKind, Store
from benchmark.oracles import withheld
from benchmark.oracles.known_bad import (
    NEWEST,
    DropsRevisions,
    IgnoresCompleteness,
    KnownBad,
    LosesRules,
    NeverUpdates,
    NewestRecords,
    SwapsClause,
)
from benchmark.oracles.supporting import SupportingEvents
from benchmark.services.golds import ScenarioGolds
from benchmark.services.timelines import SceneTimeline
from benchmark.walk.opaque import OpaqueIds
from scenarios.selectors import histories, programs
from sut_adapters.base import MisconfiguredError, SutAdapter


@dataclass(frozen=True)
class OracleScene:
    """What an oracle is made of: its store, what the store lives through, the ids it sees, and the words of
    the variant's hint, None where it has none."""

    store: Store
    timeline: SceneTimeline
    ids: OpaqueIds
    hint: str | None

    @property
    def settings(self) -> dict[str, Any]:
        """What every adapter takes."""
        return {"config": self.store.variant.config, "store_key": self.store.key, "hint": self.hint}

    def shown(self, labels: Iterable[str]) -> list[str]:
        """The ids under which events are seen."""
        return [self.ids.shown[label] for label in labels if label in self.ids.shown]


@dataclass(frozen=True)
class Oracle:
    """An adapter that is made here. ``config`` and ``k`` are those under which it ships registered."""

    kind: type[SupportingEvents] | type[KnownBad]
    build: Callable[[OracleScene], SutAdapter]
    description: str
    config: Mapping[str, Any] = field(default_factory=dict)
    k: int | None = None

    @property
    def knows(self) -> tuple[str, ...]:
        """What it knows that no system may know."""
        return self.kind.knows

    def fault(self, config: Mapping[str, Any]) -> str:
        """What is wrong with a configuration, empty if nothing."""
        if issubclass(self.kind, KnownBad):
            try:
                self.kind(config=dict(config), store_key="settings-check").close()
            except MisconfiguredError as error:
                return str(error)
        return ""


def _supporting_events(scene: OracleScene) -> SutAdapter:
    golds = ScenarioGolds(scene.store.scenario)
    support = {
        (question.text, question.cutoff): tuple(scene.shown(sorted(golds.told_by(question))))
        for question in scene.timeline.questions.values()
    }
    return SupportingEvents(**scene.settings, support=support)


def _drops_revisions(scene: OracleScene) -> SutAdapter:
    changing = withheld.changing(histories.load(scene.store.scenario))
    return DropsRevisions(**scene.settings, withheld=scene.shown(changing))


def _loses_rules(scene: OracleScene) -> SutAdapter:
    scenario = scene.store.scenario
    declaring = withheld.declaring(programs.load(scenario), histories.load(scenario))
    return LosesRules(**scene.settings, withheld=scene.shown(declaring))


def _never_updates(scene: OracleScene) -> SutAdapter:
    tracked = [
        question.cutoff
        for question in scene.timeline.questions.values()
        if question.kind == QuestionKind.TRACKED
    ]
    return NeverUpdates(
        **scene.settings,
        times=[event.observed_at for event in scene.timeline.events],
        checkpoint=min(tracked, default=None),
    )


def _known_bad(kind: type[KnownBad], build: Callable[[OracleScene], SutAdapter], **shipped: Any) -> Oracle:
    return Oracle(kind, build, f"Known to be bad: {kind.fault}.", **shipped)


#: Adapters that are made here, by name.
ORACLES: dict[str, Oracle] = {
    oracle.kind.name: oracle
    for oracle in (
        Oracle(
            SupportingEvents,
            _supporting_events,
            "The records that each gold answer rests on: a ceiling and a self-test.",
        ),
        _known_bad(DropsRevisions, _drops_revisions),
        _known_bad(NewestRecords, lambda scene: NewestRecords(**scene.settings), k=NEWEST),
        _known_bad(LosesRules, _loses_rules),
        _known_bad(NeverUpdates, _never_updates),
        _known_bad(IgnoresCompleteness, lambda scene: IgnoresCompleteness(**scene.settings)),
        _known_bad(SwapsClause, lambda scene: SwapsClause(**scene.settings)),
    )
}
