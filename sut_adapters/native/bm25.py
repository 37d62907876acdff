"""Lexical retrieval by BM25 (bm25s), rebuilt from the records."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator, Sequence

import bm25s
import numpy as np

from sut_adapters.base import AskedQuestion, ContextItem, EventRecord
from sut_adapters.native.memory import RecordMemory, item_of
from sut_adapters.native.options import Options

METHODS = ("robertson", "lucene", "atire", "bm25l", "bm25+")
_WORD = re.compile(r"\w+")

logging.getLogger("bm25s").setLevel(logging.WARNING)  # on import the package turns DEBUG on


def words(text: str) -> list[str]:
    """The terms of a text: runs of word characters, NFKC and casefolded; no stop words, no stemming."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


class Bm25(RecordMemory):
    """Ranks all records by BM25; equal scores in order of arrival, newest first.

    ``method``, ``k1``, ``b`` (and ``delta`` of bm25l and bm25+) are recorded with the run. The index is
    built anew at the first question after new records, over exactly what was ingested.
    """

    name = "bm25"

    def configure(self, options: Options) -> None:
        """Read the formula."""
        self.method = options.choice("method", METHODS, default="lucene")
        self.k1 = options.number("k1", default=1.5, low=0.0, high=10.0)
        self.b = options.number("b", default=0.75, low=0.0, high=1.0)
        self.delta = options.number("delta", default=0.5, low=0.0, high=10.0)
        self._index: bm25s.BM25 | None = None
        self._vocabulary: dict[str, int] = {}

    def took(self, fresh: Sequence[EventRecord]) -> None:
        """New records make the index stale."""
        self._index = None

    def reset(self) -> None:
        """Forget records and index."""
        super().reset()
        self._index, self._vocabulary = None, {}

    def ranked(self, question: AskedQuestion) -> Iterator[ContextItem]:
        """Best score first."""
        records = list(self.records.values())
        scores = self._scores(question.text)
        for position in np.lexsort((-np.arange(len(records)), -scores)):
            yield item_of(records[position], float(scores[position]))

    def _scores(self, text: str) -> np.ndarray:
        if self._index is None and self.records:
            self._build()
        terms = [self._vocabulary[word] for word in words(text) if word in self._vocabulary]
        if self._index is None or not terms:
            return np.zeros(len(self.records))
        return np.asarray(self._index.get_scores_from_ids(terms), dtype=float)

    def _build(self) -> None:
        """Index what was ingested. Ids and dates of the prefix are no words of the record."""
        numbers: dict[str, int] = {}
        corpus = [
            [
                numbers.setdefault(word, len(numbers))
                for word in words(f"{record.speaker or ''} {record.text}")
            ]
            for record in self.records.values()
        ]
        if not numbers:
            return  # no record holds a word: every score is zero
        self._index = bm25s.BM25(method=self.method, k1=self.k1, b=self.b, delta=self.delta)
        self._index.index((corpus, dict(numbers)), show_progress=False)
        self._vocabulary = numbers
