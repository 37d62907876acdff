"""JSON shapes of suites, scenarios, records and queries (spec 16). They read and shape, nothing else."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from scenarios.models import Action, Event, GoldAnswer, Query, Scenario, Suite
from scenarios.selectors import browsing


class SuiteSerializer(serializers.ModelSerializer[Suite]):
    """A suite with the counts of what it holds."""

    verification_text = serializers.CharField(read_only=True)
    standing = serializers.ChoiceField(choices=Suite.Standing.choices, read_only=True)
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
            "verification_text",
            "content_hash",
            "held_out",
            "standing",
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


class RecordSerializer(serializers.Serializer[Event]):
    """A record as a system sees it: id, t and text; speaker and session only where it has them (AC-1.2)."""

    id = serializers.CharField(source="label")
    t = serializers.DateTimeField(source="observed_at")
    text = serializers.CharField()
    speaker = serializers.CharField(required=False)
    session = serializers.CharField(required=False)

    def to_representation(self, instance: Event) -> dict[str, Any]:
        shown = super().to_representation(instance)
        return {name: value for name, value in shown.items() if value or name in ("id", "t", "text")}


class ActionSerializer(serializers.ModelSerializer[Action]):
    """One typed action; ``words`` is how the pages write it."""

    words = serializers.SerializerMethodField()

    class Meta:
        model = Action
        fields = (
            "pos",
            "op",
            "pred",
            "key",
            "member",
            "value",
            "as_of",
            "size",
            "members",
            "clause",
            "ineffective",
            "words",
        )

    def get_words(self, action: Action) -> str:
        return browsing.action_in_words(action)


class ActionsSerializer(serializers.Serializer[Event]):
    """The kind and the typed actions of a record, for those who may see the truth."""

    id = serializers.CharField(source="label")
    kind = serializers.CharField()
    actions = ActionSerializer(many=True)


class QuerySerializer(serializers.Serializer[Query]):
    """A query as a system may read it: id, tau, question and answer type."""

    id = serializers.CharField(source="label")
    tau = serializers.DateTimeField(source="cutoff")
    question = serializers.CharField(allow_null=True)
    answer_type = serializers.CharField()


class GoldSerializer(serializers.ModelSerializer[GoldAnswer]):
    """The gold of a query: label, answer, figures and witnesses (spec 16, gold.jsonl).

    ``support`` and ``support_high`` are the ends of an interval where ``exact`` is false;
    ``witnesses_unlisted`` is null where the number of further witnesses is only bounded.
    """

    id = serializers.CharField(source="query.label")
    family = serializers.CharField(source="query.family")
    operator = serializers.CharField(source="query.operator")
    witnesses = serializers.SerializerMethodField()
    witnesses_unlisted = serializers.IntegerField(source="unlisted", allow_null=True)

    class Meta:
        model = GoldAnswer
        fields = (
            "id",
            "family",
            "operator",
            "label",
            "answer",
            "aliases",
            "missing",
            "height",
            "width",
            "degree",
            "obs_flag",
            "exact",
            "support",
            "support_high",
            "witnesses",
            "witnesses_unlisted",
            "context_events",
            "measures",
            "checks",
        )

    def get_witnesses(self, gold: GoldAnswer) -> list[list[str]]:
        return [witness.events for witness in gold.query.witnesses.all()]


class NodeSerializer(serializers.Serializer[Any]):
    """A node of a derivation; ``depth`` is the longest way from the target."""

    id = serializers.CharField()
    kind = serializers.CharField()
    state = serializers.JSONField(allow_null=True)
    depth = serializers.IntegerField()
    obsolete_count = serializers.IntegerField()
    meta = serializers.JSONField()


class DerivationSerializer(serializers.Serializer[Any]):
    """The gold derivation of a query: its nodes by depth, its edges as [parent, child] (spec 16)."""

    query = serializers.CharField()
    root = serializers.CharField()
    nodes = NodeSerializer(many=True)
    edges = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
