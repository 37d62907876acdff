"""The conventions of an import: each choice the data leaves is an option with a stated default. PURE."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scenarios.importers.errors import OptionError


@dataclass(frozen=True, slots=True)
class Choice:
    """One convention: its name, the values it may take (the first is the default) and what it decides."""

    name: str
    values: tuple[str, ...]
    decides: str

    @property
    def default(self) -> str:
        return self.values[0]


CHOICES = (
    Choice(
        "owing",
        ("payer-shares", "named-only", "as-worded"),
        'who shares when "A and B owe me": A, B and the payer; A and B alone; '
        "the payer too only where the words speak of shares",
    ),
    Choice(
        "self-debtor",
        ("as-named", "whole-group"),
        "who shares when the payer counts himself among those who owe him: the people named; everybody",
    ),
    Choice("unsplit", ("group", "refuse"), "who shares when nobody is named: everybody; nobody (a finding)"),
    Choice(
        "split-with",
        ("payer-shares", "named-only"),
        '"split with A": A and the payer share; A bears it alone',
    ),
    Choice("each", ("per-person", "total"), '"9 each for A and B": 9 for each of them; 9 for them together'),
    Choice("announced", ("count", "ignore"), 'a cost that "will be" counts when announced; not at all'),
    Choice("cancellations", ("apply", "ignore"), "a cancelled payment no longer counts; still counts"),
    Choice("repeats", ("count", "once"), "a message repeated word for word counts each time; once"),
    Choice(
        "arrow",
        ("debtor-to-creditor", "creditor-to-debtor"),
        'a stated "A -> B : 5": A pays B; B pays A',
    ),
    Choice("counted", ("messages", "transactions"), "checkpoints count messages; count payments read"),
)
_BY_NAME = {choice.name: choice for choice in CHOICES}
CHECKPOINTS = (10, 20, 50, 100, 200)


@dataclass(frozen=True, slots=True)
class Options:
    """The chosen conventions. Every default is the first value of its ``Choice``.

    ``checkpoints`` are the places the stated answers of a session belong to, in their order; the last of
    them is cut to the end of a shorter session. ``shift`` moves each by that many messages.
    """

    owing: str = "payer-shares"
    self_debtor: str = "as-named"
    unsplit: str = "group"
    split_with: str = "payer-shares"
    each: str = "per-person"
    announced: str = "count"
    cancellations: str = "apply"
    repeats: str = "count"
    arrow: str = "debtor-to-creditor"
    counted: str = "messages"
    checkpoints: tuple[int, ...] = CHECKPOINTS
    shift: int = 0

    def __post_init__(self) -> None:
        for choice in CHOICES:
            value = getattr(self, choice.name.replace("-", "_"))
            if value not in choice.values:
                raise OptionError(f"{choice.name}={value!r} is not known; one of {', '.join(choice.values)}")
        steps = zip(self.checkpoints, self.checkpoints[1:], strict=False)
        if not self.checkpoints or self.checkpoints[0] < 1 or any(b <= a for a, b in steps):
            raise OptionError("checkpoints must be whole numbers from 1 upwards, each larger than the last")
        if self.shift < 0:
            raise OptionError("shift must not be negative")

    def as_config(self) -> dict[str, object]:
        """The options as JSON: stored with the suite, printed with an audit."""
        named: dict[str, object] = {
            choice.name: getattr(self, choice.name.replace("-", "_")) for choice in CHOICES
        }
        return named | {"checkpoints": list(self.checkpoints), "shift": self.shift}


def parse(assignments: Iterable[str]) -> Options:
    """Options from ``name=value`` texts, as commands take them. Raises ``OptionError``."""
    given: dict[str, str] = {}
    for text in assignments:
        name, separator, value = text.partition("=")
        if not separator:
            raise OptionError(f"{text!r} is not of the form name=value")
        if name.strip() in given:
            raise OptionError(f"{name.strip()} is given twice")
        given[name.strip()] = value.strip()
    return from_mapping(given)


def from_mapping(given: Mapping[str, str]) -> Options:
    """Options from names and values as text. Raises ``OptionError`` naming what is not known."""
    fields: dict[str, str | int | tuple[int, ...]] = {}
    for name, value in given.items():
        if name in _BY_NAME:
            fields[name.replace("-", "_")] = value
        elif name == "checkpoints":
            fields["checkpoints"] = tuple(_whole_number(name, part) for part in value.split(","))
        elif name == "shift":
            fields["shift"] = _whole_number(name, value)
        else:
            known = ", ".join([*_BY_NAME, "checkpoints", "shift"])
            raise OptionError(f"option {name!r} is not known; known: {known}")
    return dataclasses.replace(Options(), **fields)  # type: ignore[arg-type]  # checked by __post_init__


def _whole_number(name: str, text: str) -> int:
    if not (text.strip().isascii() and text.strip().isdigit()):
        raise OptionError(f"{name}: {text!r} is not a whole number")
    return int(text)


def describe() -> str:
    """One line per option with its values, default first: the help text of the commands."""
    lines = [f"  {choice.name}={'|'.join(choice.values)}: {choice.decides}" for choice in CHOICES]
    lines.append(f"  checkpoints={','.join(map(str, CHECKPOINTS))}: where the stated answers belong")
    lines.append("  shift=0: move each checkpoint by so many messages")
    return "\n".join(lines)
