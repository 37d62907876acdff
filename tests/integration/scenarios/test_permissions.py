"""Who sees which suite, and what a role allows there (overview 4.15, 4.10)."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from benchmark.floor.accounts.verbs import ALLOWED, Role, Verb
from scenarios.models import Suite
from scenarios.permissions import can, require, role_on
from scenarios.selectors import suites
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def person(django_user_model: Any) -> Any:
    def make_person(role: Role, **fields: Any) -> Any:
        count = django_user_model.objects.count()
        return django_user_model.objects.create_user(f"{role}-{count}", role=role.value, **fields)

    return make_person


def slugs(user: Any) -> set[str]:
    return set(Suite.objects.visible_to(user).values_list("slug", flat=True))


def test_a_person_sees_open_suites_and_their_own(person: Any) -> None:
    vera = person(Role.LEAD)
    make.suite(slug="open", is_open=True)
    mine = make.suite(slug="mine")
    make.suite(slug="theirs")
    make.member(vera, mine, "annotator")
    assert slugs(vera) == {"open", "mine"}
    assert slugs(person(Role.ADMIN)) == {"open", "mine", "theirs"}
    assert slugs(person(Role.ANNOTATOR, is_superuser=True)) == {"open", "mine", "theirs"}


def test_anonymous_and_switched_off_people_see_nothing_and_may_nothing(person: Any) -> None:
    suite = make.suite(is_open=True)
    gone = person(Role.ADMIN, is_active=False, is_superuser=True)
    for nobody in (AnonymousUser(), gone):
        assert slugs(nobody) == set()
        assert not any(can(nobody, verb) or can(nobody, verb, suite) for verb in Verb)
        with pytest.raises(Http404):
            require(nobody, Verb.SUITE_VIEW, suite)


def test_what_is_not_yours_does_not_exist(person: Any) -> None:
    vera, suite = person(Role.LEAD), make.suite(slug="theirs")
    assert not can(vera, Verb.SUITE_VIEW, suite)
    with pytest.raises(Http404, match="no such suite"):
        require(vera, Verb.GOLD_VIEW, suite)
    with pytest.raises(Http404) as hidden:
        suites.get_visible(vera, "theirs")
    with pytest.raises(Http404) as absent:
        suites.get_visible(vera, "absent")
    assert str(hidden.value).replace("theirs", "absent") == str(absent.value)


def test_seen_but_not_allowed_is_refused_by_name(person: Any) -> None:
    annotator, suite = person(Role.ANNOTATOR), make.suite(is_open=True)
    require(annotator, Verb.SUITE_VIEW, suite)
    with pytest.raises(PermissionDenied, match=r"gold\.view"):
        require(annotator, Verb.GOLD_VIEW, suite)


@pytest.mark.parametrize("own", [Role.ANNOTATOR, Role.RESEARCHER, Role.LEAD])
@pytest.mark.parametrize("there", [Role.ANNOTATOR, Role.RESEARCHER, Role.LEAD])
def test_on_a_suite_the_role_of_the_membership_decides(person: Any, own: Role, there: Role) -> None:
    user, suite = person(own), make.suite(is_open=True)
    make.member(user, suite, there.value)
    assert role_on(user, suite) is there
    for verb in Verb:
        assert can(user, verb, suite) is (verb in ALLOWED[there])
        assert can(user, verb) is (verb in ALLOWED[own])


def test_a_held_out_suite_keeps_its_records_and_gold_to_its_leads(person: Any) -> None:
    suite = make.suite(is_open=True, held_out=True)
    outsider, researcher, lead = person(Role.LEAD), person(Role.ANNOTATOR), person(Role.ANNOTATOR)
    make.member(researcher, suite, "researcher")
    make.member(lead, suite, "lead")
    for verb in (Verb.RECORD_VIEW, Verb.ACTIONS_VIEW, Verb.GOLD_VIEW):
        assert not can(outsider, verb, suite)
        assert not can(researcher, verb, suite)
        assert can(lead, verb, suite)
        assert can(person(Role.ADMIN), verb, suite)
    assert can(outsider, Verb.SUITE_VIEW, suite)


def test_a_system_reaches_no_gold(person: Any) -> None:
    system, suite = person(Role.SYSTEM), make.suite(is_open=True)
    may = {Verb.SUITE_VIEW, Verb.RUN_SUBMIT, Verb.PRACTICE_USE}
    assert {verb for verb in Verb if can(system, verb, suite)} == may


def test_lists_of_suites_cost_one_query_whatever_they_hold(
    person: Any, django_assert_num_queries: Any
) -> None:
    vera = person(Role.LEAD)
    for _ in range(3):
        suite = make.suite(is_open=True)
        for _ in range(2):
            scenario = make.scenario(suite=suite)
            make.event(scenario, 1)
            make.event(scenario, 2)
            make.query(scenario)
    make.suite(is_open=True)
    with django_assert_num_queries(1):
        counts = sorted((row.n_scenarios, row.n_events, row.n_queries) for row in suites.visible_to(vera))
    assert counts == [(0, 0, 0), (2, 4, 2), (2, 4, 2), (2, 4, 2)]
