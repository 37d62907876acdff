"""PURE. English that a page can say in another language: a sentence that keeps its template and its values.

Packages that know no Django build their words with it. It is the English text wherever a text is wanted: in
the API, in exports and commands. ``benchmark.messages`` finds the templates in the sources, and the filter
``translated`` puts the values into the German one (ADR 36).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self


class Sentence(str):
    """``Sentence("%(name)s is unknown", name="home(Vera)")``; values may be sentences themselves.

    A template without values is a word or a sentence as it stands.
    """

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Self:
        made = super().__new__(cls, template % values if values else template)
        made.template, made.values = template, values
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), self.values

    @classmethod
    def joined(cls, between: str, parts: Iterable[str]) -> Self:
        """Several in a row."""
        found = list(parts)
        names = [f"part{at}" for at in range(len(found))]
        template = between.replace("%", "%%").join(f"%({name})s" for name in names)
        return cls(template, **dict(zip(names, found, strict=True)))

    def translated(self, translate: Callable[[str], str]) -> str:
        """The whole of it with ``translate`` for each template; values that are texts stay as they are."""
        template = translate(self.template) if self.template else ""
        if not self.values:
            return template
        return template % {name: in_language(value, translate) for name, value in self.values.items()}


def in_language(value: Any, translate: Callable[[str], str]) -> Any:
    """A sentence translated; what is none stays as it is."""
    return value.translated(translate) if isinstance(value, Sentence) else value
