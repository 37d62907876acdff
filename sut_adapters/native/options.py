"""Reading the configuration of a native system: known keys, right types, stated bounds. PURE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sut_adapters.base import MisconfiguredError


class Options:
    """A configuration under the name of its adapter, for messages that say where to look.

    Every adapter takes ``k`` (items of a context at most) and ``budget`` (its tokens at most); null or
    left out means no bound. Keys that nobody asks for are refused by ``done``.
    """

    def __init__(self, adapter: str, config: Mapping[str, Any]) -> None:
        self.adapter = adapter
        self._config = dict(config)
        self._read: set[str] = set()
        self.k = self.whole("k", default=None, least=1)
        self.budget = self.whole("budget", default=None, least=1)

    def value(self, key: str, default: Any) -> Any:
        """The value as it stands."""
        self._read.add(key)
        return self._config.get(key, default)

    def whole(self, key: str, *, default: int | None, least: int) -> int | None:
        """A whole number of at least ``least``, or null."""
        found = self.value(key, default)
        if found is None:
            return default
        if isinstance(found, bool) or not isinstance(found, int) or found < least:
            raise self._fault(key, f"must be a whole number of at least {least}, not {found!r}")
        return found

    def number(self, key: str, *, default: float, low: float, high: float) -> float:
        """A number within [low, high]."""
        found = self.value(key, default)
        if isinstance(found, bool) or not isinstance(found, int | float) or not low <= found <= high:
            raise self._fault(key, f"must be a number from {low:g} to {high:g}, not {found!r}")
        return float(found)

    def choice(self, key: str, choices: Sequence[str], *, default: str) -> str:
        """One of some words."""
        found = self.value(key, default)
        if found not in choices:
            raise self._fault(key, f"must be one of {', '.join(choices)}, not {found!r}")
        return str(found)

    def text(self, key: str, *, default: str) -> str:
        """A text."""
        found = self.value(key, default)
        if not isinstance(found, str):
            raise self._fault(key, f"must be a text, not {found!r}")
        return found

    def done(self) -> None:
        """Refuse keys that were never read: a misspelt setting must not go unnoticed."""
        unknown = sorted(set(self._config) - self._read)
        if unknown:
            raise MisconfiguredError(
                f"{self.adapter}: unknown setting {', '.join(unknown)}; "
                f"known are {', '.join(sorted(self._read))}"
            )

    def _fault(self, key: str, message: str) -> MisconfiguredError:
        return MisconfiguredError(f"{self.adapter}: {key} {message}")
