"""What decides whether a run is good enough to go on; an upper room registers it (overview 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string

from benchmark.models import Run


class Decision(Protocol):
    """What was decided, as people and machines read it."""

    @property
    def passed(self) -> bool:
        """Whether the run is good enough."""

    def lines(self) -> Sequence[str]:
        """One line a check."""

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""

    def junit(self) -> str:
        """JUnit XML."""

    def comment(self) -> str:
        """Markdown for a review."""


class GateKeeper(Protocol):
    """What ``RUN_GATE`` names."""

    def check(self, *, limits: Sequence[str], baseline: str, alpha: float) -> None:
        """Raise ``GateError`` for what is misspelt, before a run starts."""

    def decide(self, run: Run, *, limits: Sequence[str], baseline: str, alpha: float) -> Decision:
        """Look at a run that has ended. Raises ``GateError`` where that cannot be."""


def keeper() -> GateKeeper:
    """The one that the settings name."""
    return cast(GateKeeper, import_string(settings.RUN_GATE))
