from __future__ import annotations

import pgvector.django.indexes
import pgvector.django.vector
from django.db import migrations, models
from pgvector.django import VectorExtension


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        # CREATE EXTENSION IF NOT EXISTS vector: the embedded server brings pgvector, others need it installed.
        VectorExtension(),
        migrations.CreateModel(
            name="MeteredCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("scope", models.CharField(db_collation="C", max_length=120)),
                ("phase", models.CharField(max_length=20)),
                (
                    "kind",
                    models.CharField(choices=[("chat", "chat"), ("embedding", "embedding")], max_length=12),
                ),
                ("model", models.CharField(max_length=200)),
                (
                    "outcome",
                    models.CharField(
                        choices=[("ok", "answered"), ("refused", "refused"), ("failed", "failed")],
                        max_length=8,
                    ),
                ),
                ("prompt_tokens", models.PositiveIntegerField(default=0)),
                ("completion_tokens", models.PositiveIntegerField(default=0)),
                ("seconds", models.FloatField(default=0.0)),
                ("from_cache", models.BooleanField(default=False)),
                ("message", models.TextField(blank=True, default="")),
                ("called_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["scope", "phase"], name="call_by_scope")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["chat", "embedding"])), name="call_kind_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("outcome__in", ["ok", "refused", "failed"])),
                        name="call_outcome_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seconds__gte", 0)), name="call_seconds_not_negative"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StoreVector",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("store_key", models.CharField(db_collation="C", max_length=120)),
                ("record_id", models.CharField(db_collation="C", max_length=120)),
                ("position", models.PositiveIntegerField()),
                ("text", models.TextField(help_text="The prefixed record, as contexts carry it.")),
                ("t", models.DateTimeField()),
                ("embedding", pgvector.django.vector.VectorField(dimensions=384)),
            ],
            options={
                "ordering": ["store_key", "position"],
                "indexes": [
                    pgvector.django.indexes.HnswIndex(
                        ef_construction=64,
                        fields=["embedding"],
                        m=16,
                        name="vector_by_cosine",
                        opclasses=["vector_cosine_ops"],
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("store_key", "record_id"), name="vector_once_per_record"),
                    models.UniqueConstraint(
                        fields=("store_key", "position"), name="vector_once_per_position"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SystemUnderTest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(db_collation="C", max_length=60, unique=True)),
                ("adapter", models.CharField(help_text="A name that `sut list` shows.", max_length=60)),
                ("config", models.JSONField(blank=True, default=dict)),
                ("k", models.PositiveIntegerField(blank=True, null=True)),
                ("budget", models.PositiveIntegerField(blank=True, null=True)),
                ("knows", models.JSONField(blank=True, default=list)),
                ("description", models.TextField(blank=True, default="")),
                ("enabled", models.BooleanField(default=True)),
            ],
            options={
                "verbose_name": "system under test",
                "verbose_name_plural": "systems under test",
                "ordering": ["name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("k__isnull", True), ("k__gte", 1), _connector="OR"),
                        name="system_k_positive",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("budget__isnull", True), ("budget__gte", 1), _connector="OR"),
                        name="system_budget_positive",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True), models.Q(("adapter", ""), _negated=True)
                        ),
                        name="system_named",
                    ),
                ],
            },
        ),
    ]
