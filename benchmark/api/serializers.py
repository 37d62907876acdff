"""JSON shapes of runs, results and answers. They read and shape, nothing else."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from benchmark.models import Answer, HintLevel, Run
from benchmark.services.runs import DEFAULT_BUDGET
from sut_adapters.models import SystemUnderTest


class SystemSerializer(serializers.ModelSerializer[SystemUnderTest]):
    """A registered system. Its configuration is left out: it may hold addresses and keys."""

    class Meta:
        model = SystemUnderTest
        fields = ("name", "adapter", "k", "budget", "knows", "description", "enabled")


class RunSerializer(serializers.ModelSerializer[Run]):
    """A run as lists show it."""

    suite = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    created_by = serializers.SlugRelatedField(slug_field="username", read_only=True)

    class Meta:
        model = Run
        fields = (
            "id",
            "suite",
            "suite_version",
            "suite_hash",
            "title",
            "status",
            "message",
            "reader",
            "reader_knows",
            "budget",
            "note",
            "created_by",
            "created_at",
            "started_at",
            "finished_at",
        )


class LaunchSerializer(serializers.Serializer[Any]):
    """What a launch takes; ``services.runs`` decides what may start."""

    suite = serializers.SlugField(help_text="Slug of a released suite.")
    systems = serializers.ListField(child=serializers.CharField(max_length=60), min_length=1, max_length=50)
    reader = serializers.CharField(max_length=100)
    hints = serializers.ListField(
        child=serializers.ChoiceField(choices=HintLevel.choices), default=lambda: [HintLevel.NONE.value]
    )
    repetitions = serializers.IntegerField(min_value=1, max_value=20, default=1)
    budget = serializers.IntegerField(min_value=1, max_value=1_000_000, default=DEFAULT_BUDGET)
    title = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    note = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")


class AnswerSerializer(serializers.BaseSerializer[Answer]):
    """One answer with its scores; ids of events are ours."""

    def to_representation(self, instance: Answer) -> dict[str, Any]:
        query = instance.question.query
        return {
            "system": instance.context.variant.system.name,
            "hint": instance.context.variant.hint,
            "scenario": query.scenario.slug,
            "query": query.label,
            "kind": instance.question.kind,
            "condition": instance.condition,
            "repetition": instance.repetition,
            "status": instance.status,
            "message": instance.message,
            "label": instance.label,
            "answer": instance.answer,
            "citations": instance.citations,
            "format_error": instance.format_error,
            "correct": instance.correct,
            "label_correct": instance.label_correct,
            "precision": instance.precision,
            "recall": instance.recall,
            "exact": instance.exact,
            "gathered": instance.gathered,
            "support_size": instance.support_size,
            "tokens": instance.tokens,
            "seconds": instance.seconds,
        }
