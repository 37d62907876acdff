"""What an importer may refuse. Each message names the file, the place in it, and what to do. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class ImporterError(Exception):
    """Root of the importers' errors: the input or an option is at fault, nothing was made of it."""


class OptionError(ImporterError):
    """An option has a name or a value that is not known."""


class NotThisDataSetError(ImporterError):
    """The path holds no data set of the format asked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file: 1-based line and column, 0 where only the file is known."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


class UnreadableFileError(ImporterError):
    """A file cannot be read as what it should be; ``place`` says where, ``hint`` what to do."""

    def __init__(self, place: Place, reason: str, hint: str = "") -> None:
        super().__init__(f"{place}: {reason}" + (f" ({hint})" if hint else ""))
        self.place = place
        self.reason = reason
        self.hint = hint


class UnreadableFilesError(ImporterError):
    """Several files cannot be read; all of them are named at once."""

    def __init__(self, errors: tuple[UnreadableFileError, ...]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = errors


def shown_path(path: Path, root: Path) -> str:
    """The path as findings name it: relative to the data set, with forward slashes."""
    return path.relative_to(root).as_posix() if path != root else path.name
