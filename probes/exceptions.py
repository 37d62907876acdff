"""What the services and selectors of probes raise, by what the caller does next (conventions 8)."""

from __future__ import annotations

from typing import Any

from benchmark.exceptions import GateError


class ProbesError(Exception):
    """Root of this app's errors. The text names what, where and what to do."""


class LinesRefusedError(ProbesError):
    """What was named to be compared cannot be: name other lines. ``field`` is the parameter at fault."""

    http_status = 400
    code = "invalid"

    def __init__(self, message: str, *, field: str = "line") -> None:
        self.field = field
        super().__init__(message)

    @property
    def problem(self) -> dict[str, Any]:
        """The fault as it stands in an answer of the API."""
        return {"fields": {self.field: [str(self)]}}


class ReleasesDifferError(ProbesError):
    """The runs are over other releases: compare what these have in common on purpose, or name other runs.
    ``releases`` names them."""

    http_status = 409
    code = "releases_differ"

    def __init__(self, message: str, *, releases: tuple[str, ...]) -> None:
        self.releases = releases
        super().__init__(message)

    @property
    def problem(self) -> dict[str, Any]:
        """The releases as they stand in an answer of the API."""
        return {"releases": list(self.releases)}


class GateRefusedError(ProbesError, GateError):
    """What a run is to be looked at for cannot be: name other limits, another baseline or another level.
    ``field`` is the parameter at fault."""

    http_status = 400
    code = "invalid"

    def __init__(self, message: str, *, field: str = "fail_under") -> None:
        self.field = field
        super().__init__(message)

    @property
    def problem(self) -> dict[str, Any]:
        """The fault as it stands in an answer of the API."""
        return {"fields": {self.field: [str(self)]}}


class TrackedGoldError(ProbesError):
    """Gold at a checkpoint came out otherwise when it was derived: a fault of ours; nothing was stored."""

    def __init__(self, query: str, number: int, answered: object, derived: object) -> None:
        super().__init__(
            f"gold of tracked query {query} at checkpoint {number} is {answered} when answered and {derived} "
            "when derived; report both"
        )


class ProbeGoldError(ProbesError):
    """The gold of a probe came out otherwise than the node that it asks about: a fault of ours; nothing was
    stored."""

    def __init__(self, scenario: str, node: str, state: object, answered: object) -> None:
        shown = node.replace("\x1f", " ")
        super().__init__(
            f"the node {shown} of scenario {scenario!r} has the state {state!r} and its probe the gold "
            f"{answered!r}; report both"
        )
