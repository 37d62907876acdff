"""The cursor of the parser: look ahead, expect, say what was found instead, go on after an error."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.datalog.errors import Fault, fault_at
from scenarios.datalog.lexer import Token

_DECLARING = ("func", "set", "param", "derived", "inverse", "assume")


class SyntaxFault(Exception):
    """Carries one fault up to the item being read; never leaves the parser."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


@dataclass
class ParseState:
    """A position in the tokens of one text."""

    tokens: list[Token]
    filename: str
    position: int = 0

    def peek(self, ahead: int = 0) -> Token:
        return self.tokens[min(self.position + ahead, len(self.tokens) - 1)]

    def next(self) -> Token:
        token = self.peek()
        self.position = min(self.position + 1, len(self.tokens) - 1)
        return token

    def accept(self, mark: str) -> bool:
        """Step over ``mark`` if it is next."""
        if self.peek().is_mark(mark):
            self.next()
            return True
        return False

    def expect(self, mark: str, hint: str = "") -> Token:
        if not self.peek().is_mark(mark):
            raise self.fault_of(self.peek(), f"expected '{mark}', found {self.peek().shown}", hint)
        return self.next()

    def name(self, what: str) -> Token:
        if self.peek().kind != "name":
            raise self.fault_of(self.peek(), f"expected {what}, found {self.peek().shown}")
        return self.next()

    def type_name(self, what: str) -> tuple[str, str]:
        """A type and its currency: ``money(galot)``; the currency is empty where none is named."""
        found = self.name(what)
        opened = self.peek()
        if not self.accept("("):
            return found.text, ""
        if found.text != "money":
            hint = f"write money(…) for an amount in a currency, or {found.text} alone"
            raise self.fault_of(opened, f"only money has a currency, not {found.text}", hint)
        currency = self.currency()
        self.expect(")")
        return found.text, currency

    def currency(self) -> str:
        """The name of a currency."""
        token = self.name("the name of a currency")
        if not token.text[0].islower():
            raise self.fault_of(token, f"the currency {token.text} must start in lower case")
        return token.text

    def value_text(self, *, negative: bool = False) -> str:
        """The raw text of one constant in a declaration; ``negative`` where its minus has been read."""
        sign = "-" if negative or self.accept("-") else ""
        token = self.next()
        if token.kind not in ("string", "date", "number", "name") or (sign and token.kind != "number"):
            raise self.fault_of(token, f"expected a value, found {token.shown}")
        return sign + token.text

    def fault_of(self, token: Token, message: str, hint: str = "") -> SyntaxFault:
        """A fault at ``token``; a token just read is given back, so that going on can stop at it."""
        if self.position and self.tokens[self.position - 1] is token:
            self.position -= 1
        return SyntaxFault(fault_at("syntax", message, file=self.filename, span=token.span, hint=hint))

    def resynchronise(self, start: int) -> None:
        """Skip behind the next ``.``, or to the next line that seems to start something new."""
        if self.position == start:
            self.next()
        while self.peek().kind != "end":
            token = self.peek()
            if token.leads and self._starts_item(token):
                return
            self.next()
            if token.is_mark("."):
                return

    def _starts_item(self, token: Token) -> bool:
        """An annotation, a declaration, or a name at the very left of its line."""
        declares = token.is_word(*_DECLARING) and self.peek(1).kind == "name"
        return token.is_mark("@") or declares or (token.kind == "name" and token.span.column == 1)
