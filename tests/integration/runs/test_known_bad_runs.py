"""Runs of the known-bad systems over mini: each is wrong where its fault bears, and right elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from benchmark.exceptions import RunMisconfiguredError
from benchmark.management.printing import notes
from benchmark.models import Answer, Run
from benchmark.oracles import misreadings, withheld
from benchmark.selectors import leaderboards, results
from benchmark.services import draining, systems
from benchmark.services.oracle_systems import ORACLES
from scenarios.datalog.stratification import predicate_graph
from scenarios.datalog.syntax import Program
from scenarios.models import GoldAnswer, Scenario, Suite
from scenarios.selectors import histories, programs
from scenarios.services import suites
from sut_adapters.models import SystemUnderTest
from tests.factories import runs as make
from tests.factories.kept_rows import kept
from tests.factories.mini_suite import mini_bundle

pytestmark = pytest.mark.django_db

KNOWN_BAD = tuple(name for name in ORACLES if name != "supporting_events")


def named(*names: str) -> list[SystemUnderTest]:
    found = {system.name: system for system in systems.register_all()}
    return [found[name] for name in names]


@dataclass(frozen=True)
class Read:
    """An answer beside its gold and the scenario that it is about."""

    answer: Answer
    gold: GoldAnswer
    scenario: Scenario

    @property
    def rests_on(self) -> set[str]:
        """The events that the gold rests on; of an unknown one those that its derivation read."""
        return {*self.gold.support, *self.gold.context_events}

    @property
    def needs(self) -> set[str]:
        """The events that all its witnesses have in common."""
        witnesses = [set(witness.events) for witness in self.answer.question.query.witnesses.all()]
        return set.intersection(*witnesses) if witnesses else set()


def read(run: Run, system: str) -> list[Read]:
    rows = Answer.objects.filter(context__variant__run=run, context__variant__system__name=system)
    rows = rows.select_related("context", "question__query__gold", "question__query__scenario")
    return [
        Read(row, row.question.query.gold, row.question.query.scenario)
        for row in rows.prefetch_related("question__query__witnesses").order_by("question")
    ]


@pytest.fixture(scope="module")
def mini(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Suite]:
    with kept(django_db_blocker):
        with django_db_blocker.unblock():
            found = suites.release(suite=suites.store(bundle=mini_bundle(), by=None), by=None)
        yield found


def test_each_errs_where_its_fault_bears_and_is_right_elsewhere(mini: Suite) -> None:
    run = make.launch(mini, *named("full_history", *KNOWN_BAD), reader="symbolic")
    draining.work(until=timezone.now() + timedelta(minutes=8), run=run)
    run.refresh_from_db()
    assert run.status == "done"
    assert all(one.answer.correct for one in read(run, "full_history"))

    _drops_revisions(read(run, "drops_revisions"))
    _loses_rules(read(run, "loses_rules"))
    _newest_k(read(run, "newest_k"))
    _never_updates(read(run, "never_updates"))
    _ignores_completeness(read(run, "ignores_completeness"))
    _swaps_clause(read(run, "swaps_clause"))

    (board,) = leaderboards.of_suite(mini)
    assert {row.result.system: row.rank for row in board.rows} == {"full_history": 1} | dict.fromkeys(
        KNOWN_BAD
    )
    said = notes(results.of_run(run))
    assert "* drops_revisions knows actions: never ranked." in said
    assert "* never_updates knows design: never ranked." in said


def _drops_revisions(found: list[Read]) -> None:
    """Wrong answers rest on a change that was withheld, and some of them are stale."""
    for one in found:
        lost = withheld.changing(histories.load(one.scenario))
        assert lost.isdisjoint(one.answer.context.event_labels)
        assert one.answer.correct or (one.gold.obs_flag and lost & one.rests_on)
    wrong = [one for one in found if not one.answer.correct]
    assert {one.scenario.slug for one in wrong} == {one.scenario.slug for one in found}
    assert any(one.answer.label == one.gold.label == "answerable" for one in wrong)


def _loses_rules(found: list[Read]) -> None:
    """Exactly the answers that no record but one of a rule or a parameter can give are wrong."""
    for one in found:
        lost = withheld.declaring(programs.load(one.scenario), histories.load(one.scenario))
        assert lost.isdisjoint(one.answer.context.event_labels)
        assert one.answer.correct == lost.isdisjoint(one.needs)
    assert not all(one.answer.correct for one in found)


def _newest_k(found: list[Read]) -> None:
    for one in found:
        seen = one.scenario.events.filter(observed_at__lte=one.answer.question.cutoff)
        labels = list(seen.order_by("observed_at", "seq").values_list("label", flat=True))
        assert one.answer.context.event_labels == labels[-10:]
    wrong = [one for one in found if not one.answer.correct]
    assert len(wrong) > len(found) / 2
    assert all(one.rests_on - set(one.answer.context.event_labels) for one in wrong)


def _never_updates(found: list[Read]) -> None:
    for one in found:
        labels = list(one.scenario.events.order_by("observed_at", "seq").values_list("label", flat=True))
        assert len(labels) == 60
        assert one.answer.context.event_labels == labels[:10]
    assert not all(one.answer.correct for one in found)


def _ignores_completeness(found: list[Read]) -> None:
    """Known answers stay right: closing a collection decides only what was open. Some unknown is answered."""
    for one in found:
        assert one.answer.correct or one.gold.label == "unknown"
        assert one.answer.correct == (one.answer.label == one.gold.label)
    assert any(one.answer.label != "unknown" for one in found if one.gold.label == "unknown")


def _swaps_clause(found: list[Read]) -> None:
    """Only what derives through the swapped clause can be wrong, and in each domain something is."""
    for one in found:
        program = programs.load(one.scenario)
        clause = misreadings.swapped_clause(program)
        assert clause is not None
        reaches = clause.head.pred in _reached(program, one.answer.question.query.goal.pred)
        assert one.answer.correct or reaches
    assert {one.scenario.slug for one in found if not one.answer.correct} == {
        one.scenario.slug for one in found
    }


def _reached(program: Program, pred: str) -> set[str]:
    edges, _ = predicate_graph(program)
    reached, open_ = {pred}, [pred]
    while open_:
        fresh = edges[open_.pop()] - reached
        reached |= fresh
        open_ += fresh
    return reached


def test_what_is_misread_needs_a_reader_that_knows_the_rules(mini: Suite) -> None:
    chosen = named("ignores_completeness", "swaps_clause", "drops_revisions")
    with pytest.raises(RunMisconfiguredError) as refused:
        make.launch(mini, *chosen, reader="scripted")
    found = [(fault.where, fault.remedy) for fault in refused.value.faults]
    assert found == [
        (f"system {name}", "Read it with the symbolic reader, or leave it out.")
        for name in ("ignores_completeness", "swaps_clause")
    ]
    assert not Run.objects.exists()


def test_wrong_settings_are_refused_at_launch(mini: Suite) -> None:
    (system,) = named("never_updates")
    SystemUnderTest.objects.filter(pk=system.pk).update(config={"after": 2})
    with pytest.raises(RunMisconfiguredError, match="after must be a number from 0 to 1"):
        make.launch(mini, SystemUnderTest.objects.get(pk=system.pk), reader="symbolic")


def test_they_are_listed_with_what_they_know_and_their_fault() -> None:
    named()
    out = StringIO()
    call_command("sut", "list", stdout=out)
    lines = {line.split()[0]: line for line in out.getvalue().splitlines() if line.startswith("  ")}
    for name in KNOWN_BAD:
        assert "Known to be bad: " in lines[name]
        assert f"knows {', '.join(ORACLES[name].knows)}" in lines[name]
    assert "k=10" in lines["newest_k"]
