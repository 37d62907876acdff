"""Rows and bundles of the scenarios app for tests: each function makes one valid thing."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

from scenarios.bundle import Bundle, EventSpec, QuerySpec, ScenarioSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Goal
from scenarios.models import (
    Action,
    DerivationEdge,
    DerivationNode,
    Event,
    GoldAnswer,
    Membership,
    Query,
    Rendering,
    Scenario,
    Suite,
    Witness,
)
from scenarios.models.derivation_node import node_key_text

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
PROGRAM = """\
func dest(trip) -> city
func city_in(city) -> country
set trip(person ; trip)
param cap(city) -> money
derived country(trip) -> country
derived n_trips(person) -> int
country(T,N) :- dest(T,C), city_in(C,N).
n_trips(P,K) :- K = count{ T : trip(P,T) }.
"""
_numbers = itertools.count(1)


def day(number: int) -> datetime:
    """The moment of day ``number`` (from 0) of the small histories below."""
    return START + timedelta(days=number)


def suite(**fields: Any) -> Suite:
    """A draft suite."""
    number = next(_numbers)
    return Suite.objects.create(**{"slug": f"suite-{number}", "title": "A suite", "kind": "derive", **fields})


def released(row: Suite) -> Suite:
    """The suite as if released, without going through the service."""
    Suite.objects.filter(pk=row.pk).update(
        status="released", content_hash="0" * 64, released_at=row.created_at + timedelta(days=1)
    )
    row.refresh_from_db()
    return row


def member(user: Any, row: Suite, role: str = "lead") -> Membership:
    """A membership of ``user`` on a suite."""
    return Membership.objects.create(user=user, suite=row, role=role)


def scenario(**fields: Any) -> Scenario:
    """A scenario, in a suite of its own if none is given."""
    number = next(_numbers)
    return Scenario.objects.create(
        **{
            "suite": fields.get("suite") or suite(),
            "slug": f"scenario-{number}",
            "title": "A scenario",
            "domain": "tripops",
            "program": PROGRAM,
            **fields,
        }
    )


def event(of: Scenario, number: int, text: str = "A record.", **fields: Any) -> Event:
    """The event ``e{number}`` on day ``number``, with its words."""
    row = Event.objects.create(
        **{
            "scenario": of,
            "label": f"e{number:04}",
            "observed_at": day(number),
            "seq": number,
            **fields,
        }
    )
    Rendering.objects.create(event=row, text=text)
    return row


def action(of: Event, pos: int = 0, **fields: Any) -> Action:
    """An ``assert dest(Grus) = Corby`` unless told otherwise."""
    stated = {"op": "assert", "pred": "dest", "key": ["Grus"], "value": "Corby", "as_of": of.observed_at}
    return Action.objects.create(event=of, pos=pos, **{**stated, **fields})


def query(of: Scenario, number: int = 1, question: str = "Where does Grus go?", **fields: Any) -> Query:
    """The query ``q{number}`` for ``dest(Grus)`` at day 30, with its words."""
    row = Query.objects.create(
        **{
            "scenario": of,
            "label": f"q{number:03}",
            "goal_pred": "dest",
            "goal_key": ["Grus"],
            "cutoff": day(30),
            "family": "temporal",
            "operator": "T1",
            "answer_type": "entity",
            **fields,
        }
    )
    Rendering.objects.create(query=row, text=question)
    return row


def node(of: Scenario, kind: str, pred: str, *args: str, **fields: Any) -> DerivationNode:
    """A derivation node at day 30."""
    return DerivationNode.objects.create(
        **{
            "scenario": of,
            "cutoff": day(30),
            "kind": kind,
            "pred": pred,
            "args": list(args),
            "key_text": node_key_text(kind, pred, args),
            **fields,
        }
    )


def gold(of: Query, **fields: Any) -> GoldAnswer:
    """The gold ``Corby`` of a query, with a DAG of one fact over one event and its witness."""
    fact = node(of.scenario, "fact", of.goal_pred, *of.goal_key, state="Corby")
    leaf = node(of.scenario, "event", "e0001")
    DerivationEdge.objects.create(parent=fact, child=leaf, position=0)
    Witness.objects.create(query=of, position=0, events=["e0001"])
    return GoldAnswer.objects.create(
        **{
            "query": of,
            "label": "answerable",
            "answer": "Corby",
            "height": 1,
            "width": 1,
            "support": ["e0001"],
            "support_high": ["e0001"],
            "context_events": ["e0001"],
            "root": fact,
            **fields,
        }
    )


def act(op: str, pred: str, *key: str, **fields: Any) -> dict[str, Any]:
    """One action for ``event_spec``: ``act("assert", "dest", "Grus", value="Corby")``."""
    return {"op": Op(op), "pred": pred, "key": key, **fields}


def event_spec(number: int, *actions: dict[str, Any], **fields: Any) -> EventSpec:
    """The event ``e{number}`` of a bundle, on day ``number`` unless ``t`` is given."""
    label = fields.pop("id", f"e{number:04}")
    t = fields.pop("t", day(number))
    seq = fields.pop("seq", number)
    return EventSpec(
        id=label,
        t=t,
        seq=seq,
        text=fields.pop("text", f"Record {number}."),
        actions=tuple(
            ActionRecord(event=label, t=t, seq=seq, pos=pos, **stated) for pos, stated in enumerate(actions)
        ),
        **fields,
    )


def query_spec(number: int, pred: str, *key: str, **fields: Any) -> QuerySpec:
    """The query ``q{number}`` of a bundle, asked at day 30 unless ``cutoff`` is given."""
    goal = Goal(pred, key, fields.pop("member", None), fields.pop("temporal", False))
    return QuerySpec(
        **{
            "id": f"q{number:03}",
            "goal": goal,
            "cutoff": day(30),
            "question": f"Question {number}?",
            "family": "semantic",
            "operator": "S1",
            "answer_type": "entity",
            **fields,
        }
    )


def bundle(
    *events: EventSpec, queries: tuple[QuerySpec, ...] = (), program: str = PROGRAM, **fields: Any
) -> Bundle:
    """A bundle of one scenario over the small program above. Imported unless ``kind`` says otherwise."""
    spec = ScenarioSpec(
        slug="small",
        title="A small scenario",
        domain="tripops",
        seed=0,
        program=program,
        events=events,
        queries=queries,
        entities=fields.pop("entities", ()),
    )
    return Bundle(
        **{
            "slug": f"bundle-{next(_numbers)}",
            "title": "A bundle",
            "kind": "imported",
            "scenarios": (spec,),
            **fields,
        }
    )
