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

    def shown(self, bound: float) -> str:
        return f"{'>=' if self.at_least else '<='} {bound:g} {self.unit}"


AIMS: dict[str, Aim] = {
    "ad hoc": Aim(30, at_least=True),
    "memory": Aim(1, at_least=True),
    "clingo": Aim(1, at_least=True),
    "derivations": Aim(10, at_least=False),
    "derivations, seconds": Aim(1, at_least=False, unit="s"),
    "witnesses": Aim(5, at_least=False, unit="s"),
    "growth": Aim(1.5, at_least=False),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure: median over ``pairs`` turns, of which ``lowest`` and ``highest`` are the extremes.

    ``value`` is None where it was not run, which ``says`` then explains; else ``says`` gives the counts.
    """

    name: str
    what: str
    says: str
    value: float | None = None
    lowest: float | None = None
    highest: float | None = None
    pairs: int = 0

    @property
    def aim(self) -> Aim:
        return AIMS[self.name]

    @property
    def verdict(self) -> str:
        return "not run" if self.value is None else self.aim.verdict(self.value)

    @property
    def line(self) -> str:
        """The figure as the command prints it."""
        value = "not run"
        if self.value is not None and self.lowest is not None and self.highest is not None:
            value = f"{self.value:.2f} {self.aim.unit} [{self.lowest:.2f} to {self.highest:.2f}]"
        bounds = f"aim {self.aim.shown(self.aim.aim)}, floor {self.aim.shown(self.aim.floor)}"
        return f"{self.what}: {value}; {bounds}: {self.verdict}. {self.says}"

    def as_json(self) -> dict[str, Any]:
        """The figure with its aim, its floor and what it meets."""
        bounds = {"aim": self.aim.aim, "floor": self.aim.floor, "at_least": self.aim.at_least}
        return {**asdict(self), **bounds, "unit": self.aim.unit, "verdict": self.verdict}


def figure(name: str, what: str, says: str, values: Iterable[float]) -> Figure:
    """The median of one value a turn."""
    found = list(values)
    return Figure(name, what, says, statistics.median(found), min(found), max(found), len(found))


def ratios(slow: Sequence[float], fast: Sequence[float]) -> list[float]:
    """How often ``fast`` goes into ``slow``, turn by turn."""
    return [one / other for one, other in zip(slow, fast, strict=True)]
