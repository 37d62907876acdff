"""What the pages say: the words that templates and Python mark for translation, file by file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.template import Engine
from django.template.base import Lexer, Parser, Token, TokenType
from django.templatetags.i18n import do_block_translate, do_translate

from benchmark.messages.catalog import Message

CALLS = {
    name: form
    for base, form in (("gettext", "s"), ("ngettext", "sp"), ("pgettext", "cs"), ("npgettext", "csp"))
    for name in (base, f"{base}_lazy", f"{base}_noop")
} | {"Sentence": "s"}
"""What marks a text, and what its arguments are: context, singular, plural. Pure packages
have ``Sentence``."""
_IN_TAG = re.compile(r"""_\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)""")


def of_python(text: str, place: str) -> Iterator[Message]:
    """The texts that a source file marks.

    Raises ValueError where one is put together at run time: no catalog could hold it. A name is one that
    was marked elsewhere, with ``gettext_noop``.
    """
    tree = ast.parse(text)
    names = dict(CALLS)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            names |= {
                alias.asname: CALLS[alias.name]
                for alias in node.names
                if alias.asname and alias.name in CALLS
            }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
        form = names.get(str(called))
        if form is None:
            continue
        given = node.args[: len(form)]
        if any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in given):
            raise ValueError(
                f"{place}:{node.lineno}: the text is put together before it is translated; "
                "mark a whole sentence with named places and fill these afterwards."
            )
        parts = {
            kind: one.value
            for kind, one in zip(form, given, strict=False)
            if isinstance(one, ast.Constant) and isinstance(one.value, str)
        }
        if len(parts) == len(form):
            yield Message(parts["s"], parts.get("p"), parts.get("c"), places=(place,))


def of_template(text: str, place: str) -> Iterator[Message]:
    """The texts that a template marks, exactly as they are looked up when the page is made."""
    parser = _parser(text)
    while parser.tokens:
        token = parser.next_token()
        if token.token_type in {TokenType.BLOCK, TokenType.VAR}:
            for quoted in _IN_TAG.findall(token.contents):
                yield Message(_looked_up(quoted[1:-1]), places=(place,))
        tag = token.contents.split(maxsplit=1)[:1] if token.token_type is TokenType.BLOCK else []
        if tag in (["translate"], ["trans"]):
            yield from _short(parser, token, place)
        elif tag in (["blocktranslate"], ["blocktrans"]):
            node = do_block_translate(parser, token)
            one, many = node.render_token_list(node.singular)[0], node.render_token_list(node.plural)[0]
            context = node.message_context.var if node.message_context else None
            yield Message(one, many or None, context, places=(place,))


def _short(parser: Parser, token: Token, place: str) -> Iterator[Message]:
    node = do_translate(parser, token)
    literal = token.split_contents()[1]
    if literal[0] in "\"'":
        context = node.message_context.var if node.message_context else None
        yield Message(_looked_up(literal[1:-1]), None, context, places=(place,))


def _looked_up(literal: str) -> str:
    return literal.replace('\\"', '"').replace("\\'", "'").replace("%", "%%")


def _parser(text: str) -> Parser:
    engine = Engine.get_default()
    parser = Parser(Lexer(text).tokenize(), engine.template_libraries, engine.template_builtins)
    for library in engine.template_libraries.values():
        parser.add_library(library)
    return parser


def of_file(path: Path, place: str) -> list[Message]:
    """The texts that a file marks."""
    text = path.read_text(encoding="utf-8")
    return list(of_python(text, place) if path.suffix == ".py" else of_template(text, place))
