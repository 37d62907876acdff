"""What is asked of derivations, tracked queries, and the diagnosis of answers."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """See the models."""

    initial = True

    dependencies = [
        ("benchmark", "0005_store_subjects_and_costs"),
        ("scenarios", "0010_store_replies_of_models"),
    ]

    operations = [
        migrations.CreateModel(
            name="ProbePlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("inputs_unprobed", models.BooleanField(default=False)),
                ("children_sampled", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                (
                    "query",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="probe_plan",
                        to="scenarios.query",
                    ),
                ),
            ],
            options={
                "ordering": ["query_id"],
            },
        ),
        migrations.CreateModel(
            name="Diagnosis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(choices=[("done", "done"), ("incomplete", "incomplete")], max_length=10),
                ),
                ("correct", models.BooleanField()),
                ("self_recovered", models.BooleanField(blank=True, null=True)),
                ("gold_recovered", models.BooleanField(blank=True, null=True)),
                ("combiner", models.CharField(blank=True, default="", max_length=200)),
                ("reason", models.CharField(blank=True, default="", max_length=200)),
                ("created_at", models.DateTimeField()),
                (
                    "answer",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="diagnosis",
                        to="benchmark.answer",
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="diagnoses",
                        to="probes.probeplan",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "diagnoses",
                "ordering": ["answer_id"],
            },
        ),
        migrations.CreateModel(
            name="StateProbe",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("aggregate", "aggregate"),
                            ("derived", "derived"),
                            ("derived_set", "derived_set"),
                            ("collection", "collection"),
                            ("select", "select"),
                            ("fact", "fact"),
                            ("rule", "rule"),
                            ("check", "check"),
                            ("event", "event"),
                            ("missing", "missing"),
                        ],
                        max_length=12,
                    ),
                ),
                ("text", models.TextField()),
                ("subject", models.JSONField()),
                ("inputs_unprobed", models.BooleanField(default=False)),
                ("children_sampled", models.BooleanField(default=False)),
                (
                    "node",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="probes",
                        to="scenarios.derivationnode",
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="probes",
                        to="probes.probeplan",
                    ),
                ),
            ],
            options={
                "ordering": ["plan_id", "position"],
            },
        ),
        migrations.CreateModel(
            name="Recovery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("self", "self-evidence"), ("gold", "gold-evidence")], max_length=4
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("targeted", "the system's targeted answer"),
                            ("gold", "gold"),
                            ("combined", "combined from its inputs"),
                        ],
                        max_length=8,
                    ),
                ),
                ("state", models.JSONField()),
                ("correct", models.BooleanField()),
                ("raw", models.TextField(blank=True, default="")),
                ("prompt_tokens", models.PositiveIntegerField(default=0)),
                ("completion_tokens", models.PositiveIntegerField(default=0)),
                (
                    "diagnosis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recoveries",
                        to="probes.diagnosis",
                    ),
                ),
                (
                    "probe",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="recoveries",
                        to="probes.stateprobe",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "recoveries",
                "ordering": ["diagnosis_id", "kind", "position"],
            },
        ),
        migrations.CreateModel(
            name="ProbeEdge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="edges",
                        to="probes.probeplan",
                    ),
                ),
                (
                    "child",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parent_edges",
                        to="probes.stateprobe",
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="child_edges",
                        to="probes.stateprobe",
                    ),
                ),
            ],
            options={
                "ordering": ["plan_id", "position"],
            },
        ),
        migrations.CreateModel(
            name="FrontierNode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                (
                    "failure",
                    models.CharField(
                        choices=[
                            ("ungathered", "ungathered"),
                            ("unretrievable", "unretrievable"),
                            ("misderived", "misderived"),
                        ],
                        max_length=13,
                    ),
                ),
                (
                    "dimension",
                    models.CharField(
                        choices=[
                            ("evolution", "Evolution"),
                            ("access", "Access"),
                            ("composition", "Composition"),
                            ("other", "Other"),
                        ],
                        max_length=11,
                    ),
                ),
                ("unverified", models.BooleanField(default=False)),
                ("load_bearing", models.BooleanField(default=False)),
                ("depth", models.PositiveSmallIntegerField()),
                ("position", models.PositiveSmallIntegerField()),
                ("via", models.JSONField(default=list)),
                ("misleading", models.JSONField(blank=True, default=list)),
                (
                    "diagnosis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="frontier",
                        to="probes.diagnosis",
                    ),
                ),
                (
                    "probe",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="frontier_nodes",
                        to="probes.stateprobe",
                    ),
                ),
            ],
            options={
                "ordering": ["diagnosis_id", "position"],
            },
        ),
        migrations.CreateModel(
            name="TrackedQuery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("created_at", models.DateTimeField()),
                (
                    "query",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tracked",
                        to="scenarios.query",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tracked queries",
                "ordering": ["query__scenario_id", "position"],
            },
        ),
        migrations.CreateModel(
            name="TrackedState",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("cutoff", models.DateTimeField()),
                ("text", models.TextField()),
                ("subject", models.JSONField()),
                (
                    "change",
                    models.CharField(
                        blank=True,
                        choices=[("", "unchanged"), ("explicit", "explicit"), ("implicit", "implicit")],
                        default="",
                        max_length=8,
                    ),
                ),
                ("changed_by", models.JSONField(blank=True, default=list)),
                (
                    "tracked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="states",
                        to="probes.trackedquery",
                    ),
                ),
            ],
            options={
                "ordering": ["tracked_id", "number"],
            },
        ),
        migrations.AddConstraint(
            model_name="diagnosis",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("correct", False),
                    models.Q(
                        ("correct", True), ("gold_recovered__isnull", True), ("self_recovered__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="diagnosis_recovers_wrong_answers_only",
            ),
        ),
        migrations.AddConstraint(
            model_name="stateprobe",
            constraint=models.UniqueConstraint(fields=("plan", "node"), name="probe_once_a_node"),
        ),
        migrations.AddConstraint(
            model_name="stateprobe",
            constraint=models.UniqueConstraint(fields=("plan", "position"), name="probe_position_once"),
        ),
        migrations.AddConstraint(
            model_name="recovery",
            constraint=models.UniqueConstraint(
                fields=("diagnosis", "kind", "probe"), name="recovery_once_a_node", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="recovery",
            constraint=models.UniqueConstraint(
                fields=("diagnosis", "kind", "position"), name="recovery_position_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="probeedge",
            constraint=models.UniqueConstraint(
                fields=("plan", "parent", "child"), name="probe_edge_once", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="probeedge",
            constraint=models.UniqueConstraint(fields=("plan", "position"), name="probe_edge_position_once"),
        ),
        migrations.AddConstraint(
            model_name="probeedge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("parent__isnull", True),
                    models.Q(("parent", models.F("child")), _negated=True),
                    _connector="OR",
                ),
                name="probe_edge_no_loop",
            ),
        ),
        migrations.AddConstraint(
            model_name="frontiernode",
            constraint=models.UniqueConstraint(
                fields=("diagnosis", "probe"), name="frontier_node_once", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="trackedstate",
            constraint=models.UniqueConstraint(
                fields=("tracked", "number"), name="tracked_state_once_a_checkpoint"
            ),
        ),
        migrations.AddConstraint(
            model_name="trackedstate",
            constraint=models.CheckConstraint(
                condition=models.Q(("change__in", ["", "explicit", "implicit"])), name="tracked_change_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="trackedstate",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("number__gt", 1), models.Q(("change", ""), ("number", 1)), _connector="OR"
                ),
                name="tracked_first_unchanged",
            ),
        ),
    ]
