"""SQL expressions with the type of what they yield, and how values cross between text and SQL types.

Keys, members and recorded values are stored as canonical text (``values.canonical``). Inside a statement
numbers are ``numeric`` (exact at any size), dates ``date``, everything else ``text``; every text has the
collation "C", so equal texts are equal bytes, orders are by code point, and a recursive term never mixes
collations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from scenarios.datalog.history import UNIT_SEPARATOR
from scenarios.datalog.sql.routines import Routine
from scenarios.datalog.syntax import Const, Program
from scenarios.datalog.values import NUMERIC_TYPES, canonical, number_text

#: The SQL type in which values of a declared type are computed.
NUMERIC, DATE, TEXT = "numeric", "date", "text"

#: Separates the members of a tied answer within one text (spec 1.7, ties of argmax, argmin, mode).
TIE_SEPARATOR = UNIT_SEPARATOR

#: Decimals kept by a division or an average (spec 1.7).
DECIMALS, MONEY_DECIMALS = 6, 2


def storage(type_name: str) -> str:
    """The SQL type of values declared as ``type_name``."""
    if type_name in NUMERIC_TYPES:
        return NUMERIC
    return DATE if type_name == "date" else TEXT


@dataclass(frozen=True, slots=True)
class Column:
    """A SQL expression and the declared type of its values; NULL means unknown.

    A ``packed`` column is text that may hold several tied values; as an operand or key a tie is unknown.
    """

    sql: str
    type_name: str
    packed: bool = False

    @property
    def storage(self) -> str:
        return TEXT if self.packed else storage(self.type_name)

    @property
    def single(self) -> Column:
        """The value as an operand: unknown where it is a tie."""
        if not self.packed:
            return self
        text = f"(CASE WHEN strpos({self.sql}, chr({ord(TIE_SEPARATOR)})) = 0 THEN {self.sql} END)"
        return Column.from_text(text, self.type_name)

    @property
    def as_text(self) -> str:
        """The canonical text of the value, as keys and members are compared."""
        if self.storage == NUMERIC:
            return f'(trim_scale({self.sql})::text COLLATE "C")'
        if self.storage == DATE:
            return f"(to_char({self.sql}, 'YYYY-MM-DD') COLLATE \"C\")"
        return self.sql

    @classmethod
    def from_text(cls, sql: str, type_name: str) -> Column:
        """The value whose canonical text ``sql`` yields."""
        kind = storage(type_name)
        return cls(sql if kind == TEXT else f"{sql}::{kind}", type_name)


def quoted(text: str) -> str:
    """A name of ours (predicate, operation) as a SQL literal; never used for values of a program."""
    return "'" + text.replace("'", "''") + "'"


def literal(value: str) -> str:
    """A text as a SQL literal, whatever the server takes a backslash for."""
    escaped = value.replace("'", "''")
    if "\\" in escaped:
        return "E'" + escaped.replace("\\", "\\\\") + "'::text"
    return f"'{escaped}'::text"


def or3(truth: str) -> str:
    """Three-valued "some row is true" over the rows of a group; false over no rows."""
    return f"CASE WHEN bool_or({truth}) THEN TRUE WHEN bool_or(({truth}) IS NULL) THEN NULL ELSE FALSE END"


def conjunction(truths: list[str]) -> str:
    """SQL's own three-valued AND of all truths; true if there is none."""
    return " AND ".join(truths) or "TRUE"


@dataclass(slots=True)
class Emission:
    """What one statement gathers while it is written: fresh aliases, the constants of the program, and the
    routines it calls. The text of a routine has no parameters: there constants are ``literal``."""

    program: Program
    literal: bool = False
    constants: dict[str, str] = field(default_factory=dict)
    routines: dict[str, Routine] = field(default_factory=dict)
    _numbers: dict[str, int] = field(default_factory=dict)

    def alias(self, prefix: str) -> str:
        """A name not used in the statement before: ``f1``, ``f2``, …"""
        self._numbers[prefix] = self._numbers.get(prefix, 0) + 1
        return f"{prefix}{self._numbers[prefix]}"

    def text(self, value: str) -> str:
        """A text of the program, passed as a parameter: nothing in it is ever read as SQL."""
        if self.literal:
            return f'({literal(value)} COLLATE "C")'
        if value not in self.constants:
            self.constants[value] = f"text{len(self.constants) + 1}"
        return f'(%({self.constants[value]})s::text COLLATE "C")'

    def value(self, text: str, type_name: str) -> Column:
        """A constant given by its canonical text."""
        kind = storage(type_name)
        return Column(self.text(text) if kind == TEXT else f"{quoted(text)}::{kind}", type_name)

    def constant(self, const: Const) -> Column:
        """A constant of a clause, in the SQL type of its own kind."""
        value = const.value
        if isinstance(value, bool):
            return Column(self.text(canonical(value)), "bool")
        if isinstance(value, Fraction):
            text = number_text(value)
            return Column(f"({text})::numeric" if value < 0 else f"{text}::numeric", "number")
        if isinstance(value, date):
            return Column(f"'{value.isoformat()}'::date", "date")
        return Column(self.text(value), "text")

    def call(self, routine: Routine) -> None:
        """Note that the statement calls a routine, and so whatever that one calls."""
        for needed in routine.needs:
            self.call(needed)
        self.routines[routine.name] = routine

    @property
    def parameters(self) -> dict[str, str]:
        """The constants by parameter name."""
        return {name: value for value, name in self.constants.items()}
