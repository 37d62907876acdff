"""The table of roles and verbs."""

from __future__ import annotations

import pytest

from benchmark.floor.accounts.verbs import ALLOWED, CLASSES, PUBLIC, SIGNED_IN, Role, Verb, allowed


def test_every_role_has_an_entry_and_nothing_else_does() -> None:
    assert set(ALLOWED) == set(Role)


def test_an_admin_may_do_everything_and_is_the_only_one() -> None:
    assert ALLOWED[Role.ADMIN] == frozenset(Verb)
    assert [role for role in Role if Verb.ADMIN_USE in ALLOWED[role]] == [Role.ADMIN]


@pytest.mark.parametrize("verb", [Verb.GOLD_VIEW, Verb.ACTIONS_VIEW])
def test_gold_stays_out_of_reach_of_annotators_and_systems(verb: Verb) -> None:
    assert not allowed(Role.ANNOTATOR, verb)
    assert not allowed(Role.SYSTEM, verb)
    assert allowed(Role.RESEARCHER, verb)
    assert allowed(Role.LEAD, verb)


def test_a_system_may_do_no_more_than_see_suites_practise_and_submit() -> None:
    assert ALLOWED[Role.SYSTEM] == {Verb.SUITE_VIEW, Verb.RUN_SUBMIT, Verb.PRACTICE_USE}


def test_an_unknown_role_may_do_nothing() -> None:
    assert not any(allowed("owner", verb) for verb in Verb)


def test_routes_are_classified_by_verbs_or_by_two_words() -> None:
    assert CLASSES == {verb.value for verb in Verb} | {PUBLIC, SIGNED_IN}
