"""The accounting subset: sessions of messages become ledgers of typed events with settlement queries. PURE.

Each message is an event. A payment asserts four things about an item (it belongs to the group, who paid,
how much, for whom), a cancellation takes an item out of the group, everything else asserts nothing. What
counts at a checkpoint is derived by the engine; the settlement is netted from it (``importers.folds``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scenarios.bundle import EntitySpec, EventSpec, Finding, QuerySpec, ScenarioSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Goal
from scenarios.datalog.values import number_text
from scenarios.importers.netting import parse_settlement
from scenarios.importers.structmemeval.checkpoints import Place, places
from scenarios.importers.structmemeval.layout import CaseFile, Session
from scenarios.importers.structmemeval.ledger import Entry, Ledger, build, read_session
from scenarios.importers.structmemeval.options import Options
from scenarios.importers.structmemeval.readings import Group, Reading
from scenarios.importers.structmemeval.wording import speaker_of
from scenarios.importers.timeline import event_id, item_id, query_id, synthetic_time

PROGRAM = """\
# Shared costs of a group: what was paid, by whom, for whom.
set  transaction(group ; item)
func payer(item) -> person
func amount(item) -> money
set  beneficiary(item ; person)
derived counts(group ; item)

# The messages are taken to be all there is: nothing says so, the importer assumes it.
assume complete(transaction).
assume complete(beneficiary).

