"""JSON shapes of suites, scenarios, records and queries (spec 16). They read and shape, nothing else."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from scenarios.models import Event, Query, Scenario, Suite
from scenarios.selectors import browsing


class SuiteSerializer(serializers.ModelSerializer[Suite]):
    """A suite with the counts of what it holds."""

    n_scenarios = serializers.IntegerField(read_only=True)
    n_events = serializers.IntegerField(read_only=True)
    n_queries = serializers.IntegerField(read_only=True)

    class Meta:
        model = Suite
        fields = (
            "slug",
            "title",
            "kind",
            "version",
            "status",
            "verification",
            "content_hash",
            "held_out",
            "n_scenarios",
            "n_events",
            "n_queries",
        )


class ScenarioSerializer(serializers.ModelSerializer[Scenario]):
    """A scenario: its span and its size. The program is part of the truth and not in here."""

    suite = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    n_events = serializers.IntegerField(read_only=True)
    n_queries = serializers.IntegerField(read_only=True)

    class Meta:
        model = Scenario
        fields = ("suite", "slug", "title", "domain", "horizon_start", "horizon_end", "n_events", "n_queries")


class RecordSerializer(serializers.BaseSerializer[Event]):
    """A record as a system sees it: id, t and text; speaker and session only where it has them."""

    def to_representation(self, instance: Event) -> dict[str, Any]:
        shown = {"id": instance.label, "t": instance.observed_at.isoformat(), "text": instance.text}  # type: ignore[attr-defined]
        for name in ("speaker", "session"):
            if getattr(instance, name):
                shown[name] = getattr(instance, name)
        return shown


class ActionsSerializer(serializers.BaseSerializer[Event]):
    """The typed actions of a record, for those who may see the truth."""

    def to_representation(self, instance: Event) -> dict[str, Any]:
        actions = [
            {
                "pos": action.pos,
                "op": action.op,
                "pred": action.pred,
                "key": action.key,
                "member": action.member,
                "value": action.value,
                "as_of": action.as_of.isoformat(),
                "size": action.size,
                "members": action.members,
                "clause": action.clause,
                "ineffective": action.ineffective,
                "words": browsing.action_in_words(action),
            }
            for action in sorted(instance.actions.all(), key=lambda action: action.pos)
        ]
        return {"id": instance.label, "kind": instance.kind, "actions": actions}


class QuerySerializer(serializers.BaseSerializer[Query]):
    """A query as a system may read it: id, tau, question and answer type."""

    def to_representation(self, instance: Query) -> dict[str, Any]:
        return {
            "id": instance.label,
            "tau": instance.cutoff.isoformat(),
            "question": instance.question,  # type: ignore[attr-defined]
            "answer_type": instance.answer_type,
        }


def gold_of(query: Query) -> dict[str, Any]:
    """The gold of a query as JSON: label, answer, figures and witnesses (spec 16, gold.jsonl)."""
    gold = query.gold
    return {
        "id": query.label,
        "family": query.family,
        "operator": query.operator,
        "label": gold.label,
        "answer": gold.answer,
        "aliases": gold.aliases,
        "missing": gold.missing,
        "height": gold.height,
        "width": gold.width,
        "degree": gold.degree,
        "obs_flag": gold.obs_flag,
        "exact": gold.exact,
        "support": gold.support,
        "support_high": gold.support_high,
        "witnesses": [witness.events for witness in query.witnesses.all()],
        "witnesses_unlisted": gold.unlisted,
        "context_events": gold.context_events,
        "measures": gold.measures,
        "checks": gold.checks,
    }
