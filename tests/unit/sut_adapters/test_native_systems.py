"""The native systems that need no database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sut_adapters import conformance, registry, tokens
from sut_adapters.base import (
    AskedQuestion,
    ContextItem,
    EventRecord,
    MisconfiguredError,
    SutAdapter,
)
from sut_adapters.native.bm25 import METHODS
from sut_adapters.native.notes import Notes, subjects

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
IN_MEMORY = [
    name for name in registry.names() if name != "dense" and registry.entry(name).tier in ("native", "test")
]
HINT = "Keep a ledger, one row per fact."


def record(number: int, text: str, **more: str) -> EventRecord:
    return EventRecord(f"r{number:03d}", START + timedelta(days=number), text, **more)


def ask(text: str = "Where?", *, budget: int = 10_000, day: int = 400) -> AskedQuestion:
    return AskedQuestion(text, START + timedelta(days=day), budget)


def made(name: str, hint: str | None = None, **config: object) -> SutAdapter:
    return registry.get(name)(config=dict(config), store_key="s", hint=hint)


def ids(adapter: SutAdapter, question: AskedQuestion) -> list[str]:
    return [item.event_ids[0] for item in adapter.retrieve(question).items]


@pytest.mark.parametrize("hint", [None, HINT])
@pytest.mark.parametrize("name", IN_MEMORY)
def test_every_adapter_keeps_the_contract(name: str, hint: str | None) -> None:
    kind = registry.get(name)
    found = conformance.run(lambda key: kind(config={}, store_key=key, hint=hint), prefix="t")
    found.append(conformance.refuses_unknown_settings(kind, "t"))
    assert list(conformance.failures(found)) == []
    assert len(found) == len(conformance.CHECKS) + 1
    assert kind.name == name


class Leaky(Notes):
    """Breaks the contract on purpose: one memory for all stores, that grows with every question."""

    name = "leaky"
    shared: dict[str, EventRecord] = {}

    def __init__(self, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.records = self.shared

    def retrieve(self, question: AskedQuestion):  # type: ignore[no-untyped-def]
        extra = record(len(self.records) + 500, question.text)
        self.records[extra.id] = extra
        return super().retrieve(question)

    def reset(self) -> None:
        raise RuntimeError("cannot forget")


def test_the_contract_catches_an_adapter_that_breaks_it() -> None:
    broken = [
        check.name
        for check in conformance.run(lambda key: Leaky(config={}, store_key=key), prefix="t")
        if not check.passed
    ]
    assert "Two stores know nothing of each other" in broken
    assert "After a reset the store is empty and can be filled anew" in broken
    assert "Asking changes nothing, unless the adapter declares it" in broken
    assert "It has a name and a version" in broken  # its reset fails


RECORDS = [
    record(1, "Lodging desk: Hotel Brise is held for Anser."),
    record(2, "Vera and Oleg had lunch.", speaker="Ada"),
    record(3, "Change for Anser: room at Hotel Brise given up, Hotel Mole taken."),
    record(4, "Weather stays fair."),
    record(5, "Hotel Mole lies in Corby."),
]


def test_full_history_shows_all_records_oldest_first_and_keeps_the_newest_under_a_budget() -> None:
    adapter = made("full_history")
    adapter.ingest(RECORDS)
    context = adapter.retrieve(ask())
    assert [item.text for item in context.items] == [item.prefixed for item in RECORDS]
    assert context.items[1].text == "[r002 | 2026-01-03 09:00] Ada: Vera and Oleg had lunch."
    size = sum(tokens.count(item.prefixed) for item in RECORDS[3:])
    tight = adapter.retrieve(ask(budget=size))
    assert [item.event_ids[0] for item in tight.items] == ["r004", "r005"]
    assert tight.meta["left_out"] == 3
    assert ids(_filled("full_history", order="newest_first"), ask(budget=size)) == ["r005", "r004"]


def _filled(name: str, hint: str | None = None, **config: object) -> SutAdapter:
    adapter = made(name, hint, **config)
    adapter.ingest(RECORDS)
    return adapter


@pytest.mark.parametrize("method", METHODS)
def test_bm25_ranks_by_shared_words_with_every_formula(method: str) -> None:
    adapter = _filled("bm25", method=method, k=2)
    assert ids(adapter, ask("Which hotel is held for ANSER?"))[0] == "r001"
    assert ids(adapter, ask("How is the weather?"))[0] == "r004"


def test_bm25_agrees_with_the_formula_by_hand() -> None:
    """Lucene's BM25: idf = ln(1 + (N - n + 0.5)/(n + 0.5)), tf part = tf / (tf + k1 (1 - b + b |d|/avg))."""
    from math import log

    adapter = made("bm25", k1=1.2, b=0.5)
    adapter.ingest([record(1, "apple pear"), record(2, "apple apple fig plum"), record(3, "fig")])
    lengths, average = [2, 4, 1], 7 / 3
    idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    expected = [
        idf * tf / (tf + 1.2 * (0.5 + 0.5 * length / average))
        for tf, length in zip([1, 2, 0], lengths, strict=True)
    ]
    scores = {item.event_ids[0]: item.score for item in adapter.retrieve(ask("apple")).items}
    assert [scores[f"r00{i}"] for i in (1, 2, 3)] == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("hint", [None, HINT])
