"""The figures that the bench aims at, and how a measured one is judged (overview 7)."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Aim:
    """What a figure should be: ``at_least`` or at most ``aim``, in ``unit``. Half as good is the floor."""

    aim: float
    at_least: bool
    unit: str = "x"

    @property
    def floor(self) -> float:
        return self.aim / 2 if self.at_least else self.aim * 2

    def verdict(self, value: float) -> str:
        """``aim`` or ``floor`` for what is met, else ``missed``."""
        for name, bound in (("aim", self.aim), ("floor", self.floor)):
            if value >= bound if self.at_least else value <= bound:
                return name
        return "missed"

    def factor(self, value: float) -> float:
        """How many times the aim is missed; at most 1 where it is met."""
        return self.aim / value if self.at_least else value / self.aim

    def shown(self, bound: float) -> str:
        return f"{'>=' if self.at_least else '<='} {bound:g} {self.unit}"


AIMS: dict[str, Aim] = {
    "ad hoc": Aim(30, at_least=True),
    "memory": Aim(1, at_least=True),
    "clingo": Aim(1, at_least=True),
    "nemo": Aim(1, at_least=True),
    "derivations": Aim(10, at_least=False),
    "derivations, seconds": Aim(1, at_least=False, unit="s"),
    "witnesses": Aim(5, at_least=False, unit="s"),
    "growth": Aim(1.5, at_least=False),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure: median over ``pairs`` turns, of which ``lowest`` and ``highest`` are the extremes.

    ``value`` is None where it was not run, which ``says`` then explains; else ``says`` gives the counts. A
    figure that is not in ``AIMS`` is printed for comparison, in ``unit``.
    """

    name: str
    what: str
    says: str
    value: float | None = None
    lowest: float | None = None
    highest: float | None = None
    pairs: int = 0
    unit: str = "x"

    @property
    def aim(self) -> Aim | None:
        return AIMS.get(self.name)

    @property
    def verdict(self) -> str:
        """``aim``, ``floor`` or ``missed``; ``not run``; ``no aim``."""
        if self.value is None:
            return "not run"
        return "no aim" if self.aim is None else self.aim.verdict(self.value)

    @property
    def shown_unit(self) -> str:
        return self.unit if self.aim is None else self.aim.unit

    @property
    def shown_value(self) -> str:
        """The median and the extremes, or that it was not run."""
        if self.value is None or self.lowest is None or self.highest is None:
            return "not run"
        return f"{self.value:.2f} {self.shown_unit} [{self.lowest:.2f} to {self.highest:.2f}]"

    @property
    def judged(self) -> str:
        """Whether aim and floor are met, and by how much they are not."""
        if self.value is None or self.aim is None:
            return self.verdict
        factor = self.aim.factor(self.value)
        return {
            "aim": "aim met",
            "floor": f"aim missed {factor:.2f} times, floor met",
            "missed": f"aim missed {factor:.2f} times, floor {factor / 2:.2f} times",
        }[self.verdict]

    @property
    def line(self) -> str:
        """The figure as the command prints it."""
        bounds = ""
        if self.aim is not None:
            bounds = f"; aim {self.aim.shown(self.aim.aim)}, floor {self.aim.shown(self.aim.floor)}"
        return f"{self.what}: {self.shown_value}{bounds}: {self.judged}. {self.says}"

    def as_json(self) -> dict[str, Any]:
        """The figure with its aim, its floor and what it meets."""
        bounds: dict[str, Any] = {"aim": None, "floor": None, "at_least": None, "missed_times": None}
        if self.aim is not None:
            missed = None if self.value is None else round(max(1.0, self.aim.factor(self.value)), 3)
            bounds = {
                "aim": self.aim.aim,
                "floor": self.aim.floor,
                "at_least": self.aim.at_least,
                "missed_times": missed,
            }
        return {**asdict(self), **bounds, "unit": self.shown_unit, "verdict": self.verdict}


def figure(name: str, what: str, says: str, values: Iterable[float], *, unit: str = "x") -> Figure:
    """The median of one value a turn."""
    found = list(values)
    return Figure(name, what, says, statistics.median(found), min(found), max(found), len(found), unit)


def ratios(slow: Sequence[float], fast: Sequence[float]) -> list[float]:
    """How often ``fast`` goes into ``slow``, turn by turn."""
    return [one / other for one, other in zip(slow, fast, strict=True)]
