"""What an examination of an installation finds (ADR 33)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``code`` is stable; ``state`` is ok, note (works, but worth knowing) or wrong.

    ``mend`` puts it right and says what it did; it removes nothing but what ``detail`` names. None: a person
    must do what ``remedy`` says.
    """

    code: str
    what: str
    state: str
    detail: str
    remedy: str = ""
    mend: Callable[[], str] | None = field(default=None, compare=False)

    @property
    def can_be_mended(self) -> bool:
        """Whether ``doctor --fix`` does something about it."""
        return self.state != "ok" and self.mend is not None

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "code": self.code,
            "what": self.what,
            "state": self.state,
            "detail": self.detail,
            "remedy": self.remedy,
            "can_be_mended": self.can_be_mended,
        }
