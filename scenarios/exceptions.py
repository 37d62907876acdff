"""What this app may refuse, sorted by what the caller does next. The edge picks the HTTP status."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404


class ScenariosError(Exception):
    """Root of the app's own errors."""


class NotVisibleError(ScenariosError, Http404):
    """There is no such thing for this person: shown as "not found", whether it exists or not."""


class ScopeDeniedError(ScenariosError, PermissionDenied):
    """A token, or a system, asks for what lies outside its scope: its owner needs another one (spec 16)."""

    code = "scope"


class PersonOnlyError(ScenariosError, PermissionDenied):
    """A service account asks for what people alone do: judge, and decide disputes."""

    code = "person_only"


class InputRefusedError(ScenariosError):
    """The input is at fault: show the message, mend the input, try again. Nothing was stored."""

    http_status = 422
    code = "refused"


class StateRefusedError(ScenariosError):
    """The thing is not in a state that allows this: show the message and what would allow it."""

    http_status = 409
    code = "conflict"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a bundle: a stable code, where it stands, what is wrong and what to do."""

    code: str
    where: str
    what: str
    hint: str = ""

    def __str__(self) -> str:
        tail = f" ({self.hint})" if self.hint else ""
        return f"{self.where}: {self.what}{tail}"


class PlaygroundTextsError(InputRefusedError):
    """Texts of the playground that are no texts, too long, or of a damaged link or file; ``fields`` says
    which and why."""

    http_status = 400
    code = "invalid"

    def __init__(self, wrong: dict[str, str]) -> None:
        self.fields = {name: [text] for name, text in wrong.items()}
        super().__init__("; ".join(wrong.values()))


class PlaygroundRefusedError(InputRefusedError):
    """What was typed in has faults, or was stopped at a limit; ``problem`` holds them for the API."""

    http_status = 422

    def __init__(self, *, code: str, detail: str, problem: dict[str, Any]) -> None:
        self.code, self.problem = code, problem
        super().__init__(detail)


class PlaygroundBusyError(StateRefusedError):
    """Too many evaluations run; try again after ``retry_after`` seconds."""

    http_status = 503
    code = "busy"
    retry_after = 3


class EditRefusedError(InputRefusedError):
    """An edit of a history cannot be read, or what it leads to cannot be derived; nothing was stored."""

    http_status = 422
    code = "refused"


class BundleRefusedError(InputRefusedError):
    """A bundle breaks rules of spec 1; ``problems`` lists all of them, ``problem`` for the API."""

    http_status = 422
    code = "refused"

    @property
    def problem(self) -> dict[str, Any]:
        """The problems as they stand in an answer of the API."""
        return {"problems": [asdict(problem) for problem in self.problems]}

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"{count}; nothing was stored.\n" + "\n".join(str(problem) for problem in problems))


class GoldDiffersError(InputRefusedError):
    """The recomputed gold is not the expected one; ``differences`` lists every difference."""

    def __init__(self, differences: tuple[str, ...]) -> None:
        self.differences = differences
        super().__init__(
            f"The recomputed gold differs in {len(differences)} place(s); nothing was stored.\n"
            + "\n".join(differences)
        )


class WitnessCheckError(InputRefusedError):
    """Queries of a generated suite break C1 to C4 (spec 2.4)."""

    http_status = 422
    code = "refused"

    def __init__(self, failures: tuple[str, ...]) -> None:
        self.failures = failures
        super().__init__(
            f"{len(failures)} generated quer(y/ies) fail the witness checks; nothing was stored.\n"
            + "\n".join(failures)
        )


class FileRefusedError(InputRefusedError):
    """A file cannot be read: names file, line and column (no line: the whole file).

    The whole import is refused.
    """

    def __init__(self, *, file: str, line: int, column: int, what: str, hint: str = "") -> None:
        self.file, self.line, self.column = file, line, column
        tail = f" {hint}" if hint else ""
        place = f", line {line}, column {column}" if line else ""
        super().__init__(f"{file}{place}: {what}{tail} Nothing was stored.")


class SuiteExistsError(StateRefusedError):
    """A suite with this slug is there already, with other content."""

    http_status = 409
    code = "conflict"


class SuiteReleasedError(StateRefusedError):
    """A released suite never changes and is never deleted."""

    http_status = 409
    code = "conflict"


class EditStateError(StateRefusedError):
    """An edit of what is not there, or one that changes nothing."""

    http_status = 409
    code = "conflict"


class TextsFailedError(StateRefusedError):
    """Words of a generated suite fail their automatic checks (spec 6.3); ``failures`` lists each of them."""

    def __init__(self, suite: str, failures: tuple[str, ...]) -> None:
        self.failures = failures
        count = "1 text fails" if len(failures) == 1 else f"{len(failures)} texts fail"
        super().__init__(
            f"Suite {suite!r} is not released: {count} an automatic check. Mend the words where the suite "
            "comes from and store it again.\n" + "\n".join(failures)
        )


class TextsRejectedError(StateRefusedError):
    """People rejected words that still stand in the suite (spec 6.5); ``texts`` lists each of them."""

    http_status = 409
    code = "texts_rejected"
    _SHOWN = 20

    def __init__(self, suite: str, texts: tuple[str, ...]) -> None:
        self.texts = texts
        count = "1 text stands" if len(texts) == 1 else f"{len(texts)} texts stand"
        more = len(texts) - self._SHOWN
        listed = [*texts[: self._SHOWN], *([f"and {more} more"] if more > 0 else [])]
        super().__init__(
            f"Suite {suite!r} is not released: {count} rejected by people. Word them anew, or release it "
            "with them on purpose.\n" + "\n".join(listed)
        )

    @property
    def problem(self) -> dict[str, Any]:
        """The texts as they stand in an answer of the API."""
        return {"texts": list(self.texts)}


class ModelUnavailableError(StateRefusedError):
    """The language model that words records is not configured, cannot be reached or refuses."""


class TwinDiffersError(StateRefusedError):
    """A suite in other words would differ from its original in more than words; ``places`` says where."""

    def __init__(self, suite: str, places: tuple[str, ...]) -> None:
        self.places = places
        super().__init__(
            f"Suite {suite!r} in other words differs from it in more than words; nothing was stored: "
            + ", ".join(places)
        )
