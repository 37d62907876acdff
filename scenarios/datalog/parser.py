"""Hand-written parser: program text in, frozen syntax tree out, every syntax error at once (spec 1.2, 1.7).

::

    program   := { decl | assume | clause }
    decl      := shape pred "(" types [";" type] ")" ["->" type] ["of" pred] { option }
    type      := name | "money" "(" currency ")"
    option    := "on_cancel" ("unknown" | "absent" | "default" ":" v) | "default" v | "group_probe"
    assume    := "assume" "complete" "(" pred ")" "."
    clause    := { annotation } head ":-" lit { "," lit } "."

After an error the parser goes on behind the next ``.``, or at the next line that starts something new,
so one slip does not hide the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scenarios.datalog.errors import Fault, ProgramError, fault_at
from scenarios.datalog.lexer import Token, tokenize
from scenarios.datalog.parser_bodies import BodyParser
from scenarios.datalog.parser_state import ParseState, SyntaxFault
from scenarios.datalog.printing import atom_text
from scenarios.datalog.syntax import NOWHERE, Atom, Clause, Decl, Literal, Program, Shape, Span

_SHAPES = frozenset(shape.value for shape in Shape)
_LISTING = ("set", "family", "rule")

_Type = tuple[str, str]  # a type and its currency


@dataclass
class _Annotations:
    """The annotations read before a clause."""

    set_keys: tuple[str, ...] | None = None
    recursive: bool = False
    inline: bool = False
    family: str | None = None
    rule_key: str | None = None


@dataclass
class _Reader:
    """Reads one program text; collects declarations, clauses and faults."""

    state: ParseState
    decls: dict[str, Decl] = field(default_factory=dict)
    clauses: list[Clause] = field(default_factory=list)
    assumed: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)

    def read(self) -> None:
        while self.state.peek().kind != "end":
            start = self.state.position
            try:
                self._item()
            except SyntaxFault as fault:
                self.faults.append(fault.fault)
                self.state.resynchronise(start)

    def _item(self) -> None:
        token, following = self.state.peek(), self.state.peek(1)
        if token.is_word(*_SHAPES) and following.kind == "name":
            self._declaration()
        elif token.is_word("assume") and following.is_word("complete"):
            self._assumption()
        else:
            self._clause()

    # ---------------------------------------------------------------- declarations
    def _declaration(self) -> None:
        state = self.state
        shape = Shape(state.next().text)
        name = state.name("a predicate name")
        keys, member = self._argument_types()
        value = state.type_name("a type") if state.accept("->") else None
        decl = Decl(
            shape,
            name.text,
            tuple(type_name for type_name, _ in keys),
            member[0] if member else None,
            value[0] if value else None,
            on_cancel="absent" if shape is Shape.SET else "unknown",
            currencies=_currencies(*keys, member, value),
            span=name.span,
        )
        if state.peek().is_word("of"):
            state.next()
            decl = replace(decl, inverse_of=state.name("the collection it reads backwards").text)
        decl = self._options(decl)
        state.accept(".")
        if name.text in self.decls:
            self._fault(
                "declared-twice", f"predicate {name.text} is declared twice", name.span, rule=name.text
            )
        else:
            self.decls[name.text] = decl

    def _argument_types(self) -> tuple[list[_Type], _Type | None]:
        """The types before ``;`` and the one after it."""
        state = self.state
        state.expect("(")
        keys: list[_Type] = []
        if not state.peek().is_mark(")", ";"):
            keys.append(state.type_name("a type"))
            while state.accept(","):
                keys.append(state.type_name("a type"))
        member = state.type_name("the type of the members") if state.accept(";") else None
        state.expect(")")
        return keys, member

    def _options(self, decl: Decl) -> Decl:
        state = self.state
        while True:
            token = state.peek()
            if token.is_word("on_cancel"):
                state.next()
                decl = replace(decl, on_cancel=self._on_cancel())
            elif token.is_word("default") and not state.peek(1).is_mark("("):
                state.next()
                decl = replace(decl, default=state.value_text())
            elif token.is_word("group_probe") and not state.peek(1).is_mark("("):
                state.next()
                decl = replace(decl, group_probe=True)
            else:
                return decl

    def _on_cancel(self) -> str:
        state = self.state
        word = state.name("unknown, absent or default:<value>")
        if word.text in ("unknown", "absent"):
            return word.text
        if word.text == "default":
            if state.accept(":-"):  # a colon and the sign of a number, read as one mark
                return f"default:{state.value_text(negative=True)}"
            state.expect(":")
            return f"default:{state.value_text()}"
        raise state.fault_of(word, "on_cancel is unknown, absent or default:<value>")

    def _assumption(self) -> None:
        state = self.state
        state.next(), state.next()
        state.expect("(")
        name = state.name("a collection")
        while state.accept(","):  # the group may be written; it is always the whole collection
            state.next()
        state.expect(")")
        state.expect(".")
        self.assumed.add(name.text)

    # ---------------------------------------------------------------- clauses
    def _clause(self) -> None:
        state = self.state
        notes = self._annotations()
        start = state.peek()
        if start.kind != "name":
            raise state.fault_of(start, f"expected a declaration or a clause, found {start.shown}")
        bodies = BodyParser(state)
        head = bodies.atom()
        try:
            body = self._body(head, bodies)
        except SyntaxFault as fault:
            raise SyntaxFault(replace(fault.fault, rule=atom_text(head))) from fault
        ordinal = sum(clause.head.pred == head.pred for clause in self.clauses) + 1
        self.clauses.append(
            Clause(
                head,
                body,
                id=f"{head.pred}#{ordinal}",
                set_keys=notes.set_keys,
                recursive=notes.recursive,
                inline=notes.inline,
                family=notes.family,
                rule_key=notes.rule_key,
                span=start.span,
            )
        )

    def _body(self, head: Atom, bodies: BodyParser) -> tuple[Literal, ...]:
        state = self.state
        if state.peek().is_mark("."):
            raise state.fault_of(
                state.peek(),
                f"the clause for {head.pred} has no body",
                hint="facts come from events; a rule is written head :- body.",
            )
        state.expect(":-")
        body = bodies.literals()
        state.expect(".")
        return body

    def _annotations(self) -> _Annotations:
        state, notes = self.state, _Annotations()
        while state.accept("@"):
            name = state.name("an annotation")
            words = self._annotation_words(name) if name.text in _LISTING else []
            if name.text == "set":
                notes.set_keys = tuple(words)
            elif name.text == "recursive":
                notes.recursive = True
            elif name.text == "inline":
                notes.inline = True
            elif name.text == "family":
                notes.family = words[0]
            elif name.text == "rule":
                notes.rule_key = words[0]
            else:
                raise state.fault_of(
                    name,
                    f"unknown annotation @{name.text}",
                    hint="known are @set(k), @recursive, @inline, @family(x) and @rule(key)",
                )
        return notes

    def _annotation_words(self, name: Token) -> list[str]:
        state = self.state
        state.expect("(")
        words: list[str] = []
        if not state.peek().is_mark(")"):
            words.append(state.name(f"a name inside @{name.text}(…)").text)
            while state.accept(","):
                words.append(state.name(f"a name inside @{name.text}(…)").text)
        state.expect(")")
        if name.text != "set" and len(words) != 1:
            raise state.fault_of(name, f"@{name.text} takes exactly one name")
        return words

    def _fault(self, code: str, message: str, span: Span, *, rule: str = "", hint: str = "") -> None:
        self.faults.append(fault_at(code, message, file=self.state.filename, span=span, rule=rule, hint=hint))


def _currencies(*types: _Type | None) -> tuple[str, ...]:
    """The currencies of a declaration's types; nothing where none is named."""
    found = tuple(type_and_currency[1] for type_and_currency in types if type_and_currency is not None)
    return found if any(found) else ()


