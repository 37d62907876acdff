"""What the services of runs raise, by what the caller does next (conventions 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scenarios.exceptions import InputRefusedError, StateRefusedError


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


class ExportRefusedError(BenchmarkError, StateRefusedError):
    """An export of something, or in a format, that does not exist; ``field`` says which of the two."""

    http_status = 422
    code = "export_refused"

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        super().__init__(message)


class PullRefusedError(BenchmarkError):
    """A call of a client that walks a run is refused, and nothing was stored; ``code`` says why, ``problem``
    holds what else helps."""

    def __init__(self, message: str, code: str, http_status: int, **problem: object) -> None:
        self.code, self.http_status, self.problem = code, http_status, problem
        super().__init__(message)


class SystemRefusedError(BenchmarkError):
    """A system cannot be registered like this; ``field`` says which setting is wrong. Nothing was stored."""

    http_status = 422
    code = "system_refused"

    def __init__(self, field: str, message: str) -> None:
        self.field, self.problem = field, {"fields": {field: [message]}}
        super().__init__(message)


class SystemTakenError(BenchmarkError):
    """Another system has the name."""

    http_status = 409
    code = "system_name_taken"

    def __init__(self, name: str) -> None:
        super().__init__(f"A system called {name} is registered already. Change it, or choose another name.")


class SystemHasRunsError(BenchmarkError):
    """A system cannot be removed: runs rest on it."""

    http_status = 409
    code = "system_has_runs"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"Runs were launched on {name}, so it stays. Switch it off: it is offered no longer."
        )


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


class NotPracticeError(BenchmarkError, StateRefusedError):
    """A suite that is not for practice is asked for its gold."""

    http_status = 409
    code = "not_practice"

    def __init__(self, slug: str, standing: str) -> None:
        super().__init__(
            _(
                "Suite %(slug)s is %(standing)s: its gold is not served. Ask a practice suite; a lead builds "
                "one with manage.py build_suite … --standing practice."
            )
            % {"slug": slug, "standing": standing}
        )


class StandingRefusedError(BenchmarkError, StateRefusedError):
    """A suite cannot stand as asked: its gold is out, or others have runs on it. Nothing was changed."""

    http_status = 409
    code = "standing_refused"


class UnknownQuestionError(BenchmarkError, InputRefusedError):
    """A question id that is none of the suite."""

    http_status = 422
    code = "unknown_question"

    def __init__(self, suite: str, question: str) -> None:
        super().__init__(
            _(
                "Suite %(suite)s has no question %(question)s. Write SCENARIO/QUERY as the list of its gold "
                "does."
            )
            % {"suite": suite, "question": f"{question[:80]!r}"}
        )


class SubmissionRefusedError(BenchmarkError):
    """A file cannot be submitted; ``faults`` are (line, what is wrong), line 0 for the file as a whole.

    Nothing was stored. ``problem`` names the first lines and counts the others.
    """

    code = "submission_refused"
    _SHOWN = 100

    def __init__(self, faults: Sequence[tuple[int, str]], http_status: int = 422) -> None:
        self.faults = tuple(faults)
        self.http_status = http_status
        shown = [{"line": line, "detail": what} for line, what in self.faults[: self._SHOWN]]
        self.problem = {"faults": shown, "faults_in_all": len(self.faults)}
        super().__init__("; ".join(self.told()[:3]) + (" and more" if len(self.faults) > 3 else ""))

    def told(self) -> list[str]:
        """Each fault in words."""
        return [
            _("line %(line)s: %(what)s") % {"line": line, "what": what} if line else what
            for line, what in self.faults
        ]


class OperationError(BenchmarkError):
    """Something that whoever runs the installation asked for cannot be done; the message says what to do."""
