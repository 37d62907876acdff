import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scenarios", "0003_create_versions"),
    ]

    operations = [
        migrations.CreateModel(
            name="DerivationNode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cutoff", models.DateTimeField()),
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
                ("pred", models.TextField(db_collation="C")),
                ("args", models.JSONField(default=list)),
                ("key_text", models.TextField(db_collation="C")),
                ("state", models.JSONField(blank=True, null=True)),
                ("meta", models.JSONField(blank=True, default=dict)),
                ("obsolete_count", models.PositiveIntegerField(default=0)),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="derivation_nodes",
                        to="scenarios.scenario",
                    ),
                ),
            ],
            options={
                "ordering": ["scenario_id", "cutoff", "key_text"],
            },
        ),
        migrations.CreateModel(
            name="DerivationEdge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                (
                    "child",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parent_edges",
                        to="scenarios.derivationnode",
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="child_edges",
                        to="scenarios.derivationnode",
                    ),
                ),
            ],
            options={
                "ordering": ["parent_id", "position"],
            },
        ),
        migrations.CreateModel(
            name="Query",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(db_collation="C", max_length=60)),
                ("goal_pred", models.CharField(max_length=120)),
                ("goal_key", models.JSONField(default=list)),
                ("goal_member", models.TextField(blank=True, null=True)),
                ("goal_temporal", models.BooleanField(default=False)),
                ("cutoff", models.DateTimeField()),
                ("family", models.CharField(max_length=40)),
                ("operator", models.CharField(max_length=60)),
                (
                    "answer_type",
                    models.CharField(
                        choices=[
                            ("count", "count"),
                            ("number", "number"),
                            ("money", "money"),
                            ("bool", "bool"),
                            ("entity", "entity"),
                            ("date", "date"),
                            ("set", "set"),
                            ("path", "path"),
                            ("settlement", "settlement"),
                        ],
                        max_length=12,
                    ),
                ),
                ("unit", models.CharField(blank=True, max_length=20)),
                ("tolerance", models.CharField(default="0", max_length=20)),
                ("target", models.JSONField(blank=True, default=dict)),
                ("checkpoint", models.CharField(blank=True, max_length=200)),
                (
                    "stated",
                    models.JSONField(
                        blank=True,
                        help_text="The answer that an imported file states; never used as gold.",
                        null=True,
                    ),
                ),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="queries",
                        to="scenarios.scenario",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "queries",
                "ordering": ["scenario_id", "label"],
            },
        ),
        migrations.CreateModel(
            name="GoldAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "label",
                    models.CharField(
                        choices=[
                            ("answerable", "answerable"),
                            ("justified-zero", "justified-zero"),
                            ("unknown", "unknown"),
                        ],
                        max_length=16,
                    ),
                ),
                ("answer", models.JSONField(blank=True, null=True)),
                ("aliases", models.JSONField(blank=True, default=dict)),
                ("missing", models.JSONField(blank=True, default=list)),
                ("height", models.PositiveIntegerField()),
                ("width", models.PositiveIntegerField()),
                ("degree", models.PositiveIntegerField(default=1)),
                ("obs_flag", models.BooleanField(default=False)),
                ("exact", models.BooleanField(default=True)),
                ("unlisted", models.PositiveIntegerField(blank=True, default=0, null=True)),
                ("support", models.JSONField(blank=True, default=list)),
                ("support_high", models.JSONField(blank=True, default=list)),
                ("context_events", models.JSONField(blank=True, default=list)),
                ("measures", models.JSONField(blank=True, default=dict)),
                ("checks", models.JSONField(blank=True, default=dict)),
                ("evaluator", models.CharField(default="postgres", max_length=20)),
                (
                    "root",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gold_answers",
                        to="scenarios.derivationnode",
                    ),
                ),
                (
                    "query",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="gold", to="scenarios.query"
                    ),
                ),
            ],
            options={
                "ordering": ["query_id"],
            },
        ),
        migrations.CreateModel(
            name="Witness",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("events", models.JSONField()),
                (
                    "minimal",
                    models.CharField(
                        choices=[("proven", "Proven"), ("tested", "Tested")], default="tested", max_length=8
                    ),
                ),
                (
                    "query",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="witnesses",
                        to="scenarios.query",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "witnesses",
                "ordering": ["query_id", "position"],
            },
        ),
        migrations.AddConstraint(
            model_name="derivationnode",
            constraint=models.UniqueConstraint(
                fields=("scenario", "cutoff", "key_text"), name="derivation_node_once_a_cutoff"
            ),
        ),
        migrations.AddConstraint(
            model_name="derivationnode",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "aggregate",
                            "derived",
                            "derived_set",
                            "collection",
                            "select",
                            "fact",
                            "rule",
                            "check",
                            "event",
                            "missing",
                        ],
                    )
                ),
                name="derivation_node_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="derivationedge",
            constraint=models.UniqueConstraint(fields=("parent", "child"), name="derivation_edge_once"),
        ),
        migrations.AddConstraint(
            model_name="derivationedge",
            constraint=models.UniqueConstraint(
                fields=("parent", "position"), name="derivation_edge_position_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="derivationedge",
            constraint=models.CheckConstraint(
                condition=models.Q(("parent", models.F("child")), _negated=True),
                name="derivation_edge_no_loop",
            ),
        ),
        migrations.AddIndex(
            model_name="query",
            index=models.Index(fields=["scenario", "cutoff"], name="query_by_cutoff"),
        ),
        migrations.AddConstraint(
            model_name="query",
            constraint=models.UniqueConstraint(
                fields=("scenario", "label"), name="query_label_once_a_scenario"
            ),
        ),
        migrations.AddConstraint(
            model_name="query",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "answer_type__in",
                        ["count", "number", "money", "bool", "entity", "date", "set", "path", "settlement"],
                    )
                ),
                name="query_answer_type_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="goldanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(("label__in", ["answerable", "justified-zero", "unknown"])),
                name="gold_label_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="goldanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("answer__isnull", True), ("label", "unknown")),
                    models.Q(models.Q(("label", "unknown"), _negated=True), ("answer__isnull", False)),
                    _connector="OR",
                ),
                name="gold_answer_null_iff_unknown",
            ),
        ),
        migrations.AddConstraint(
            model_name="goldanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("label", "unknown"), _negated=True),
                    models.Q(("missing", []), _negated=True),
                    _connector="OR",
                ),
                name="gold_unknown_names_what_is_missing",
            ),
        ),
        migrations.AddConstraint(
            model_name="goldanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("exact", False), models.Q(("unlisted", 0), ("unlisted__isnull", False)), _connector="OR"
                ),
                name="gold_exact_lists_all_witnesses",
            ),
        ),
        migrations.AddConstraint(
            model_name="witness",
            constraint=models.UniqueConstraint(
                fields=("query", "position"), name="witness_position_once_a_query"
            ),
        ),
        migrations.AddConstraint(
            model_name="witness",
            constraint=models.CheckConstraint(
                condition=models.Q(("minimal__in", ["proven", "tested"])), name="witness_minimal_known"
            ),
        ),
    ]