def read_program(text: str, filename: str) -> tuple[Program, list[Fault]]:
    """The program as far as it can be read, and its syntax faults; nothing is raised."""
    return read_files([(filename, text)])


def read_files(files: Sequence[tuple[str, str]]) -> tuple[Program, list[Fault]]:
    """One program out of files (name, text), each read on its own, so that a slip ends with its file.

    Lines are counted through all files: the program's ``source`` is their texts one below the other, and
    places in the program and in the faults are places in it.
    """
    reader = _Reader(ParseState([], ""))
    line = 1
    for filename, text in files:
        tokens, faults = tokenize(text, filename, Span(line, 1, 0))
        reader.faults += faults
        reader.state = ParseState(tokens, filename)
        reader.read()
        line += text.count("\n") + 1
    program = Program(
        {pred: _with_inverse_key(decl, reader.decls) for pred, decl in reader.decls.items()},
        tuple(reader.clauses),
        frozenset(reader.assumed),
        ", ".join(filename for filename, _ in files),
        "\n".join(text for _, text in files),
    )
    return program, reader.faults


def parse_program(text: str, filename: str = "<program>") -> Program:
    """Parse without validation. Raises ``ProgramError`` with all syntax faults."""
    program, faults = read_program(text, filename)
    if faults:
        raise ProgramError(faults, text)
    return program


def parse_clause(text: str, filename: str, rule_key: str) -> Clause:
    """One clause of an event's ``rule`` action, marked with its rule key. Raises ``ProgramError``."""
    program = parse_program(text, filename)
    if len(program.clauses) != 1 or program.decls or program.assumed_complete:
        span = program.clauses[1].span if len(program.clauses) > 1 else NOWHERE
        message = "a declared rule is exactly one clause"
        raise ProgramError([fault_at("rule-text", message, file=filename, span=span, rule=rule_key)], text)
    clause = program.clauses[0]
    return replace(clause, rule_key=rule_key, id=f"rule:{rule_key}")


def _with_inverse_key(decl: Decl, decls: dict[str, Decl]) -> Decl:
    """Fill in which group argument an inverse predicate returns; left empty where it is not plain."""
    base = decls.get(decl.inverse_of or "")
    if base is None:
        return decl
    places = [place for place, type_name in enumerate(base.key_types) if type_name == decl.value_type]
    return replace(decl, inverse_key=places[0]) if len(places) == 1 else decl
