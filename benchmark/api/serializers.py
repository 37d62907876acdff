"""JSON shapes of runs, results and answers. They read and shape, nothing else."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from benchmark.floor.jobs import clocks
from benchmark.models import Answer, HintLevel, Run
from benchmark.selectors import isolation, progress, results
from benchmark.selectors.leaderboards import LineRow, Row
from benchmark.services import describing, reading_kinds, relaunching
from benchmark.services.launch_settings import DEFAULT_BUDGET, MOST_BUDGET, MOST_REPETITIONS, not_offered


class RunSerializer(serializers.ModelSerializer[Run]):
    """A run as lists show it."""

    suite = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    created_by = serializers.SlugRelatedField(
        slug_field="username", read_only=True, allow_null=True, help_text="Who launched it; null: a command."
    )
    by_service = serializers.BooleanField(
        source="created_by.is_service", default=False, read_only=True, help_text="A program launched it."
    )

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
            "by_service",
            "created_at",
            "started_at",
            "finished_at",
        )


def checked_reader_config(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of a reader. Raises ``ValidationError`` for addresses and environment variables: they are
    not for callers to name."""
    if refused := not_offered(settings):
        raise serializers.ValidationError(refused)
    return settings


class WordsSerializer(serializers.Serializer[Any]):
    """What is written on a run; what is not named stays."""

    title = serializers.CharField(max_length=describing.MOST_TITLE, required=False)
    note = serializers.CharField(max_length=describing.MOST_NOTE, required=False, allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what cannot be changed, rather than leave it unseen."""
        if unknown := sorted(set(self.initial_data) - set(self.fields)):
            raise serializers.ValidationError({name: ["Cannot be changed."] for name in unknown})
        return attrs


class LaunchSerializer(serializers.Serializer[Any]):
    """What a launch takes; ``services.runs`` decides what may start."""

    suite = serializers.SlugField(help_text="Slug of a released suite.")
    systems = serializers.ListField(child=serializers.CharField(max_length=60), min_length=1, max_length=50)
    reader = serializers.CharField(max_length=100)
    reader_config = serializers.DictField(
        default=dict, help_text="Settings of the reader; stored and shown, so no keys."
    )
    hints = serializers.ListField(
        child=serializers.ChoiceField(choices=HintLevel.choices), default=lambda: [HintLevel.NONE.value]
    )
    repetitions = serializers.IntegerField(min_value=1, max_value=MOST_REPETITIONS, default=1)
    budget = serializers.IntegerField(min_value=1, max_value=MOST_BUDGET, default=DEFAULT_BUDGET)
    parts = serializers.ListField(
        child=serializers.ChoiceField(choices=list(reading_kinds.PARTS.items())),
        default=list,
        help_text="What to measure beside the answers.",
    )
    title = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    note = serializers.CharField(max_length=2000, required=False, allow_blank=True, default="")

    def validate_reader_config(self, settings: dict[str, Any]) -> dict[str, Any]:
        """Addresses and environment variables are not for callers to name."""
        return checked_reader_config(settings)


class EstimateSerializer(serializers.Serializer[Any]):
    """Totals over all systems, hints and repetitions; the pace of ``measured`` of ``systems`` is known."""

    systems = serializers.IntegerField()
    measured = serializers.IntegerField()
    variants = serializers.IntegerField()
    events = serializers.IntegerField()
    questions = serializers.IntegerField()
    ingest_tokens = serializers.IntegerField()
    reading_tokens = serializers.IntegerField()
    minutes = serializers.FloatField()


class RunDetailSerializer(RunSerializer):
    """A run with its progress and its table: counts, shares, intervals, and null for n/a."""

    verification = serializers.CharField(source="suite.verification_text", read_only=True)
    settings = serializers.SerializerMethodField(help_text="With what it was launched, and may be again.")
    carried_from = serializers.IntegerField(source="carried_from_id", allow_null=True, read_only=True)
    carried = serializers.DictField(read_only=True, help_text="What became of the questions of that run.")
    kept_apart = serializers.SerializerMethodField(help_text="How external systems ran, in words, by system.")
    progress = serializers.SerializerMethodField()
    results = serializers.SerializerMethodField()

    class Meta(RunSerializer.Meta):
        fields = (
            *RunSerializer.Meta.fields,
            *("verification", "settings", "carried_from", "carried", "kept_apart", "progress", "results"),
        )

    def get_settings(self, run: Run) -> dict[str, Any]:
        return relaunching.shown_settings(run)

    def get_kept_apart(self, run: Run) -> list[dict[str, str]]:
        return [asdict(kept) for kept in isolation.of_run(run)]

    def get_progress(self, run: Run) -> dict[str, Any]:
        return progress.of(run, now=clocks.now()).as_json()

    def get_results(self, run: Run) -> list[dict[str, Any]]:
        return [line.as_json() for line in results.of_run(run)]


class AnswerSerializer(serializers.ModelSerializer[Answer]):
    """One answer with its scores; ids of events are ours."""

    system = serializers.CharField(source="context.variant.system.name")
    hint = serializers.CharField(source="context.variant.hint")
    scenario = serializers.CharField(source="question.query.scenario.slug")
    query = serializers.CharField(source="question.query.label")
    kind = serializers.CharField(source="question.kind")

    class Meta:
        model = Answer
        fields = (
            "system",
            "hint",
            "scenario",
            "query",
            "kind",
            "condition",
            "repetition",
            "status",
            "message",
            "label",
            "answer",
            "citations",
            "format_error",
            "correct",
            "label_correct",
            "precision",
            "precision_high",
            "recall",
            "recall_high",
            "exact",
            "gathered",
            "support_size",
            "gathered_high",
            "support_size_high",
            "tokens",
            "seconds",
        )


class BoardRowSerializer(serializers.Serializer[Any]):
    """A line of a board: ``rank`` (null for oracles and n/a) and then the figures of a run's ``results``."""

    rank = serializers.IntegerField(allow_null=True)

    def to_representation(self, instance: Row) -> dict[str, Any]:
        return {"rank": instance.rank, **instance.result.as_json()}


class LineSerializer(serializers.Serializer[Any]):
    """A floor, a ceiling, or what people reach: never ranked, named for what it knows, with its figures."""

    kind = serializers.CharField()

    def to_representation(self, instance: LineRow) -> dict[str, Any]:
        return instance.as_json()


class BoardSerializer(serializers.Serializer[Any]):
    """The systems of a suite that were read by one reader under one budget, best first, and the ``lines``
    beside them; ``note`` says why there are no floors and ceilings, ``unranked`` why all ranks are null."""

    title = serializers.CharField()
    reader = serializers.CharField()
    reader_knows = serializers.ListField(child=serializers.CharField())
    budget = serializers.IntegerField()
    rows = BoardRowSerializer(many=True)
    lines = LineSerializer(many=True)
    note = serializers.CharField()
    unranked = serializers.CharField()


class BoardsSerializer(serializers.Serializer[Any]):
    """All boards of a suite at its current version."""

    suite = serializers.CharField()
    version = serializers.IntegerField()
    verification = serializers.CharField()
    boards = BoardSerializer(many=True)


class BreakdownSerializer(serializers.Serializer[Any]):
    """One line of a run by one trait. Shares are ``{right, n, share, low, high}``, means ``{mean, mean_high,
    n, intervals, low, high}``; null where n is 0. ``all`` is the cell over everything, ``lines`` are named
    once and stand in each cell in the same order; ``paper`` holds figures of other data."""

    run = serializers.IntegerField()
    suite = serializers.CharField()
    suite_version = serializers.IntegerField()
    verification = serializers.CharField()
    by = serializers.CharField()
    title = serializers.CharField()
    words = serializers.CharField()
    result = serializers.DictField()
    lines = serializers.ListField(child=serializers.DictField())
    note = serializers.CharField()
    cells = serializers.ListField(child=serializers.DictField())
    all = serializers.DictField()
    confusion = serializers.DictField()
    budgets = serializers.ListField(child=serializers.DictField())
    paper = serializers.ListField(child=serializers.DictField())


class ShortcutsSerializer(serializers.Serializer[Any]):
    """The latest check of a suite. Shares are ``{right, n, share, low, high}``, null where n is 0; ``all`` is
    the last family. ``failures`` lists what the suite must show and does not. All but the first four are left
    out where nobody tried shortcuts yet, which ``checked`` says."""

    suite = serializers.CharField()
    version = serializers.IntegerField()
    verification = serializers.CharField()
    checked = serializers.BooleanField()
    content_hash = serializers.CharField(required=False)
    stale = serializers.BooleanField(required=False)
    k = serializers.IntegerField(required=False)
    knows = serializers.ListField(child=serializers.CharField(), required=False)
    families = serializers.ListField(child=serializers.DictField(), required=False)
    citation_recall = serializers.DictField(required=False)
    full_history_less_bm25 = serializers.DictField(required=False)
    bm25_by_witness = serializers.ListField(child=serializers.DictField(), required=False)
    forms = serializers.ListField(child=serializers.DictField(), required=False)
    above_chance = serializers.ListField(child=serializers.CharField(), required=False)
    failures = serializers.ListField(child=serializers.CharField(), required=False)
    ok = serializers.BooleanField(required=False)
