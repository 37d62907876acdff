"""A site in small: people of every role, suites that are open, closed and held out, a run on each.

Everything that only those who may see gold may read carries ``MARKER``: actions, gold, derivations,
findings, kinds, programs, answers of systems. Records, questions, titles and names carry none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.services import tokens
from benchmark.floor.accounts.verbs import Role
from benchmark.models import Question, Run
from benchmark.services import draining
from probes.models import Diagnosis
from scenarios.models import (
    DerivationEdge,
    Event,
    Finding,
    GoldAnswer,
    Query,
    Rendering,
    ReviewItem,
    Scenario,
    Suite,
    VerdictExport,
    Witness,
)
from scenarios.review.services import complaining
from scenarios.services import versions
from sut_adapters.answering.base import AnswerReply, AnswerRequest
from tests.factories import diagnosed
from tests.factories import runs as make_runs
from tests.factories import scenarios as make

MARKER = "Zxqplanted"
"""Must never reach those who may not see gold."""
ANONYMOUS = "anonymous"
ROLES = (
    ANONYMOUS,
    *(
        role.value
        for role in (
            Role.ANNOTATOR,
            Role.ADJUDICATOR,
            Role.VIEWER,
            Role.RESEARCHER,
            Role.LEAD,
            Role.ADMIN,
            Role.SYSTEM,
        )
    ),
)
SEES_GOLD = ("adjudicator", "researcher", "lead", "admin")


@dataclass
class World:
    """The site: people and tokens by role, and the rows of each suite by its slug."""

    people: dict[str, User]
    tokens: dict[str, str]
    suites: dict[str, Suite]
    runs: dict[str, Run]
    diagnoses: dict[str, Diagnosis] = field(default_factory=dict)
    disputes: dict[str, ReviewItem] = field(default_factory=dict)
    exports: dict[str, VerdictExport] = field(default_factory=dict)
    visitors: dict[tuple[str, bool], Client] = field(default_factory=dict)

    def client(self, role: str, **options: Any) -> Client:
        """A browser with a session of that role; none for anonymous."""
        found = Client(**options)
        if role != ANONYMOUS:
            found.force_login(self.people[role])
        return found

    def api(self, role: str) -> Client:
        """A client that sends the token of that role, and no session."""
        sent = {} if role == ANONYMOUS else {"Authorization": f"Token {self.tokens[role]}"}
        return Client(headers=sent)

    def visitor(self, role: str, *, api: bool = False) -> Client:
        """The same client for each request of a test, for those that leave its session as it is."""
        if (role, api) not in self.visitors:
            self.visitors[role, api] = self.api(role) if api else self.client(role)
        return self.visitors[role, api]

    def values(self, slug: str) -> dict[str, Any]:
        """What stands for the parameters of an address that leads into a suite."""
        run = self.runs[slug].pk if slug in self.runs else 0
        diagnosis = self.diagnoses.get(slug)
        return {
            "suite": slug,
            "scenario": f"{slug}-history",
            "label": "q001",
            "event": "e0001",
            "pk": run,
            "answer": diagnosis.answer_id if diagnosis else run,
            "diagnosis": diagnosis.pk if diagnosis else run,
            "item": self.disputes[slug].pk if slug in self.disputes else 0,
            "export": self.exports[slug].pk if slug in self.exports else 0,
            "action": "pause",
            "kind": "record",
        }


class Planted(make_runs.OwnAnswers):
    """A reader that answers with the marker."""

    def read(self, question: Question, request: AnswerRequest) -> AnswerReply:
        return make_runs.reply(make_runs.says(answer=MARKER))


def build(patch: pytest.MonkeyPatch, *, with_runs: bool = True) -> World:
    """People, the suites ``open``, ``closed`` and ``held-out``, and a finished run on each."""
    people, secrets = {}, {}
    for role in ROLES[1:]:
        person = User.objects.create_user(f"the-{role}", role=role, is_staff=role == "admin")
        person.is_superuser = role == "admin"
        person.save()
        people[role] = person
        _, secrets[role] = tokens.create(user=person, name="test", by=person, now=timezone.now())
    suites = {
        "open": planted_suite("open", is_open=True),
        "closed": planted_suite("closed"),
        "held-out": planted_suite("held-out", is_open=True, held_out=True),
    }
    world = World(people, secrets, suites, {})
    for slug in suites:
        _add_reviews(world, slug)
    if with_runs:
        add_runs(world, patch)
    return world


def _add_reviews(world: World, slug: str) -> None:
    suite = world.suites[slug]
    world.disputes[slug] = planted_complaint(suite)
    world.exports[slug] = VerdictExport.objects.create(suite=suite, format="csv", at=make.day(40))


def add_practice(world: World, patch: pytest.MonkeyPatch) -> None:
    """The suite ``practice``, which serves its gold, with all that the others have."""
    world.suites["practice"] = planted_suite("practice", is_open=True, is_practice=True)
    _add_reviews(world, "practice")
    add_runs(world, patch, ("practice",), system="practising")


def add_runs(
    world: World, patch: pytest.MonkeyPatch, slugs: Iterable[str] = (), *, system: str = "a-system"
) -> None:
    """A finished run on each suite of a site without, and an answer of each diagnosed; of ``slugs``, if any
    are named."""
    reader = make_runs.reader(patch, Planted())
    scripted = make_runs.system(system, script=[{"reply": "Something else."}])
    for slug in slugs or world.suites:
        suite = world.suites[slug]
        run = make_runs.launch(suite, scripted, reader=reader, title=f"On {slug}")
        world.runs[slug] = finish(run)
        world.diagnoses[slug] = planted_diagnosis(run)


def finish(run: Run) -> Run:
    """Work on a run until it is done."""
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    run.refresh_from_db()
    assert run.status == "done", run.message
    return run


def planted_suite(slug: str, **fields: Any) -> Suite:
    """A released suite of one history with one query, its truth marked throughout."""
    suite = make.suite(slug=slug, title=f"Suite {slug}", config={"note": MARKER}, **fields)
    scenario = make.scenario(
        suite=suite,
        slug=f"{slug}-history",
        title=f"History of {slug}",
        config={"note": MARKER},
        program=f"% {MARKER}\n{make.PROGRAM}",
    )
    first = make.event(scenario, 1, "Grus is on its way.", speaker="Vera", template=f"t_{MARKER}")
    make.action(first, 0, value=MARKER, key=["Grus"])
    make.action(
        first, 1, op="rule", pred=f"rule_{MARKER}", key=[], value=None, clause=f"{MARKER}(X) :- a(X)."
    )
    make.event(scenario, 2, "It rained.", kind="distractor", distractor_kind=f"D_{MARKER}")
    make.event(scenario, 3, "Nothing new.", session="s1", template=f"t_{MARKER}")
    planted_query(scenario)
    Finding.objects.create(
        suite=suite, position=0, code="stated-answer", file="a.json", message=MARKER, detail=f"is {MARKER}"
    )
    versions.rebuild(scenario=scenario)
    return make.released(suite)


def planted_query(scenario: Scenario) -> Query:
    """``q001`` whose gold, derivation, witness and stated answer are marked."""
    query = make.query(scenario, 1, "Where does Grus go?", stated=MARKER, target={"note": MARKER})
    root = make.node(
        scenario, "derived", f"d_{MARKER}", "Grus", state=MARKER, meta={"checks": [f"{MARKER} < 3: true"]}
    )
    fact = make.node(scenario, "fact", "dest", "Grus", state=MARKER)
    rule = make.node(scenario, "rule", f"rule_{MARKER}", meta={"clause_text": f"{MARKER}(X) :- a(X)."})
    leaf = make.node(scenario, "event", "e0001")
    for position, child in enumerate((fact, rule)):
        DerivationEdge.objects.create(parent=root, child=child, position=position)
        DerivationEdge.objects.create(parent=child, child=leaf, position=0)
    Witness.objects.create(query=query, position=0, events=["e0001"])
    GoldAnswer.objects.create(
        query=query,
        label="answerable",
        answer=MARKER,
        aliases={MARKER: [MARKER]},
        missing=[MARKER],
        height=2,
        width=1,
        support=["e0001"],
        support_high=["e0001"],
        context_events=["e0001", MARKER],
        measures={MARKER: 1},
        checks={MARKER: True},
        root=root,
    )
    return query


def planted_complaint(suite: Suite) -> ReviewItem:
    """A dispute that waits: somebody else says that a node of the planted query is wrong."""
    query = suite.scenarios.get().queries.get()
    someone, _ = User.objects.get_or_create(username="a-reader", defaults={"role": "researcher"})
    node = query.gold.root
    complaint = complaining.complain(
        query=query,
        node_kind=node.kind,
        node_label=f"{node.pred}(Grus)",
        text=MARKER,
        by=someone,
        now=make.day(40),
    )
    return ReviewItem.objects.get(kind="complaint", subject_id=complaint.pk)


def planted_diagnosis(run: Run) -> Diagnosis:
    """The answer of a run diagnosed as if it were wrong, so that pages show all that they can; what was said,
    should have been said and was rebuilt is marked."""
    variant = run.variants.get()
    return diagnosed.planted(variant, run.suite.scenarios.get().queries.get(), MARKER)


def grow(scenario: Scenario, events: int = 0, queries: int = 0) -> None:
    """More records with an action each, and more queries with gold, at once."""
    at = scenario.events.count()
    rows = Event.objects.bulk_create(
        Event(scenario=scenario, label=f"e{n:04}", observed_at=make.day(n), seq=n)
        for n in range(at + 1, at + events + 1)
    )
    Rendering.objects.bulk_create(Rendering(event=row, text=f"Record {row.label}.") for row in rows)
    for row in rows:
        make.action(row, value=f"City {row.seq}")
    versions.rebuild(scenario=scenario)
    begin = scenario.queries.count()
    for number in range(begin + 1, begin + queries + 1):
        query = make.query(scenario, number, goal_key=[f"trip {number}"])
        _bare_gold(query)


def _bare_gold(query: Query) -> None:
    root = make.node(query.scenario, "fact", "dest", *query.goal_key, state="Corby")
    GoldAnswer.objects.create(
        query=query, label="answerable", answer="Corby", height=1, width=1, support=["e0001"], root=root
    )
