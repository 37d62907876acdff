import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scenarios", "0001_create_suites"),
    ]

    operations = [
        migrations.CreateModel(
            name="Scenario",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "slug",
                    models.CharField(
                        max_length=80,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[a-z0-9][a-z0-9-]*\\Z",
                                "Use lower-case letters, digits and hyphens; do not start with a hyphen.",
                            )
                        ],
                    ),
                ),
                ("title", models.CharField(max_length=200)),
                ("domain", models.CharField(max_length=40)),
                ("seed", models.BigIntegerField(default=0)),
                ("program", models.TextField(help_text="Derivation program in .dl source.")),
                ("config", models.JSONField(blank=True, default=dict)),
                ("horizon_start", models.DateTimeField(blank=True, null=True)),
                ("horizon_end", models.DateTimeField(blank=True, null=True)),
                ("position", models.PositiveIntegerField(default=0)),
                (
                    "suite",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scenarios",
                        to="scenarios.suite",
                    ),
                ),
            ],
            options={
                "ordering": ["suite_id", "position", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(db_collation="C", max_length=60)),
                ("observed_at", models.DateTimeField()),
                ("seq", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("record", "Record"),
                            ("distractor", "Distractor"),
                            ("filler", "Filler"),
                            ("unannotated", "Unannotated"),
                        ],
                        default="record",
                        max_length=12,
                    ),
                ),
                ("speaker", models.TextField(blank=True, null=True)),
                ("session", models.TextField(blank=True, null=True)),
                ("distractor_kind", models.CharField(blank=True, max_length=40, null=True)),
                ("synthetic_time", models.BooleanField(default=False)),
                ("template", models.CharField(blank=True, max_length=120)),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="scenarios.scenario",
                    ),
                ),
            ],
            options={
                "ordering": ["observed_at", "seq"],
            },
        ),
        migrations.CreateModel(
            name="Entity",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.TextField(db_collation="C")),
                ("type", models.CharField(max_length=60)),
                ("aliases", models.JSONField(blank=True, default=list)),
                ("attrs", models.JSONField(blank=True, default=dict)),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entities",
                        to="scenarios.scenario",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entities",
                "ordering": ["scenario_id", "name"],
            },
        ),
        migrations.CreateModel(
            name="Action",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("pos", models.PositiveIntegerField()),
                (
                    "op",
                    models.CharField(
                        choices=[
                            ("assert", "assert"),
                            ("revise", "revise"),
                            ("cancel", "cancel"),
                            ("member", "member"),
                            ("complete", "complete"),
                            ("reopen", "reopen"),
                            ("rule", "rule"),
                            ("unrule", "unrule"),
                        ],
                        max_length=10,
                    ),
                ),
                ("pred", models.CharField(max_length=120)),
                ("key", models.JSONField(default=list)),
                ("member", models.TextField(blank=True, db_collation="C", null=True)),
                ("value", models.TextField(blank=True, db_collation="C", null=True)),
                ("as_of", models.DateTimeField()),
                ("size", models.PositiveIntegerField(blank=True, null=True)),
                ("members", models.JSONField(blank=True, default=list)),
                ("clause", models.TextField(blank=True, null=True)),
                ("ineffective", models.BooleanField(default=False)),
                ("meta", models.JSONField(blank=True, default=dict)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="actions",
                        to="scenarios.event",
                    ),
                ),
            ],
            options={
                "ordering": ["event_id", "pos"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "pos"), name="action_pos_once_an_event"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "op__in",
                                [
                                    "assert",
                                    "revise",
                                    "cancel",
                                    "member",
                                    "complete",
                                    "reopen",
                                    "rule",
                                    "unrule",
                                ],
                            )
                        ),
                        name="action_op_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("op__in", ["assert", "revise"]), ("value__isnull", False)),
                            models.Q(
                                models.Q(("op__in", ["assert", "revise"]), _negated=True),
                                ("value__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="action_value_where_asserted",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("op", "complete"), ("size__isnull", False)),
                            models.Q(models.Q(("op", "complete"), _negated=True), ("size__isnull", True)),
                            _connector="OR",
                        ),
                        name="action_size_where_complete",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("clause__isnull", False), ("op", "rule")),
                            models.Q(models.Q(("op", "rule"), _negated=True), ("clause__isnull", True)),
                            _connector="OR",
                        ),
                        name="action_clause_where_rule",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("member__isnull", False), ("op", "member")),
                            ("op", "cancel"),
                            models.Q(
                                models.Q(("op__in", ["member", "cancel"]), _negated=True),
                                ("member__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="action_member_where_member",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ineffective", False),
                            ("op__in", ["cancel", "reopen", "unrule"]),
                            _connector="OR",
                        ),
                        name="action_ineffective_only_tombstones",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="scenario",
            constraint=models.UniqueConstraint(fields=("suite", "slug"), name="scenario_slug_once_a_suite"),
        ),
        migrations.AddConstraint(
            model_name="scenario",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("horizon_end__isnull", True), ("horizon_start__isnull", True)),
                    ("horizon_start__lte", models.F("horizon_end")),
                    _connector="OR",
                ),
                name="scenario_horizon_in_order",
            ),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["scenario", "observed_at", "seq"], name="event_in_observation_order"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(
                fields=("scenario", "label"), name="event_label_once_a_scenario"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("scenario", "seq"), name="event_seq_once_a_scenario"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["record", "distractor", "filler", "unannotated"])),
                name="event_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("distractor_kind__isnull", True), ("kind", "distractor"), _connector="OR"
                ),
                name="event_distractor_kind_of_distractor",
            ),
        ),
        migrations.AddConstraint(
            model_name="entity",
            constraint=models.UniqueConstraint(
                fields=("scenario", "name"), name="entity_name_once_a_scenario"
            ),
        ),
        migrations.AddConstraint(
            model_name="entity",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="entity_named"
            ),
        ),
    ]
