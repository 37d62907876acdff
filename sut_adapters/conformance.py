"""The contract that every adapter keeps, as one suite of checks (overview 4.8). PURE.

``manage.py sut check`` and the tests run it; an adapter that fails a check would bias a benchmark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sut_adapters.base import AskedQuestion, Context, ContextItem, EventRecord, MisconfiguredError, SutAdapter

#: Makes an adapter over the store of that key; called more than once for one key.
Make = Callable[[str], SutAdapter]

_START = datetime(2026, 1, 1, 9, tzinfo=UTC)
_PLACES = (
    "Ashfell",
    "Corby",
    "Lunmar",
    "Halewick",
    "Drossel",
    "Meleth",
    "Orrin",
    "Pellam",
    "Norvale",
    "Brise",
)
_BUDGET = 10_000


@dataclass(frozen=True, slots=True)
class Check:
    """One clause of the contract, and what was seen where it is broken."""

    name: str
    passed: bool
    detail: str = ""


class BrokenError(AssertionError):
    """A clause does not hold; the message says what was seen."""


def run(make: Make, *, prefix: str) -> list[Check]:
    """Run every check on fresh stores whose keys begin with ``prefix``; they are emptied afterwards.

    An exception inside a check breaks that check and no other.
    """
    return [_run_one(number, check, make, prefix) for number, check in enumerate(CHECKS, 1)]


def records(number: int = len(_PLACES)) -> list[EventRecord]:
    """Distinct records with opaque ids, a day apart."""
    return [
        EventRecord(
            id=f"r{(7919 * index) % 9973:04d}",
            t=_START + timedelta(days=index),
            text=f"Lodging desk: Hotel {place} is held for trip {place}.",
        )
        for index, place in enumerate(_PLACES[:number])
    ]


def question(place: str = "Corby", *, day: int = 365) -> AskedQuestion:
    """A question about one of the places, with a budget that holds everything."""
    return AskedQuestion(f"Which hotel is held for trip {place}?", _START + timedelta(days=day), _BUDGET)


def _run_one(number: int, check: Callable[[Stores], None], make: Make, prefix: str) -> Check:
    stores = Stores(make, f"{prefix}-{number}")
    name = (check.__doc__ or "").splitlines()[0].rstrip(".")
    try:
        try:
            check(stores)
        finally:
            stores.empty()
    except BrokenError as error:
        return Check(name, False, str(error))
    except Exception as error:  # noqa: BLE001 - whatever a foreign adapter raises is its finding
        return Check(name, False, f"{type(error).__name__}: {error}")
    return Check(name, True)


class Stores:
    """The stores that one check uses."""

    def __init__(self, make: Make, prefix: str) -> None:
        self._make = make
        self._prefix = prefix
        self._opened: list[SutAdapter] = []

    def open(self, name: str = "a") -> SutAdapter:
        """An adapter over the store ``name`` of this check."""
        adapter = self._make(f"{self._prefix}{name}")
        self._opened.append(adapter)
        return adapter

    def empty(self) -> None:
        """Reset and close everything that was opened."""
        for adapter in self._opened:
            adapter.reset()
            adapter.close()


def _need(holds: bool, message: str) -> None:
    if not holds:
        raise BrokenError(message)


def _gist(context: Context) -> list[tuple[str, tuple[str, ...]]]:
    return [(item.text, item.event_ids) for item in context.items]


def _ids(context: Context) -> set[str]:
    return {event for item in context.items for event in item.event_ids}


def declares_itself(stores: Stores) -> None:
    """It has a name and a version."""
    adapter = stores.open()
    _need(bool(adapter.name), "name is empty")
    _need(bool(adapter.version), "version is empty")


def answers_on_an_empty_store(stores: Stores) -> None:
    """An empty store gives a context without records."""
    _need(not _ids(stores.open().retrieve(question())), "an empty store named records")


def returns_items_of_known_records(stores: Stores) -> None:
    """Context items hold text, and name only records that were handed over."""
    adapter = stores.open()
    adapter.ingest(records())
    context = adapter.retrieve(question())
    _need(isinstance(context, Context), f"retrieve returned {type(context).__name__}")
    for item in context.items:
        _need(isinstance(item, ContextItem) and bool(item.text), f"{item!r} is no item with text")
    unknown = _ids(context) - {record.id for record in records()}
    _need(not unknown, f"ids that were never handed over: {sorted(unknown)}")


def shows_nothing_of_what_comes_later(stores: Stores) -> None:
    """Before later records are handed over, nothing of them shows."""
    adapter = stores.open()
    early, late = records()[:5], records()[5:]
    adapter.ingest(early)
    context = adapter.retrieve(question(late_place := _PLACES[7]))
    _need(not _ids(context) & {record.id for record in late}, "a record showed before it was handed over")
    _need(all(late_place not in item.text for item in context.items), f"{late_place} showed too early")
    adapter.ingest(late)
    adapter.retrieve(question())


def takes_each_record_once(stores: Stores) -> None:
    """Handing over the same records again changes nothing."""
    once, twice = stores.open("once"), stores.open("twice")
    once.ingest(records())
    twice.ingest(records())
    twice.ingest(records()[3:])
    _need(
        _gist(once.retrieve(question())) == _gist(twice.retrieve(question())),
        "repeated records changed the context",
    )


def takes_records_in_any_portions(stores: Stores) -> None:
    """One by one or all at once makes no difference."""
    whole, single = stores.open("whole"), stores.open("single")
    whole.ingest(records())
    for record in records():
        single.ingest([record])
    _need(
        _gist(whole.retrieve(question())) == _gist(single.retrieve(question())),
        "portions changed the context",
    )


def keeps_stores_apart(stores: Stores) -> None:
    """Two stores know nothing of each other."""
    first, second = stores.open("first"), stores.open("second")
    first.ingest(records()[:5])
    second.ingest(records()[5:])
    _need(
        not _ids(first.retrieve(question())) & {r.id for r in records()[5:]}, "the first store saw the second"
    )
    _need(
        not _ids(second.retrieve(question())) & {r.id for r in records()[:5]},
        "the second store saw the first",
    )


def is_not_changed_by_asking(stores: Stores) -> None:
    """Asking changes nothing, unless the adapter declares it."""
    adapter = stores.open()
    adapter.ingest(records())
    before = _gist(adapter.retrieve(question()))
    adapter.retrieve(question("Pellam"))
    if not adapter.capabilities.query_mutates:
        _need(_gist(adapter.retrieve(question())) == before, "asking changed the next context")


def goes_on_in_another_process(stores: Stores) -> None:
    """After closing, a store goes on as declared: kept, or rebuilt from the records."""
    first = stores.open()
    first.ingest(records())
    before = _gist(first.retrieve(question()))
    first.close()
    again = stores.open()
    if again.capabilities.rebuilt:
        again.ingest(records())
    _need(_gist(again.retrieve(question())) == before, "the reopened store gave another context")


def forgets_when_reset(stores: Stores) -> None:
    """After a reset the store is empty and can be filled anew."""
    adapter = stores.open()
    adapter.ingest(records())
    before = _gist(adapter.retrieve(question()))
    adapter.reset()
    _need(not _ids(adapter.retrieve(question())), "records were left after a reset")
    adapter.ingest(records())
    _need(_gist(adapter.retrieve(question())) == before, "the refilled store gave another context")


def looks_back_if_it_says_so(stores: Stores) -> None:
    """An adapter that declares as_of shows nothing later than the cutoff asked for."""
    adapter = stores.open()
    adapter.ingest(records())
    if adapter.capabilities.as_of:
        seen = _ids(adapter.retrieve(question(_PLACES[7], day=4)))
        late = {record.id for record in records() if record.t > _START + timedelta(days=4)}
        _need(not seen & late, "a record after the cutoff showed")


CHECKS: tuple[Callable[[Stores], None], ...] = (
    declares_itself,
    answers_on_an_empty_store,
    returns_items_of_known_records,
    shows_nothing_of_what_comes_later,
    takes_each_record_once,
    takes_records_in_any_portions,
    keeps_stores_apart,
    is_not_changed_by_asking,
    goes_on_in_another_process,
    forgets_when_reset,
    looks_back_if_it_says_so,
)


def refuses_unknown_settings(kind: type[SutAdapter], prefix: str) -> Check:
    """Misspelt settings are refused when the adapter is made."""
    name = "Unknown settings are refused"
    try:
        kind(config={"no_such_setting": 1}, store_key=f"{prefix}-settings").close()
    except MisconfiguredError as error:
        named = "no_such_setting" in str(error)
        return Check(name, named, "" if named else f"the message does not name it: {error}")
    return Check(name, False, "no_such_setting was accepted")


def failures(found: list[Check]) -> Iterator[str]:
    """The broken clauses in words."""
    return (f"{check.name}: {check.detail}" for check in found if not check.passed)
