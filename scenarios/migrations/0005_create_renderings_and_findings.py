import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scenarios", "0004_create_queries_and_gold"),
    ]

    operations = [
        migrations.CreateModel(
            name="Finding",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField(default=0)),
                ("code", models.CharField(max_length=60)),
                ("file", models.TextField(blank=True)),
                ("session", models.TextField(blank=True)),
                ("message", models.TextField(blank=True)),
                ("detail", models.TextField(blank=True)),
                (
                    "suite",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="findings",
                        to="scenarios.suite",
                    ),
                ),
            ],
            options={
                "ordering": ["suite_id", "position", "pk"],
                "indexes": [models.Index(fields=["suite", "code"], name="finding_by_code")],
            },
        ),
        migrations.CreateModel(
            name="Rendering",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("text", models.TextField()),
                ("renderer", models.CharField(default="template", max_length=40)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("auto_failed", "Failed its checks"),
                            ("auto_passed", "Passed its checks"),
                            ("in_review", "In review"),
                            ("agreed", "Agreed"),
                            ("disputed", "Disputed"),
                            ("adjudicated", "Adjudicated"),
                            ("verified", "Verified"),
                            ("rejected", "Rejected"),
                        ],
                        default="draft",
                        max_length=12,
                    ),
                ),
                ("checks", models.JSONField(blank=True, default=dict)),
                ("is_current", models.BooleanField(default=True)),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="renderings",
                        to="scenarios.event",
                    ),
                ),
                (
                    "query",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="renderings",
                        to="scenarios.query",
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "query_id", "version"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("event__isnull", False), ("query__isnull", True)),
                            models.Q(("event__isnull", True), ("query__isnull", False)),
                            _connector="OR",
                        ),
                        name="rendering_of_one_thing",
                    ),
                    models.UniqueConstraint(
                        fields=("event", "version"), name="rendering_version_once_an_event"
                    ),
                    models.UniqueConstraint(
                        fields=("query", "version"), name="rendering_version_once_a_query"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)),
                        fields=("event",),
                        name="rendering_one_current_an_event",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)),
                        fields=("query",),
                        name="rendering_one_current_a_query",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "status__in",
                                [
                                    "draft",
                                    "auto_failed",
                                    "auto_passed",
                                    "in_review",
                                    "agreed",
                                    "disputed",
                                    "adjudicated",
                                    "verified",
                                    "rejected",
                                ],
                            )
                        ),
                        name="rendering_status_known",
                    ),
                ],
            },
        ),
    ]
