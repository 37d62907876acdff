"""A memory system of one's own that calls Stemma: BM25, in plain Python (docs/add_a_system.md)."""

from __future__ import annotations

import math
import re
from collections import Counter

from pull_client import Memory, main, prefixed


class Bm25(Memory):
    """Keeps every record; shows the 20 that share most with the question."""

    def __init__(self, timeline: dict) -> None:
        super().__init__(timeline)
        self.records: list[tuple[dict, Counter[str]]] = []
        self.seen: Counter[str] = Counter()

    def ingest(self, records: list[dict]) -> None:
        for record in records:
            words = Counter(re.findall(r"\w+", record["text"].lower()))
            self.records.append((record, words))
            self.seen.update(set(words))

    def retrieve(self, question: dict) -> list[dict]:
        n = len(self.records)
        mean = sum(sum(words.values()) for _, words in self.records) / max(n, 1)
        rare = {w: math.log(1 + (n - self.seen[w] + 0.5) / (self.seen[w] + 0.5)) for w in self.seen}
        asked = set(re.findall(r"\w+", question["text"].lower()))

        def score(words: Counter[str]) -> float:
            room = 1.5 * (0.25 + 0.75 * sum(words.values()) / mean)
            return sum(rare[w] * words[w] * 2.5 / (words[w] + room) for w in asked if w in words)

        scored = sorted(((score(words), i) for i, (_, words) in enumerate(self.records)), reverse=True)
        best = [(points, self.records[i][0]) for points, i in scored[: question["k"] or 20] if points]
        return [{"text": prefixed(r), "event_ids": [r["id"]], "score": points} for points, r in best]


if __name__ == "__main__":
    main(Bm25)
