"""Texts that Postgres can hold and files can carry."""

from __future__ import annotations

from collections.abc import Iterator

from scenarios.exceptions import Problem


def text_problems(where: str, name: str, text: str | None) -> Iterator[Problem]:
    """Refuses NUL, which Postgres cannot store, and lone surrogates, which UTF-8 cannot carry."""
    if not text:
        return
    if "\x00" in text:
        yield Problem("text", where, f"a NUL character in {name} cannot be stored")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        yield Problem("text", where, f"{name} has half of a character at {error.start}", "write it whole")
