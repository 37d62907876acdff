"""Version rows say what resolution says, at every cutoff and for every order of arrival (spec 1.4, 1.6)."""

from __future__ import annotations

import random
from datetime import datetime

import pytest

from scenarios.datalog.history import Op
from scenarios.datalog.resolution import Resolved, Version, VersionKey, resolve
from scenarios.datalog.sql.evidence import RULES_IN_FORCE
from scenarios.datalog.sql.recorded import VERSION_TABLE
from scenarios.models import Action, Event, FactVersion, RuleVersion, Scenario, Suite
from scenarios.services import versions
from scenarios.services.discovery import Discovered
from scenarios.services.statements import QueryRow, fetch
from scenarios.services.stored_state import VersionStore
from scenarios.services.version_reads import fetch_versions
from tests.factories.small_histories import HistoryWriter, day, rough_history
from tests.factories.stored_histories import store_actions, store_history

pytestmark = pytest.mark.django_db

KEYS: list[VersionKey] = [("f", ("a",), None), ("f", ("b",), None), ("rule:k", (), None)] + [
    (pred, (group,), member)
    for group in "gh"
    for pred, member in (("complete:s", None), ("s", "p"), ("s", "q"), ("s", "r"))
]


def _stores(scenario: Scenario, cutoffs: list[datetime]) -> dict[datetime, VersionStore]:
    """The versions of ``KEYS`` at every cutoff, fetched at once as derivations do."""
    places = [(scenario.pk, cutoff) for cutoff in cutoffs]
    found = Discovered(
        states={place: {} for place in places},
        lookups={place: {("f", ("a",)), ("f", ("b",))} for place in places},
        groups={place: {("s", ("g",)), ("s", ("h",))} for place in places},
    )
    return {cutoff: store for (_, cutoff), store in fetch_versions([(found, ["k"])]).items()}


def _expected(resolved: Resolved) -> dict[VersionKey, tuple[list[str], int]]:
    """Asserting events of the current version of each key, and how many versions it supersedes."""
    found = {key: resolved.versions(key) for key in KEYS}
    return {
        key: ([action.event for action in versions[-1].actions], len(versions) - 1)
        for key, versions in found.items()
        if versions
    }


def _stored(store: VersionStore) -> dict[VersionKey, tuple[list[str], int]]:
    found: dict[VersionKey, tuple[list[str], int]] = {}
    for key in KEYS:
        pred, group, member = key
        version = store.members[pred, group].get(member) if member else store.current[key]
        if version is not None:
            found[key] = ([action.event for action in version.actions], store.obsolete.get(key, 0))
    return found


def _state(scenario: Scenario) -> list[tuple[object, ...]]:
    fields = ("event__label", "predicate", "a0", "member", "op", "value", "valid_until")
    return sorted(FactVersion.objects.filter(scenario=scenario).values_list(*fields), key=str)


def test_the_compiler_reads_the_table_of_the_model() -> None:
    assert FactVersion._meta.db_table == VERSION_TABLE


@pytest.mark.parametrize("seed", range(40))
def test_rows_hold_what_resolution_resolves(seed: int) -> None:
    writer = rough_history(random.Random(seed))
    scenario = store_history("", writer.history)
    cutoffs = [day(number) for number in range(-1, writer.now + 2)]
    stores = _stores(scenario, cutoffs)
    for cutoff in cutoffs:
        resolved = resolve(writer.history, cutoff)
        assert _stored(stores[cutoff]) == _expected(resolved)
        rules = fetch(RULES_IN_FORCE, [QueryRow(0, scenario.pk, cutoff, ())])
        assert {key: text for _, key, text in rules} == resolved.rules


@pytest.mark.parametrize("seed", range(100, 130))
def test_rows_are_the_same_for_every_order_of_arrival(seed: int) -> None:
    rng = random.Random(seed)
    writer = rough_history(rng)
    scenario = store_history("", writer.history)
    shuffled = list(writer.history.actions)
    rng.shuffle(shuffled)
    other = _empty_scenario()
    while shuffled:
        batch = [shuffled.pop() for _ in range(min(len(shuffled), rng.randint(1, 3)))]
        versions.record(actions=store_actions(other, batch))
    assert _state(other) == _state(scenario)
    versions.rebuild(scenario=other)
    assert _state(other) == _state(scenario)


@pytest.mark.parametrize("seed", range(300, 330))
def test_rows_are_the_same_for_every_order_of_arrivals_and_withdrawals(seed: int) -> None:
    rng = random.Random(seed)
    writer = rough_history(rng)
    waiting = list(writer.history.actions)
    rng.shuffle(waiting)
    scenario = _empty_scenario()
    present: list[Action] = []
    while waiting or rng.random() < 0.5:
        if waiting and rng.random() < 0.6:
            batch = [waiting.pop() for _ in range(min(len(waiting), rng.randint(1, 3)))]
            stored = store_actions(scenario, batch)
            versions.record(actions=stored)
            present += stored
        elif present:
            gone = rng.sample(present, rng.randint(1, min(3, len(present))))
            versions.withdraw(actions=gone)
            Event.objects.filter(actions__in=gone).delete()
            present = [action for action in present if action not in gone]
        kept = _state(scenario)
        versions.rebuild(scenario=scenario)
        assert kept == _state(scenario)


def test_withdrawing_counts_rows_and_takes_clause_texts_with_them() -> None:
    writer = HistoryWriter(random.Random(0))
    writer.add(Op.RULE, "k", (), clause="g(A,V) :- f(A,V).")
    writer.add(Op.COMPLETE, "s", ("g",), size=2, members=("p", "q"))
    scenario = _empty_scenario()
    stored = store_actions(scenario, writer.history.actions)
    versions.record(actions=stored)
    assert versions.withdraw(actions=stored[1:]) == 3
    assert RuleVersion.objects.filter(scenario=scenario).count() == 1
    assert versions.withdraw(actions=stored[:1]) == 1
    assert not RuleVersion.objects.filter(scenario=scenario).exists()


@pytest.mark.parametrize("seed", range(200, 220))
def test_rows_of_a_group_are_its_members_and_its_tombstones(seed: int) -> None:
    writer = rough_history(random.Random(seed))
    scenario = store_history("", writer.history)
    cutoffs = list(writer.cutoffs(4))
    stores = _stores(scenario, cutoffs)
    for cutoff in cutoffs:
        group = resolve(writer.history, cutoff).group("s", ("g",))
        expected = {**group.members, **group.dead}
        found = stores[cutoff].members["s", ("g",)]
        assert {name: _told(version) for name, version in found.items()} == {
            name: _told(version) for name, version in expected.items()
        }


def test_ineffective_actions_have_no_row() -> None:
    writer = HistoryWriter(random.Random(0))
    writer.add(Op.CANCEL, "s", ("g",), member="p", ineffective=True)
    scenario = store_history("", writer.history)
    assert not FactVersion.objects.filter(scenario=scenario).exists()


def _told(version: Version) -> list[tuple[str, str]]:
    return [(action.event, action.op.value) for action in version.actions]


def _empty_scenario() -> Scenario:
    suite = Suite.objects.create(slug="shuffled", title="shuffled", kind="derive")
    return Scenario.objects.create(suite=suite, slug="shuffled", title="shuffled", program="")
