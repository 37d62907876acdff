"""From text to a program that can be evaluated, and to the program in force at a cutoff (spec 1.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from scenarios.datalog.errors import Fault, ProgramError
from scenarios.datalog.parser import parse_clause, read_files, read_program
from scenarios.datalog.syntax import Clause, Program
from scenarios.datalog.validation import program_faults


@lru_cache(maxsize=64)  # programs are frozen values: one load serves every caller with the same text
def load_program(text: str, filename: str = "<program>") -> Program:
    """Parse, validate and stratify. Raises ``ProgramError`` with every fault at once: the syntax
    faults, and the faults of whatever could be read."""
    program, faults = read_program(text, filename)
    found = faults + ([] if faults else program_faults(program))
    if found:
        raise ProgramError(found, text)
    return program


def load_files(files: Sequence[tuple[str, str]]) -> Program:
    """One program out of files (name, text): a declaration in one serves the clauses of all.

    Raises ``ProgramError`` with every fault of every file, each in its own file and line.
    """
    program, faults = read_files(files)
    found = faults + ([] if faults else program_faults(program))
    if found:
        placed = [_placed(fault, files) for fault in found]
        raise ProgramError(placed, program.source, dict(files))
    return program


def _placed(fault: Fault, files: Sequence[tuple[str, str]]) -> Fault:
    """A fault whose line is counted through all files, in its own file."""
    line = fault.line
    for name, text in files:
        lines = text.count("\n") + 1
        if 0 < line <= lines:
            return replace(fault, file=name, line=line)
        line -= lines
    return fault


def program_in_force(program: Program, rules: Mapping[str, str]) -> Program:
    """The program with the declared clauses of ``rules`` (rule key → clause text) in force.

    A declared clause replaces the base clauses with its rule key; a key without a base clause adds
    one. Raises ``ProgramError`` where a clause cannot be read or makes the program invalid.
    """
    if not rules:
        return program
    return _in_force(ByIdentity(program), tuple(sorted(rules.items())))


class ByIdentity:
    """A program compared by identity, so that caching does not hash its whole tree."""

    __slots__ = ("program",)

    def __init__(self, program: Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and other.program is self.program

    def __hash__(self) -> int:
        return id(self.program)


@lru_cache(maxsize=256)
def _in_force(base: ByIdentity, rules: tuple[tuple[str, str], ...]) -> Program:
    program = base.program
    clauses: list[Clause] = [c for c in program.clauses if c.rule_key not in dict(rules)]
    result = replace(program, clauses=(*clauses, *(declared_clause(program, *rule) for rule in rules)))
    if program_faults(result):
        raise _placed_error(program, clauses, rules)
    return result


def declared_clause(program: Program, rule_key: str, text: str) -> Clause:
    """The clause that an event declares under a key, by itself: whether it can be in force is decided beside
    the other rules of its time (``program_in_force``). Raises ``ProgramError`` with what is wrong in it."""
    clause = parse_clause(text, f"rule:{rule_key}", rule_key)
    alone = replace(program, clauses=(clause,), filename=f"rule:{rule_key}", source=text)
    faults: list[Fault] = [f for f in program_faults(alone) if f.code not in _WHOLE_PROGRAM]
    if faults:
        raise ProgramError(faults, text)
    return clause


def _placed_error(
    program: Program, clauses: Sequence[Clause], rules: tuple[tuple[str, str], ...]
) -> ProgramError:
    """The faults of a program in force, each in the base program or in the declared clause it stands in."""
    files = [(program.filename, program.source), *((f"rule:{key}", text) for key, text in rules)]
    declared, line = [], program.source.count("\n") + 1
    for key, text in rules:
        declared.append(parse_clause("\n" * line + text, f"rule:{key}", key))
        line += text.count("\n") + 1
    faults = program_faults(replace(program, clauses=(*clauses, *declared)))
    return ProgramError([_placed(fault, files) for fault in faults], program.source, dict(files))


#: Codes that only make sense for a whole program, so they are looked for after the exchange.
_WHOLE_PROGRAM = frozenset({"annotation", "unstratified", "assumption"})
