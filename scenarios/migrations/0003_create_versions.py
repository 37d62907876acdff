import datetime

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scenarios", "0002_create_histories"),
    ]

    operations = [
        migrations.CreateModel(
            name="FactVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("predicate", models.TextField(db_collation="C")),
                ("a0", models.TextField(blank=True, db_collation="C", default="")),
                ("a1", models.TextField(blank=True, db_collation="C", default="")),
                ("a2", models.TextField(blank=True, db_collation="C", default="")),
                ("member", models.TextField(blank=True, db_collation="C", default="")),
                ("op", models.CharField(db_collation="C", max_length=10)),
                ("value", models.TextField(blank=True, db_collation="C", null=True)),
                ("size", models.PositiveIntegerField(blank=True, null=True)),
                ("observed_at", models.DateTimeField()),
                ("as_of", models.DateTimeField()),
                ("seq", models.PositiveIntegerField()),
                ("pos", models.PositiveIntegerField()),
                (
                    "valid_until",
                    models.DateTimeField(default=datetime.datetime(9999, 1, 1, 0, 0, tzinfo=datetime.UTC)),
                ),
                (
                    "action",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fact_versions",
                        to="scenarios.action",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fact_versions",
                        to="scenarios.event",
                    ),
                ),
                (
                    "scenario",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fact_versions",
                        to="scenarios.scenario",
                    ),
                ),
            ],
            options={
                "ordering": [
                    "scenario_id",
                    "predicate",
                    "a0",
                    "a1",
                    "a2",
                    "member",
                    "as_of",
                    "observed_at",
                    "seq",
                ],
                "indexes": [
                    models.Index(
                        fields=["scenario", "predicate", "a0", "a1", "a2", "member", "observed_at"],
                        include=("valid_until", "op", "value", "size", "event", "as_of", "seq", "pos"),
                        name="fact_version_by_key",
                    ),
                    models.Index(
                        condition=models.Q(("member", ""), _negated=True),
                        fields=["scenario", "predicate", "member", "observed_at"],
                        include=("a0", "a1", "a2", "valid_until", "op", "event", "as_of", "seq", "pos"),
                        name="fact_version_by_member",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("action", "predicate", "member"), name="fact_version_once_an_action"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("as_of__lte", models.F("observed_at"))),
                        name="fact_version_as_of_not_later",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("observed_at__lte", models.F("valid_until"))),
                        name="fact_version_interval_in_order",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RuleVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rule_key", models.CharField(db_collation="C", max_length=120)),
                ("clause_text", models.TextField()),
                (
                    "action",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rule_version",
                        to="scenarios.action",
                    ),
                ),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rule_versions",
                        to="scenarios.scenario",
                    ),
                ),
            ],
            options={
                "ordering": ["scenario_id", "rule_key", "pk"],
                "indexes": [models.Index(fields=["scenario", "rule_key"], name="rule_version_by_key")],
            },
        ),
    ]