# What counts: an item of the group with a payer, an amount and somebody it was for.
@set(G) counts(G, T) :- transaction(G, T), payer(T, P), amount(T, A), beneficiary(T, B).
"""
ASSUMED = ("transaction", "beneficiary")
#: The one group of a session.
GROUP = "the group"


@dataclass(frozen=True, slots=True)
class ReadSession:
    """A session with what was made of it: its readings, its ledger and the places of its answers."""

    case: CaseFile
    session: Session
    group: Group
    readings: tuple[Reading, ...]
    ledger: Ledger
    places: tuple[Place, ...]

    @property
    def slug(self) -> str:
        return slug(self.session.id)


def read_sessions(cases: tuple[CaseFile, ...], options: Options) -> Iterator[ReadSession]:
    """Every session of the accounting files that has messages."""
    for case in cases:
        for session in case.sessions:
            if session.messages:
                group, readings = read_session(session.texts)
                ledger = build(session.texts, group, readings, options)
                where = places(ledger, len(session.answers), options)
                yield ReadSession(case, session, group, readings, ledger, where)


def scenario(read: ReadSession, taken_slug: str, options: Options) -> ScenarioSpec:
    """The scenario of one session. ``taken_slug`` is unique in its suite."""
    people = [EntitySpec(name, "person") for name in read.group.members]
    items = [
        EntitySpec(item_id(entry.ordinal), "item") for entry in read.ledger.entries if entry.item is not None
    ]
    return ScenarioSpec(
        slug=taken_slug,
        title=f"{read.session.id} ({read.case.case_id or read.case.file})",
        domain="structmemeval-accounting",
        seed=0,
        program=PROGRAM,
        events=tuple(_event(read, entry) for entry in read.ledger.entries),
        queries=tuple(_query(read, place) for place in read.places),
        entities=(EntitySpec(GROUP, "group"), *people, *items),
        config={
            "source": {"format": "structmemeval", "file": read.case.file, "session": read.session.id},
            "assumed_complete": list(ASSUMED),
            "times": "synthetic",
            "currency": read.ledger.currency,
            "options": options.as_config(),
        },
    )


def _event(read: ReadSession, entry: Entry) -> EventSpec:
    actions = tuple(_actions(entry))
    kind = "record" if actions else "unannotated" if entry.problem else "filler"
    return EventSpec(
        id=event_id(entry.ordinal),
        t=synthetic_time(entry.ordinal),
        seq=entry.ordinal,
        text=entry.text or "(no text)",
        actions=actions,
        kind=kind,
        session=read.session.id,
        synthetic_time=True,
    )


def _actions(entry: Entry) -> Iterator[ActionRecord]:
    at: dict[str, Any] = {
        "event": event_id(entry.ordinal),
        "t": synthetic_time(entry.ordinal),
        "seq": entry.ordinal,
    }
    if entry.cancels is not None:
        yield ActionRecord(
            **at, pos=0, op=Op.CANCEL, pred="transaction", key=(GROUP,), member=item_id(entry.cancels)
        )
    if entry.item is None:
        return
    item = item_id(entry.ordinal)
    yield ActionRecord(**at, pos=0, op=Op.MEMBER, pred="transaction", key=(GROUP,), member=item)
    yield ActionRecord(**at, pos=1, op=Op.ASSERT, pred="payer", key=(item,), value=entry.item.payer)
    yield ActionRecord(
        **at, pos=2, op=Op.ASSERT, pred="amount", key=(item,), value=number_text(entry.item.amount)
    )
    for pos, person in enumerate(sorted(entry.item.beneficiaries), start=3):
        yield ActionRecord(**at, pos=pos, op=Op.MEMBER, pred="beneficiary", key=(item,), member=person)


def _query(read: ReadSession, place: Place) -> QuerySpec:
    currency = read.ledger.currency
    stated = read.session.answers[place.number - 1]
    return QuerySpec(
        id=query_id(place.number),
        goal=Goal("counts", (GROUP,)),
        cutoff=synthetic_time(place.messages),
        question=(
            "Who pays whom how much, so that all shared costs so far are settled after netting? "
            f"Write each transfer as X -> Y : amount {currency}".rstrip()
            + ", meaning that X pays Y."
        ),
        family="set_quant",
        operator="settlement",
        answer_type="settlement",
        target={
            "op": "settlement",
            "args": {"group": GROUP, "parties": sorted(read.group.members)},
            "fold": "netting",
        },
        unit=currency,
        stated={"text": stated, "transfers": _stated_transfers(read, stated)},
        checkpoint=place.name,
    )


def _stated_transfers(read: ReadSession, stated: str) -> list[str] | None:
    transfers = parse_settlement(stated, read.group.members, read.ledger.currency)
    return None if transfers is None else [transfer.text for transfer in transfers]


def findings(read: ReadSession, options: Options) -> Iterator[Finding]:
    """What was odd about a session: messages not read, self-debtors, answers without a place or words."""
    file, session = read.case.file, read.session.id

    def found(code: str, message: int | str, detail: str) -> Finding:
        return Finding(code, file, session, str(message), detail)

    spoken = Counter(map(speaker_of, read.session.texts))
    for name in read.group.members:
        if spoken[name] == 1:
            yield found("speaks-once", "", f"{name} speaks once and was taken for one of the group")
    for entry in read.ledger.entries:
        if entry.problem:
            yield found("unread-message", entry.ordinal, f"{entry.problem}: {entry.text}")
        if entry.remark:
            code = "self-debtor" if "is named as owing" in entry.remark else "left-out"
            yield found(code, entry.ordinal, f"{entry.remark}: {entry.text}")
    for place in read.places:
        if place.cut:
            wanted = options.checkpoints[place.number - 1]
            yield found(
                "short-session",
                "",
                f"answer {place.number} belongs after {wanted} {options.counted}; the session has "
                f"{len(read.session.messages)} messages, so it was asked at the end",
            )
    for number in range(len(read.places) + 1, len(read.session.answers) + 1):
        yield found("answer-without-place", "", f"answer {number} has no checkpoint and was left out")
    for number, answer in enumerate(read.session.answers, start=1):
        if parse_settlement(answer, read.group.members, read.ledger.currency) is None:
            yield found("unreadable-answer", "", f"answer {number} is not a list of transfers: {answer}")


def slug(text: str) -> str:
    """The text as a slug: lower-case letters, digits and hyphens, at most 70 characters."""
    plain = "".join(char if char.isascii() and char.isalnum() else "-" for char in text.lower())
    return "-".join(part for part in plain.split("-") if part)[:70].strip("-") or "case"
