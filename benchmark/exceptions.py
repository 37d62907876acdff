"""What the services of runs raise, by what the caller does next (conventions 8)."""

from __future__ import annotations

from dataclasses import dataclass


class BenchmarkError(Exception):
    """Root of this app's errors. The text names what, where and what to do."""


@dataclass(frozen=True, slots=True)
class LaunchFault:
    """One reason why a run cannot start: ``where`` names the setting, ``what`` what is wrong with it and
    ``remedy`` what to do."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what} {self.remedy}".strip()


class RunMisconfiguredError(BenchmarkError):
    """A run was refused before it started; ``faults`` holds every reason at once."""

    def __init__(self, faults: list[LaunchFault]) -> None:
        self.faults = faults
        super().__init__("; ".join(str(fault) for fault in faults))


class RunStateError(BenchmarkError):
    """The run is not in a state in which this can be done."""


class LeaseLostError(BenchmarkError):
    """The worker no longer holds the item: another one has it, or the run was given up. It writes nothing."""


class MissingGoldError(BenchmarkError):
    """A query has no gold to score against."""
