"""Queries that a lead puts to the histories of an imported draft, with the gold that is derived for them
(spec 3.1, 16)."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.services import records as audit
from scenarios.bundle import QuerySpec
from scenarios.datalog.cutoffs import parse_cutoff
from scenarios.datalog.derivation import Evaluation
from scenarios.datalog.errors import DatalogError, GoalError
from scenarios.datalog.goal_text import parse_goal
from scenarios.datalog.inference import category
from scenarios.datalog.syntax import Decl, Goal, Reading
from scenarios.datalog.version_goals import answer_type_of, choice_object
from scenarios.exceptions import EditStateError, InputRefusedError, SuiteReleasedError
from scenarios.models import GoldAnswer, Query, Rendering, Scenario, Suite, Witness
from scenarios.models.query import ANSWER_TYPES
from scenarios.selectors import programs, specs
from scenarios.services import bundle_checks, evaluation, folding, gold_revision, hashing, text_checks
from scenarios.services.gold_rows import aliases_in, gold_row
from scenarios.services.measures import Timeline
from scenarios.services.witness_checks import check_imported

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

ADDED = "query.added"
#: Family and operator of queries that people write: no template stands behind them.
OWN = "own"
_NUMBERED = re.compile(r"q(\d{1,6})")


class QueryRefusedError(InputRefusedError):
    """A query that cannot be read or derived; ``fields`` says which entry and why."""

    http_status = 422
    code = "invalid"

    def __init__(self, fields: dict[str, str]) -> None:
        self.fields = {name: [text] for name, text in fields.items()}
        super().__init__("\n".join(fields.values()))

    @property
    def problem(self) -> dict[str, object]:
        """The fields as they stand in an answer of the API."""
        return {"fields": self.fields}


@dataclass(frozen=True, slots=True)
class AskedText:
    """A query as it is typed: the goal (``dest(Grus)``), the cutoff (a day means its end), the question. An
    empty ``label`` is numbered; ``unit`` is ``%`` or a currency, ``tolerance`` what may be off by."""

    goal: str
    cutoff: str
    question: str
    label: str = ""
    unit: str = ""
    tolerance: str = "0"


@dataclass(frozen=True, slots=True)
class _Derived:
    query: Query
    found: Evaluation


def preview_query(*, scenario: Scenario, asked: AskedText) -> GoldAnswer:
    """The gold that a query would have; nothing is stored. Raises as ``add_query``."""
    _require_open(scenario.suite)
    with transaction.atomic():
        query = _stored(scenario, _checked(scenario, asked))
        gold = _derive(scenario, query)
        transaction.set_rollback(True)
    return gold


@transaction.atomic
def add_query(*, scenario: Scenario, asked: AskedText, by: User | None, key: str = "") -> Query:
    """Put a query to a history of an imported draft and derive its gold. ``key`` is the form's: a second time
    with it gives the same query.

    Raises ``QueryRefusedError`` naming what cannot be read, with carets, or why nothing can be derived;
    ``SuiteReleasedError``; ``EditStateError`` for a generated suite, whose queries come with it.
    """
    suite = Suite.objects.select_for_update(no_key=True).get(pk=scenario.suite_id)
    scenario.suite = suite
    _require_open(suite)
    if (before := _done(scenario, key, by)) is not None:
        return before
    query = _stored(scenario, _checked(scenario, asked))
    gold = _derive(scenario, query)
    text_checks.run(suite=suite, bundle=specs.bundle_of(suite))
    suite.content_hash = hashing.content_hash(suite)
    suite.save(update_fields=["content_hash"])
    audit.record(
        action=ADDED,
        subject=f"query:{suite.slug}/{scenario.slug}/{query.label}",
        by=by,
        details={"label": gold.label, "content_hash": suite.content_hash, "key": key},
    )
    return query


def _require_open(suite: Suite) -> None:
    if suite.is_released:
        raise SuiteReleasedError(f"Suite {suite.slug!r} is released: its queries stay. Copy it to a draft.")
    if suite.kind != Suite.Kind.IMPORTED:
        raise EditStateError("The queries of a generated suite come with it: build another one.")


def _done(scenario: Scenario, key: str, by: User | None) -> Query | None:
    if not key or by is None:
        return None
    rows = AuditRecord.objects.filter(action=ADDED, actor=by.username, details__key=key)
    subject = rows.values_list("subject", flat=True).first()
    return None if subject is None else scenario.queries.filter(label=subject.rpartition("/")[2]).first()


def _checked(scenario: Scenario, asked: AskedText) -> QuerySpec:
    """The query in canonical form. Raises ``QueryRefusedError``."""
    wrong: dict[str, str] = {}
    program = programs.load(scenario)
    goal = cutoff = None
    try:
        goal = parse_goal(program, asked.goal)
    except GoalError as error:
        wrong["goal"] = str(error)
    try:
        cutoff = parse_cutoff(asked.cutoff)
    except GoalError as error:
        wrong["cutoff"] = str(error)
    if not asked.question.strip():
        wrong["question"] = "Write the question as systems are asked it."
    if asked.label and scenario.queries.filter(label=asked.label).exists():
        wrong["label"] = f"There is a query {asked.label!r} already."
    if wrong or goal is None or cutoff is None:
        raise QueryRefusedError(wrong)
    spec = QuerySpec(
        id=asked.label or _next_label(scenario),
        goal=goal,
        cutoff=cutoff,
        question=asked.question.strip(),
        family=OWN,
        operator=OWN,
        answer_type=answered_by(program.decls[goal.pred], goal),
        unit=asked.unit.strip(),
        tolerance=asked.tolerance.strip() or "0",
    )
    whole = dataclasses.replace(specs.spec_of(scenario), events=(), entities=(), queries=(spec,))
    checked, problems, _ = bundle_checks.check_scenario(whole, authored=False)
    if problems:
        raise QueryRefusedError({_FIELDS.get(one.code, "question"): str(one) for one in problems})
    return checked.queries[0]


def answered_by(decl: Decl, goal: Goal) -> str:
    """The type of an answer that scoring knows, for what a goal asks."""
    if decl.reading is Reading.MEMBERS:
        return "set" if goal.member is None else "bool"
    found = answer_type_of(decl, goal)
    if found in ANSWER_TYPES:
        return found
    return {"number": "number", "text": "entity"}[category(found)]


#: Which entry a problem of a query is about, by its code; the question where it is none of these.
_FIELDS = {"goal": "goal", "query-id": "label", "tolerance": "tolerance", "far-time": "cutoff"}


def _next_label(scenario: Scenario) -> str:
    numbers = (_NUMBERED.fullmatch(label) for label in scenario.queries.values_list("label", flat=True))
    return f"q{1 + max((int(found[1]) for found in numbers if found), default=0):04d}"


def _stored(scenario: Scenario, spec: QuerySpec) -> Query:
    query = Query.objects.create(
        scenario=scenario,
        label=spec.id,
        goal_pred=spec.goal.pred,
        goal_key=list(spec.goal.key),
        goal_member=spec.goal.member,
        goal_temporal=spec.goal.temporal,
        goal_version=choice_object(spec.goal.version),
        cutoff=spec.cutoff,
        family=spec.family,
        operator=spec.operator,
        answer_type=spec.answer_type,
        unit=spec.unit,
        tolerance=spec.tolerance,
        target=spec.target,
    )
    Rendering.objects.create(query=query, text=spec.question, renderer=Rendering.Renderer.GIVEN)
    return scenario.queries.with_question().get(pk=query.pk)


def _derive(scenario: Scenario, query: Query) -> GoldAnswer:
    """Derive and store the gold of one new query; the nodes that other queries have are shared."""
    try:
        found = evaluation.evaluate_all(scenario=scenario, asked=[(query.goal, query.cutoff)])
        [answered] = folding.in_postgres(scenario=scenario, asked=[query], found=found)
        [checked] = check_imported(scenario=scenario, asked=[query], found=found)
    except DatalogError as error:
        raise QueryRefusedError({"goal": f"Gold cannot be derived. {error}"}) from error
    places = gold_revision.store_nodes(
        scenario=scenario, cutoffs=[query.cutoff], derived=[_Derived(query, answered)]
    )
    root = places[query.cutoff, answered.derivation.root]
    gold = gold_row(query, answered, checked, root, Timeline.of(scenario), aliases_in(scenario))
    gold.save(force_insert=True)
    Witness.objects.bulk_create(
        Witness(query=query, position=place, events=list(events), minimal=checked.minimal)
        for place, events in enumerate(answered.witnesses.witnesses)
    )
    return gold