@pytest.mark.parametrize("name", [name for name in IN_MEMORY if name != "no_memory"])
def test_a_repeated_id_keeps_its_first_text(name: str, hint: str | None) -> None:
    adapter = made(name, hint)
    adapter.ingest([record(1, "Corby one"), record(1, "Corby two")])
    adapter.ingest([record(1, "Corby three")])
    assert [item.text for item in adapter.retrieve(ask("Corby")).items] == [
        "[r001 | 2026-01-02 09:00] Corby one"
    ]


def test_bm25_without_a_shared_word_falls_back_to_the_newest() -> None:
    assert ids(_filled("bm25", k=2), ask("Zzz?")) == ["r005", "r004"]
    assert ids(_filled("bm25", k=2), ask("??")) == ["r005", "r004"]


def test_bm25_is_rebuilt_when_records_come_after_a_question() -> None:
    adapter = made("bm25", k=1)
    adapter.ingest(RECORDS[:1])
    assert ids(adapter, ask("Corby")) == ["r001"]
    adapter.ingest(RECORDS[1:])
    assert ids(adapter, ask("Corby")) == ["r005"]


def test_notes_without_a_hint_keep_the_last_records() -> None:
    adapter = _filled("notes", keep=2)
    assert ids(adapter, ask("Which hotel is held for Anser?")) == ["r005", "r004"]
    assert isinstance(adapter, Notes)
    assert adapter.lines() == [item.prefixed for item in RECORDS[3:]]
    assert adapter.ledger == {}


def test_notes_with_a_hint_keep_a_ledger_by_subject() -> None:
    adapter = _filled("notes", HINT, keep=2, hops=0)
    assert isinstance(adapter, Notes)
    assert ids(adapter, ask("Which hotel is held for anser?")) == ["r005", "r003", "r001"]
    assert (
        "anser | 2026-01-02 | Lodging desk: Hotel Brise is held for Anser. | noted from r001"
        in adapter.lines()
    )
    deeper = _filled("notes", HINT, hops=1)
    assert ids(deeper, ask("What of Brise?")) == ["r003", "r001", "r005"]


def test_notes_may_show_lines_of_their_own_words() -> None:
    [first, *_] = _filled("notes", HINT, form="rewritten", hops=0).retrieve(ask("Corby")).items
    assert first == ContextItem("2026-01-06 | Hotel Mole lies in Corby. | noted from r005", ("r005",))


def test_subjects_are_names_and_codes() -> None:
    text = "From 3 March, Vera's order A17 costs 1240 in The Corby Inn."
    assert subjects(text) == {"vera", "a17", "corby", "inn"}
    assert subjects("where is corby", known={"corby"}) == {"corby"}


@pytest.mark.parametrize(
    ("name", "config", "words"),
    [
        ("bm25", {"k": 0}, "k must be a whole number of at least 1"),
        ("bm25", {"k": True}, "k must be"),
        ("bm25", {"budget": "many"}, "budget must be"),
        ("bm25", {"method": "okapi"}, "one of robertson"),
        ("bm25", {"b": 1.5}, "from 0 to 1"),
        ("full_history", {"order": "random"}, "order must be"),
        ("notes", {"form": 3}, "form must be"),
        ("notes", {"keeep": 3}, "unknown setting keeep; known are budget, form, hops, k, keep"),
        ("scripted", {"log": "/tmp/x.txt"}, "must end in .jsonl"),
        ("scripted", {"log": 5}, "log must be a text"),
        ("scripted", {"script": "q"}, "list of rules"),
        ("scripted", {"script": [{"macth": "q"}]}, "rule 1"),
        ("scripted", {"script": [{"match": "q"}, {"limit": 3}]}, "rule 2"),
    ],
)
def test_bad_settings_say_which_and_what_is_allowed(name: str, config: dict[str, object], words: str) -> None:
    with pytest.raises(MisconfiguredError, match=words) as caught:
        made(name, **config)
    assert words.split()[0] in str(caught.value)


def test_unknown_adapters_are_refused_with_the_known_names() -> None:
    with pytest.raises(MisconfiguredError, match="bm25, dense, files, full_history"):
        registry.get("mem9")


@pytest.mark.parametrize("name", IN_MEMORY)
@settings(max_examples=30, deadline=None)
@given(
    texts=st.lists(st.text("abcXY z.1", max_size=30), max_size=8),
    budget=st.integers(0, 60),
    k=st.integers(1, 5),
    hinted=st.booleans(),
)
def test_no_context_exceeds_its_bounds(
    name: str, texts: list[str], budget: int, k: int, hinted: bool
) -> None:
    adapter = made(name, HINT if hinted else None, k=k)
    adapter.ingest([record(number, text) for number, text in enumerate(texts)])
    items = adapter.retrieve(ask("Xab 1 y", budget=budget)).items
    assert len(items) <= k
    assert sum(tokens.count(item.text) for item in items) <= budget
    assert len({item.event_ids for item in items}) == len(items)


def test_the_systems_own_budget_is_kept_under_a_larger_one() -> None:
    adapter = _filled("bm25", budget=40)
    assert sum(tokens.count(item.text) for item in adapter.retrieve(ask("Hotel")).items) <= 40


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0),
        ("one two", 2),
        ("Hotel Brise, held.", 5),
        ("[r1 | 2026-01-02]", 9),
        ("\u00fcber-Gr\u00f6\u00dfe", 3),
    ],
)
def test_tokens_are_words_and_marks(text: str, number: int) -> None:
    assert tokens.count(text) == number
