"""What shortcuts score on a suite: a check, its scores by query, its forms of question."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Creates the three tables."""

    dependencies = [
        ("benchmark", "0003_add_bounds_of_gathered_support"),
        ("scenarios", "0010_store_replies_of_models"),
    ]

    operations = [
        migrations.CreateModel(
            name="ShortcutCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("content_hash", models.CharField(max_length=64)),
                ("k", models.PositiveSmallIntegerField()),
                ("created_at", models.DateTimeField()),
                (
                    "suite",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shortcut_check",
                        to="scenarios.suite",
                    ),
                ),
            ],
            options={
                "ordering": ["suite_id"],
            },
        ),
        migrations.CreateModel(
            name="ShortcutForm",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("domain", models.CharField(max_length=40)),
                ("form", models.CharField(max_length=120)),
                ("options", models.PositiveSmallIntegerField()),
                ("queries", models.PositiveIntegerField()),
                ("right", models.PositiveIntegerField()),
                ("chance", models.FloatField()),
                ("p", models.FloatField()),
                ("above_chance", models.BooleanField()),
                ("reason", models.TextField(blank=True, default="")),
                (
                    "check_made",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forms",
                        to="benchmark.shortcutcheck",
                    ),
                ),
            ],
            options={
                "ordering": ["domain", "form"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("check_made", "domain", "form"), name="shortcut_form_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("right__lte", models.F("queries"))),
                        name="shortcut_form_right_within_queries",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ShortcutScore",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "shortcut",
                    models.CharField(
                        choices=[
                            ("always_unknown", "always unknown"),
                            ("always_zero", "always zero"),
                            ("majority", "majority"),
                            ("last_mention", "last mention"),
                            ("most_frequent", "most frequent"),
                            ("question_only", "question only"),
                            ("bm25", "bm25"),
                            ("full_history", "full history"),
                            ("supporting_events", "supporting events"),
                        ],
                        max_length=20,
                    ),
                ),
                ("correct", models.BooleanField()),
                ("label_correct", models.BooleanField()),
                ("recall", models.FloatField(blank=True, null=True)),
                ("above_chance", models.BooleanField(default=False)),
                (
                    "check_made",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="benchmark.shortcutcheck",
                    ),
                ),
                (
                    "query",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shortcut_scores",
                        to="scenarios.query",
                    ),
                ),
            ],
            options={
                "ordering": ["query_id", "shortcut"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("check_made", "query", "shortcut"), name="shortcut_score_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "shortcut__in",
                                [
                                    "always_unknown",
                                    "always_zero",
                                    "majority",
                                    "last_mention",
                                    "most_frequent",
                                    "question_only",
                                    "bm25",
                                    "full_history",
                                    "supporting_events",
                                ],
                            )
                        ),
                        name="shortcut_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("above_chance", False),
                            models.Q(("correct", True), ("shortcut", "question_only")),
                            _connector="OR",
                        ),
                        name="shortcut_above_chance_is_right_by_question_only",
                    ),
                ],
            },
        ),
    ]
