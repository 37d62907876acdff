"""What reviewing may refuse, sorted by what the caller does next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scenarios.exceptions import InputRefusedError, StateRefusedError


class FormRefusedError(InputRefusedError):
    """Entries of a form that are missing or cannot be read; ``fields`` says which, why. The draft stays."""

    http_status = 422
    code = "invalid"

    def __init__(self, fields: Mapping[str, str]) -> None:
        self.fields = {name: [text] for name, text in fields.items()}
        super().__init__("; ".join(fields.values()))

    @property
    def problem(self) -> dict[str, Any]:
        """The fields as they stand in an answer of the API."""
        return {"fields": self.fields}


class LeaseLostError(StateRefusedError):
    """The slot is not this person's under this token any more: it ran out, was released or was submitted.
    ``kept`` has the entries that were sent with it, so that they can be shown and copied."""

    http_status = 409
    code = "lease_lost"

    def __init__(self, message: str, *, kept: Mapping[str, Any] | None = None) -> None:
        self.kept = dict(kept or {})
        super().__init__(message)

    @property
    def problem(self) -> dict[str, Any]:
        """The entries as they were sent."""
        return {"kept": self.kept}


class StaleError(StateRefusedError):
    """Somebody saved in between (another tab, say). ``stored`` is what stands, ``yours`` what was sent."""

    http_status = 409
    code = "stale"

    def __init__(self, message: str, *, stored: Any, yours: Any) -> None:
        self.stored, self.yours = stored, yours
        super().__init__(message)

    @property
    def problem(self) -> dict[str, Any]:
        """Both values, for the choice between them."""
        return {"stored": self.stored, "yours": self.yours}


class NotForYouError(StateRefusedError):
    """The person may not have this item: they judged, worded or adjudicate it, or their quota is reached."""

    http_status = 409
    code = "conflict"


class ReviewStateError(StateRefusedError):
    """The item is not in a state that allows this."""

    http_status = 409
    code = "conflict"
