"""What the services of runs raise, by what the caller does next (conventions 8)."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.exceptions import StateRefusedError


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


class GateError(BenchmarkError):
    """A run cannot be looked at as asked: a limit, a baseline or a level is none."""


class RunStateError(BenchmarkError):
    """The run is not in a state in which this can be done."""


class LeaseLostError(BenchmarkError):
    """The worker no longer holds the item: another one has it, or the run was given up. It writes nothing."""


class MissingGoldError(BenchmarkError):
    """A query has no gold to score against."""


class AboveChanceError(BenchmarkError, StateRefusedError):
    """Queries of a suite are answered from their wording alone, more often than chance allows; ``forms`` says
    which and how often. Nothing is released."""

    http_status = 409
    code = "conflict"

    def __init__(self, suite: str, forms: list[str]) -> None:
        self.forms = forms
        count = "1 form of question" if len(forms) == 1 else f"{len(forms)} forms of questions"
        super().__init__(
            f"{count} of suite {suite!r} can be answered without any record. Drop such queries, or name each "
            'form under "explained" in the configuration of the suite, with the reason why it may stay.\n'
            + "\n".join(forms)
        )
