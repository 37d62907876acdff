"""The database itself holds the invariants of histories and gold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from scenarios.models import (
    DerivationEdge,
    DerivationNode,
    FactVersion,
    GoldAnswer,
    Membership,
    Query,
    Rendering,
    Suite,
    Witness,
)
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db


def refused(name: str, write: Callable[[], Any]) -> None:
    """The write fails on the constraint or trigger ``name``."""
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        write()


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("action_value_where_asserted", {"value": None}),
        ("action_value_where_asserted", {"op": "cancel"}),
        ("action_op_known", {"op": "guess", "value": None}),
        ("action_size_where_complete", {"op": "complete", "value": None}),
        ("action_size_where_complete", {"size": 3}),
        ("action_clause_where_rule", {"op": "rule", "value": None}),
        ("action_clause_where_rule", {"clause": "a(X) :- b(X)."}),
        ("action_member_where_member", {"op": "member", "value": None}),
        ("action_member_where_member", {"member": "Grus"}),
        ("action_ineffective_only_tombstones", {"ineffective": True}),
    ],
)
def test_actions_of_wrong_shape_are_refused(constraint: str, fields: dict[str, Any]) -> None:
    event = make.event(make.scenario(), 1)
    refused(constraint, lambda: make.action(event, **fields))


def test_labels_and_orders_are_unique_in_their_scenario() -> None:
    scenario = make.scenario()
    event = make.event(scenario, 1)
    make.action(event)
    make.query(scenario)
    refused("event_label_once_a_scenario", lambda: make.event(scenario, 1, seq=2))
    refused("event_seq_once_a_scenario", lambda: make.event(scenario, 2, seq=1))
    refused("action_pos_once_an_event", lambda: make.action(event))
    refused("query_label_once_a_scenario", lambda: make.query(scenario))
    refused("scenario_slug_once_a_suite", lambda: make.scenario(suite=scenario.suite, slug=scenario.slug))
    refused("slug", lambda: make.suite(slug=scenario.suite.slug))


def test_a_version_row_claims_nothing_before_it_was_observed() -> None:
    event = make.event(make.scenario(), 1)
    action = make.action(event)

    def version(**fields: Any) -> FactVersion:
        return FactVersion.objects.create(
            scenario=event.scenario,
            action=action,
            event=event,
            predicate="dest",
            a0="Grus",
            op="assert",
            value="Corby",
            **{"observed_at": event.observed_at, "as_of": event.observed_at, "seq": 1, "pos": 0, **fields},
        )

    refused("fact_version_as_of_not_later", lambda: version(as_of=event.observed_at + timedelta(seconds=1)))
    refused(
        "fact_version_interval_in_order",
        lambda: version(valid_until=event.observed_at - timedelta(seconds=1)),
    )


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("gold_label_known", {"label": "perhaps"}),
        ("gold_answer_null_iff_unknown", {"label": "unknown", "missing": ["missing(dest(Grus))"]}),
        ("gold_answer_null_iff_unknown", {"answer": None}),
        ("gold_unknown_names_what_is_missing", {"label": "unknown", "answer": None}),
        ("gold_exact_lists_all_witnesses", {"unlisted": 2}),
        ("gold_exact_lists_all_witnesses", {"unlisted": None}),
    ],
)
def test_gold_of_wrong_shape_is_refused(constraint: str, fields: dict[str, Any]) -> None:
    query = make.query(make.scenario())
    refused(constraint, lambda: make.gold(query, **fields))


def test_a_false_answer_is_an_answer() -> None:
    gold = make.gold(make.query(make.scenario()), answer=False)
    assert GoldAnswer.objects.get(pk=gold.pk).answer is False


def test_a_rendering_is_of_an_event_or_of_a_query() -> None:
    scenario = make.scenario()
    event, query = make.event(scenario, 1), make.query(scenario)
    create = Rendering.objects.create
    refused("rendering_of_one_thing", lambda: create(text="x", version=2, is_current=False))
    refused(
        "rendering_of_one_thing",
        lambda: create(event=event, query=query, text="x", version=2, is_current=False),
    )
    refused("rendering_one_current_an_event", lambda: create(event=event, text="x", version=2))
    refused("rendering_version_once_a_query", lambda: create(query=query, text="x", is_current=False))


def test_a_release_pairs_its_time_with_its_state() -> None:
    suite = make.suite()
    one = Suite.objects.filter(pk=suite.pk)
    refused("suite_released_with_time", lambda: one.update(status="released", content_hash="1"))
    refused("suite_released_with_time", lambda: one.update(released_at=suite.created_at))
    refused("suite_released_with_hash", lambda: one.update(status="released", released_at=suite.created_at))
    refused(
        "suite_released_after_created",
        lambda: one.update(
            status="released", content_hash="1", released_at=suite.created_at - timedelta(days=1)
        ),
    )


def test_a_person_has_one_role_a_suite(django_user_model: Any) -> None:
    user = django_user_model.objects.create_user("vera")
    suite = make.suite()
    make.member(user, suite)
    refused("membership_once_a_suite", lambda: make.member(user, suite, "annotator"))
    refused(
        "membership_role_known",
        lambda: Membership.objects.create(user=user, suite=make.suite(), role="king"),
    )


@pytest.mark.parametrize("model", [GoldAnswer, Witness, DerivationNode, DerivationEdge])
def test_gold_is_never_updated(model: Any) -> None:
    make.gold(make.query(make.scenario()))
    row = model.objects.first()
    refused("immutable", row.save)


@pytest.mark.parametrize("model", [Witness, GoldAnswer, DerivationEdge, Query, Suite])
def test_gold_of_a_released_suite_is_never_deleted(model: Any) -> None:
    query = make.query(make.scenario())
    make.gold(query)
    make.released(query.scenario.suite)
    refused("released suite", model.objects.all().delete)
    assert Witness.objects.count() == 1


def test_deleting_parents_first_by_hand_does_not_get_around_it() -> None:
    query = make.query(make.scenario())
    make.gold(query)
    make.released(query.scenario.suite)

    def by_hand() -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM scenarios_query WHERE id = %s", [query.pk])

    refused("released suite", by_hand)


def test_a_draft_goes_with_its_gold() -> None:
    query = make.query(make.scenario())
    make.gold(query)
    query.scenario.suite.delete()
    assert not Witness.objects.exists()
    assert not DerivationNode.objects.exists()
