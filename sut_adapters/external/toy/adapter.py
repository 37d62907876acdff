"""A small memory, as another would write it: ranks records by shared words. Standard library only."""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")


def words(text: str) -> set[str]:
    """The words of a text, case folded."""
    return set(_WORD.findall(text.casefold()))


class Toy:
    """Keeps records in memory. Option ``newest_first`` (true): which of equally good records comes first."""

    name = "toy"
    version = "1"
    capabilities: dict[str, bool] = {}

    def __init__(self, *, config: dict, hint: str | None, folder: str) -> None:
        unknown = sorted(set(config) - {"newest_first"})
        if unknown:
            raise ValueError(f"unknown option {unknown[0]}")
        self.newest_first = config.get("newest_first", True)
        self.records: dict[str, dict] = {}

    def ingest(self, events: list[dict]) -> None:
        """Take records, each id once."""
        for event in events:
            self.records.setdefault(event["id"], event)

    def query(self, question: dict) -> dict:
        """The records that share most words with the question."""
        asked = words(question["text"])
        records = list(self.records.values())
        if self.newest_first:
            records.reverse()
        shared = [(len(asked & words(record["text"])), record) for record in records]
        best = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])
        return {"items": [self.item(score, record) for score, record in best[: question["k"] or 20]]}

    def item(self, score: int, record: dict) -> dict:
        """A record as a piece of context, in the form in which all systems show records."""
        return {"text": record["prefixed"], "event_ids": [record["id"]], "score": score}

    def holdings(self) -> dict:
        """How much is held."""
        size = sum(len(record["prefixed"].encode()) for record in self.records.values())
        return {"items": len(self.records), "bytes": size}
