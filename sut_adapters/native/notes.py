"""A note taker that keeps a ledger only when it is told to organise its memory (spec 11.4)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from sut_adapters.base import AskedQuestion, Capabilities, ContextItem, EventRecord
from sut_adapters.native.memory import RecordMemory, item_of
from sut_adapters.native.options import Options

#: Words that begin sentences and name nothing.
_PLAIN_WORDS = """
a an and any are as at by can change chat did do does for from had has have he her his how i if in is it its
list many me much my no not of on one only or our please she so some than that the their them then there these
they this those to until up was we were what when where which who whole whose will with you your answer
january february march april may june july august september october november december
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
_NAME = re.compile(r"[^\W\d_][\w'\u2019-]*|\w*\d\w*")


class Notes(RecordMemory):
    """Without a hint: plain notes of the last ``keep`` records, newest first.

    With one: a ledger. Each record becomes a row under every subject it names (capitalised words and
    codes), so nothing is lost and rows are found by subject: first the rows of the subjects that the
    question names, then rows of subjects that those mention, ``hops`` steps far; newer rows first.
    ``form`` = ``records`` shows rows as the records they note; ``rewritten`` as ledger lines of its own
    words, which only a language model can read. It knows no template and no rule.
    """

    name = "notes"
    capabilities = Capabilities(rebuilt=True, takes_hint=True)

    def __init__(self, *, config: dict[str, Any], store_key: str, hint: str | None = None) -> None:
        super().__init__(config=config, store_key=store_key, hint=hint)
        self.ledger: dict[str, list[str]] = {}

    def configure(self, options: Options) -> None:
        """Read how much is kept and how it is shown."""
        self.keep = options.whole("keep", default=12, least=1) or 12
        self.hops = options.whole("hops", default=2, least=0) or 0
        self.form = options.choice("form", ("records", "rewritten"), default="records")

    def took(self, fresh: Sequence[EventRecord]) -> None:
        """Enter new records into the ledger, or let the oldest plain notes go."""
        if self.hint:
            for record in fresh:
                for subject in subjects(record.text):
                    self.ledger.setdefault(subject, []).append(record.id)

    def reset(self) -> None:
        """Forget records and ledger."""
        super().reset()
        self.ledger = {}

    def ranked(self, question: AskedQuestion) -> Iterable[ContextItem]:
        """The notes worth showing, best first."""
        if self.hint:
            return [self._shown(self.records[key]) for key in self._rows_for(question.text)]
        newest = list(self.records.values())[-self.keep :]
        return [self._shown(record) for record in reversed(newest)]

    def lines(self) -> list[str]:
        """The memory as text: ledger lines by subject when hinted, else the plain notes."""
        if not self.hint:
            return [record.prefixed for record in list(self.records.values())[-self.keep :]]
        return [
            f"{subject} | {self._line(self.records[key])}"
            for subject in sorted(self.ledger)
            for key in self.ledger[subject]
        ]

    def _rows_for(self, text: str) -> list[str]:
        """Row ids by distance from the subjects of the question, then newest first."""
        order = {key: position for position, key in enumerate(self.records)}
        frontier = subjects(text, known=self.ledger.keys())
        seen: set[str] = set()
        rows: dict[str, None] = {}
        for _ in range(self.hops + 1):
            seen |= frontier
            reached = {key for subject in frontier for key in self.ledger.get(subject, ())} - rows.keys()
            rows |= dict.fromkeys(sorted(reached, key=lambda key: -order[key]))
            mentioned = {subject for key in reached for subject in subjects(self.records[key].text)}
            frontier = mentioned - seen
        return list(rows)

    def _shown(self, record: EventRecord) -> ContextItem:
        if self.form == "records":
            return item_of(record)
        return ContextItem(self._line(record), (record.id,))

    @staticmethod
    def _line(record: EventRecord) -> str:
        return f"{record.t:%Y-%m-%d} | {record.text} | noted from {record.id}"


def subjects(text: str, known: Iterable[str] = ()) -> set[str]:
    """What a text names: capitalised words and codes (letters with digits), casefolded; plain words and
    bare numbers are left out. ``known`` subjects count in any letter case."""
    listed = set(known)
    found = set()
    for word in _NAME.findall(unicodedata.normalize("NFKC", text)):
        form = re.sub(r"['\u2019]s$", "", word.casefold())
        named = word[0].isupper() or any(character.isdigit() for character in word)
        if form in listed or (named and form not in _PLAIN and not form.isdigit()):
            found.add(form)
    return found
