"""JSON shapes of diagnoses. They read and shape, nothing else."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from probes.models import Diagnosis, FrontierNode


class FrontierNodeSerializer(serializers.ModelSerializer[FrontierNode]):
    """A node of the frontier; ``node`` is empty for the answer itself."""

    node = serializers.SerializerMethodField()

    class Meta:
        model = FrontierNode
        fields = (
            "node",
            "kind",
            "failure",
            "dimension",
            "depth",
            "unverified",
            "load_bearing",
            "misleading",
        )

    def get_node(self, row: FrontierNode) -> str:
        return row.probe.node.node_label if row.probe else ""


class DiagnosisSerializer(serializers.ModelSerializer[Diagnosis]):
    """A diagnosis as lists show it; ``id`` is what the address of one takes."""

    run = serializers.IntegerField(source="answer.context.variant.run_id")
    answer = serializers.IntegerField(source="answer_id")
    system = serializers.CharField(source="answer.context.variant.system.name")
    hint = serializers.CharField(source="answer.context.variant.hint")
    knows = serializers.ListField(
        source="answer.context.variant.knows", child=serializers.CharField(), read_only=True
    )
    scenario = serializers.CharField(source="answer.question.scenario.slug")
    query = serializers.CharField(source="answer.question.query.label")
    family = serializers.CharField(source="answer.question.query.family")
    frontier = FrontierNodeSerializer(many=True)

    class Meta:
        model = Diagnosis
        fields = (
            "id",
            "run",
            "answer",
            "system",
            "hint",
            "knows",
            "scenario",
            "query",
            "family",
            "status",
            "correct",
            "self_recovered",
            "gold_recovered",
            "reason",
            "frontier",
        )


class DiagnosisDetailSerializer(DiagnosisSerializer):
    """One diagnosis with all that was asked. In ``details``, ``states`` holds the probed nodes and the root
    (``probe`` 0) with the targeted and the inherited answers; ``edges`` are [parent, child] of probes,
    ``followed`` those that the search for the frontier went along; ``recoveries`` their steps in order."""

    details = serializers.SerializerMethodField()

    class Meta(DiagnosisSerializer.Meta):
        fields = (*DiagnosisSerializer.Meta.fields, "details")

    def get_details(self, row: Diagnosis) -> dict[str, Any]:
        found: dict[str, Any] = self.context["details"]
        return found


class RunDiagnosisSerializer(serializers.Serializer[Any]):
    """The figures of a run's diagnoses, a line each system and hint: shares are ``{value, numerator,
    denominator, low, high}``, null for an empty denominator. Oracles say what they know."""

    run = serializers.IntegerField()
    suite = serializers.CharField()
    version = serializers.IntegerField()
    reader = serializers.CharField()
    reader_knows = serializers.ListField(child=serializers.CharField())
    lines = serializers.ListField(child=serializers.DictField())
