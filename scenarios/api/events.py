"""A record as the API tells it to those who may see its actions and the gold that rests on it."""

from __future__ import annotations

from typing import Any

from scenarios.api.serializers import ActionSerializer, RecordSerializer
from scenarios.models import Event
from scenarios.selectors import event_page
from scenarios.selectors.event_versions import Named, VersionStory


def record_object(event: Event) -> dict[str, Any]:
    """What a reader of records may know of it: itself and the records next to it."""
    near = event_page.neighbours(event)
    return {
        **RecordSerializer(event).data,
        "before": [one.label for one in near.before],
        "after": [one.label for one in near.after],
    }


def actions_object(event: Event) -> dict[str, Any]:
    """Its kind, its actions with what each statement did and what came of it, and the checks of its words."""
    stories = {one.pos: one for one in event_page.actions(event)}
    words = event_page.words(event)
    return {
        "kind": event.kind,
        "distractor_kind": event.distractor_kind,
        "template": event.template,
        "actions": [
            {
                **ActionSerializer(action).data,
                "statements": [_statement(one) for one in stories[action.pos].versions],
            }
            for action in event.actions.order_by("pos")
        ],
        "checks": {}
        if words is None
        else {one.code: {"passed": one.passed, "evidence": one.evidence} for one in words.checks},
    }


def support_object(event: Event) -> dict[str, Any]:
    """The queries whose gold rests on it."""
    found = event_page.support(event, most=None)
    return {
        "queries": [
            {
                "id": row.gold.query.label,
                "in_witness": row.in_support,
                "exact": row.exact,
                "witnesses_holding": row.holding,
                "witnesses_listed": row.listed,
            }
            for row in found.rows
        ]
    }


def _statement(story: VersionStory) -> dict[str, Any]:
    return {
        "name": story.name,
        "effect": story.effect.value,
        "other": _named(story.other),
        "confirmed_by": list(story.confirmed),
        "superseded_by": _named(story.ended),
        "superseded_at": story.ended_at.isoformat() if story.ended_at is not None else None,
    }


def _named(named: Named | None) -> dict[str, Any] | None:
    return None if named is None else {"says": named.words, "events": list(named.events)}
