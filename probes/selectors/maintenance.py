"""Refresh and preservation of a run's systems, their trajectories, and what went stale (spec 8.2, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from benchmark.models import Run
from benchmark.scoring.maintenance import Maintenance, Transition, summarise
from probes.selectors import trajectories
from probes.selectors.trajectories import Given, Line, Moment, Tracked, Trajectories

#: What the paper reports of its own systems on its own suite, in percent.
PAPER: Final = {
    "preservation": "91.03 to 92.86 %",
    "refresh of explicit changes": "82.4 %",
    "refresh of implicit changes": "41.1 %",
}


@dataclass(frozen=True)
class LineFigures:
    """The figures of one line over all its walks; ``na_reason`` is set where there are none."""

    line: Line
    figures: Maintenance

    @property
    def na_reason(self) -> str:
        """Why nothing can be said, empty where something can."""
        if self.figures.refresh.denominator or self.figures.preservation.denominator:
            return ""
        if self.figures.excluded == self.figures.transitions:
            return "nothing was scored at two checkpoints in a row"
        return "no answer was right, so none could be kept"


@dataclass(frozen=True)
class Stale:
    """A right answer that was given again after its gold had changed. ``answer`` is the old one, ``gold`` the
    new; ``moment`` says which events changed it."""

    line: Line
    tracked: Tracked
    moment: Moment
    answer: str
    gold: str


@dataclass(frozen=True)
class RunMaintenance:
    """All of it. ``scenarios`` are those that hold tracked queries, in their order."""

    run: Run
    found: Trajectories
    lines: tuple[LineFigures, ...]
    stale: tuple[Stale, ...]

    @property
    def is_empty(self) -> bool:
        """Whether the run asked nothing at checkpoints."""
        return not self.found.tracked

    @property
    def scenarios(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(tracked.scenario for tracked in self.found.tracked))

    @property
    def checkpoints(self) -> int:
        """How many checkpoints there are at most."""
        return max((len(tracked.moments) for tracked in self.found.tracked), default=0)


def of_run(run: Run) -> RunMaintenance:
    """Figures, trajectories and the silently stale of a run so far, in a constant number of queries."""
    found = trajectories.of_run(run)
    lines, stale = [], []
    for line in found.lines:
        steps = list(_steps(found, line))
        lines.append(LineFigures(line, summarise([step.transition for step in steps])))
        stale += [_stale(line, step) for step in steps if step.transition.silently_stale]
    return RunMaintenance(run, found, tuple(lines), tuple(stale))


@dataclass(frozen=True)
class _Step:
    tracked: Tracked
    moment: Moment
    given: Given
    transition: Transition


def _steps(found: Trajectories, line: Line) -> Iterator[_Step]:
    for walk in line.walks:
        for tracked in found.tracked:
            for before, moment in zip(tracked.moments, tracked.moments[1:], strict=False):
                first, then = found.answer(walk, before), found.answer(walk, moment)
                lost = moment.change is not None and first.correct is True and then.correct is False
                transition = Transition(
                    query=f"{tracked.scenario}/{tracked.label}",
                    line=line.name,
                    step=moment.number,
                    change=moment.change,
                    change_class=moment.kind,
                    before=first.correct,
                    after=then.correct,
                    repeated=lost and found.still_right_before(tracked, before, then),
                )
                yield _Step(tracked, moment, then, transition)


def _stale(line: Line, step: _Step) -> Stale:
    return Stale(line, step.tracked, step.moment, step.given.words, step.moment.gold)


def as_json(found: RunMaintenance, *, details: bool) -> dict[str, Any]:
    """For the API; shares are null where their denominators are 0. ``details``: trajectories and what went
    stale, which name gold."""
    shown: dict[str, Any] = {
        "run": found.run.pk,
        "suite": found.run.suite.slug,
        "checkpoints": found.checkpoints,
        "tracked": len(found.found.tracked),
        "lines": [_line_json(one) for one in found.lines],
        "paper": {"note": "other data", **PAPER},
    }
    if details:
        shown["trajectories"] = [_trajectory_json(found.found, one) for one in found.found.tracked]
        shown["stale"] = [_stale_json(one) for one in found.stale]
    return shown


def _line_json(one: LineFigures) -> dict[str, Any]:
    figures = one.figures
    return {
        "system": one.line.system,
        "hint": one.line.hint,
        "knows": list(one.line.knows),
        "walks": len(one.line.walks),
        "refresh": figures.refresh.as_json(),
        "refresh_by_class": {name.value: share.as_json() for name, share in figures.by_class.items()},
        "refresh_by_label_change": {name.value: share.as_json() for name, share in figures.by_change.items()},
        "preservation": figures.preservation.as_json(),
        "transitions": figures.transitions,
        "changed": figures.changed,
        "excluded": figures.excluded,
        "silently_stale": len(figures.stale),
        "na_reason": one.na_reason,
    }


def _trajectory_json(found: Trajectories, tracked: Tracked) -> dict[str, Any]:
    return {
        "scenario": tracked.scenario,
        "query": tracked.label,
        "checkpoints": [_moment_json(moment) for moment in tracked.moments],
        "answers": [
            {
                "system": line.system,
                "hint": line.hint,
                "given": [_given_json(found.answer(line.walks[0], moment)) for moment in tracked.moments],
            }
            for line in found.lines
        ],
    }


def _moment_json(moment: Moment) -> Mapping[str, Any]:
    return {
        "number": moment.number,
        "cutoff": moment.cutoff,
        "label": moment.subject["label"],
        "answer": moment.subject["answer"],
        "change": moment.kind.value if moment.kind else None,
        "label_change": moment.change.value if moment.change else None,
        "changed_by": list(moment.events),
    }


def _given_json(given: Given) -> Mapping[str, Any]:
    return {"label": given.label, "answer": given.answer, "correct": given.correct}


def _stale_json(one: Stale) -> Mapping[str, Any]:
    return {
        "system": one.line.system,
        "hint": one.line.hint,
        "scenario": one.tracked.scenario,
        "query": one.tracked.label,
        "checkpoint": one.moment.number,
        "answer": one.answer,
        "gold": one.gold,
        "change": one.moment.kind.value if one.moment.kind else None,
        "changed_by": list(one.moment.events),
    }
