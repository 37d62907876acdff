"""A memory that hands over again what another run stored: the export ``contexts`` of that run (docs/pull.md).

python pull_replay.py contexts.jsonl
"""

from __future__ import annotations

import hashlib
import json
import sys

from pull_client import Memory, main

#: Stored contexts by the history before a question, its words and its cutoff.
KEPT: dict[tuple[str, str, str], dict] = {}


class Replay(Memory):
    """Knows a history by the hash of its records; puts the ids of this walk where the other's stand."""

    def __init__(self, timeline: dict) -> None:
        super().__init__(timeline)
        self.ids: list[str] = []
        self.history = hashlib.sha256()

    def ingest(self, records: list[dict]) -> None:
        for record in records:
            self.ids.append(record["id"])
            self.history.update(f"{record['t']}\n{record['text']}\n".encode())

    def retrieve(self, question: dict) -> dict:
        found = KEPT.get((self.history.hexdigest(), question["text"], question["cutoff"]))
        if found is None or found["status"] != "ok":
            message = "no stored context" if found is None else found["message"]
            return {"error": {"kind": "system_failed", "message": message or "failed before"}}
        return {"items": [self._item(item) for item in found["items"]]}

    def _item(self, item: dict) -> dict:
        text, ids = item["text"], [self.ids[record["place"]] for record in item["records"]]
        for record, new in zip(item["records"], ids, strict=True):
            text = text.replace(record["id"], new)
        return {"text": text, "event_ids": ids, "score": item["score"]}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            KEPT[row["history"], row["question"], row["cutoff"]] = row
    main(Replay)
