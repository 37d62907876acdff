"""Create runs, variants, stores, items of work, questions, contexts and answers."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("scenarios", "0006_forbid_changes_of_gold"),
        ("sut_adapters", "__first__"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Run",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("suite_version", models.PositiveIntegerField()),
                ("suite_hash", models.CharField(blank=True, default="", max_length=128)),
                ("title", models.CharField(max_length=200)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "queued"),
                            ("walking", "walking"),
                            ("reading", "reading"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                            ("incomplete", "incomplete"),
                        ],
                        default="queued",
                        max_length=12,
                    ),
                ),
                ("reader", models.CharField(max_length=100)),
                ("reader_knows", models.JSONField(default=list)),
                ("budget", models.PositiveIntegerField()),
                ("config", models.JSONField(default=dict)),
                ("note", models.TextField(blank=True, default="")),
                ("message", models.TextField(blank=True, default="")),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("cancel_requested_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="runs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "suite",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="runs", to="scenarios.suite"
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Question",
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
                        choices=[("query", "query"), ("tracked", "tracked query"), ("probe", "state probe")],
                        default="query",
                        max_length=8,
                    ),
                ),
                ("checkpoint", models.CharField(blank=True, default="", max_length=200)),
                ("seq", models.PositiveIntegerField()),
                ("cutoff", models.DateTimeField()),
                ("text", models.TextField()),
                ("text_version", models.PositiveIntegerField(default=1)),
                (
                    "node",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="questions",
                        to="scenarios.derivationnode",
                    ),
                ),
                (
                    "query",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="questions",
                        to="scenarios.query",
                    ),
                ),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="questions",
                        to="scenarios.scenario",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="questions",
                        to="benchmark.run",
                    ),
                ),
            ],
            options={
                "ordering": ["scenario_id", "cutoff", "seq", "pk"],
            },
        ),
        migrations.CreateModel(
            name="IngestVariant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("adapter", models.CharField(max_length=100)),
                ("adapter_version", models.CharField(max_length=40)),
                ("config", models.JSONField(default=dict)),
                ("knows", models.JSONField(default=list)),
                (
                    "hint",
                    models.CharField(
                        choices=[
                            ("none", "no hint"),
                            ("small", "names the task"),
                            ("full", "describes the structure"),
                        ],
                        default="none",
                        max_length=8,
                    ),
                ),
                ("repetition", models.PositiveSmallIntegerField(default=1)),
                ("id_salt", models.CharField(max_length=64)),
                (
                    "system",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="variants",
                        to="sut_adapters.systemundertest",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="variants",
                        to="benchmark.run",
                    ),
                ),
            ],
            options={
                "ordering": ["run_id", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Store",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=100, unique=True)),
                ("position", models.PositiveIntegerField(default=0)),
                ("portable", models.BooleanField()),
                ("host", models.CharField(blank=True, default="", max_length=255)),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stores",
                        to="scenarios.scenario",
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stores",
                        to="benchmark.ingestvariant",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="ReadingItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "waiting"),
                            ("leased", "at work"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="pending",
                        max_length=12,
                    ),
                ),
                ("lease_token", models.UUIDField(blank=True, null=True)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("worker", models.CharField(blank=True, default="", max_length=200)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("not_before", models.DateTimeField(blank=True, null=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("message", models.TextField(blank=True, default="")),
                ("condition", models.CharField(choices=[("alone", "alone")], default="alone", max_length=20)),
                ("repetition", models.PositiveSmallIntegerField(default=1)),
                ("first_step", models.PositiveIntegerField()),
                ("end_step", models.PositiveIntegerField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reading_items",
                        to="benchmark.run",
                    ),
                ),
                (
                    "store",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reading_items",
                        to="benchmark.store",
                    ),
                ),
            ],
            options={
                "ordering": ["run_id", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SutContext",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("step", models.PositiveIntegerField()),
                ("position", models.PositiveIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("ok", "ok"),
                            ("system_failed", "the system failed"),
                            ("infrastructure", "infrastructure failed"),
                        ],
                        default="ok",
                        max_length=16,
                    ),
                ),
                ("message", models.TextField(blank=True, default="")),
                ("items", models.JSONField(default=list)),
                ("event_labels", models.JSONField(default=list)),
                ("meta", models.JSONField(default=dict)),
                ("tokens", models.PositiveIntegerField(default=0)),
                ("seconds", models.FloatField(default=0.0)),
                ("created_at", models.DateTimeField()),
                (
                    "question",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contexts",
                        to="benchmark.question",
                    ),
                ),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sut_contexts",
                        to="scenarios.scenario",
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contexts",
                        to="benchmark.ingestvariant",
                    ),
                ),
            ],
            options={
                "ordering": ["variant_id", "scenario_id", "step"],
            },
        ),
        migrations.CreateModel(
            name="Answer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("condition", models.CharField(choices=[("alone", "alone")], default="alone", max_length=20)),
                ("repetition", models.PositiveSmallIntegerField(default=1)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("ok", "scored"),
                            ("system_failed", "the system failed"),
                            ("infrastructure", "infrastructure failed"),
                            ("unread", "needs a language model"),
                        ],
                        max_length=16,
                    ),
                ),
                ("message", models.TextField(blank=True, default="")),
                ("raw", models.TextField(blank=True, default="")),
                ("model", models.CharField(blank=True, default="", max_length=200)),
                ("label", models.CharField(blank=True, default="", max_length=16)),
                ("answer", models.JSONField(blank=True, null=True)),
                ("citations", models.JSONField(default=list)),
                ("format_error", models.TextField(blank=True, default="")),
                ("correct", models.BooleanField(null=True)),
                ("label_correct", models.BooleanField(null=True)),
                ("precision", models.FloatField(blank=True, null=True)),
                ("precision_high", models.FloatField(blank=True, null=True)),
                ("recall", models.FloatField(blank=True, null=True)),
                ("recall_high", models.FloatField(blank=True, null=True)),
                ("exact", models.BooleanField(default=True)),
                ("invalid_citations", models.PositiveIntegerField(default=0)),
                ("gathered", models.PositiveIntegerField(blank=True, null=True)),
                ("support_size", models.PositiveIntegerField(default=0)),
                ("items_used", models.PositiveIntegerField(default=0)),
                ("items_read", models.PositiveIntegerField(blank=True, null=True)),
                ("tokens", models.PositiveIntegerField(default=0)),
                ("prompt_tokens", models.PositiveIntegerField(default=0)),
                ("completion_tokens", models.PositiveIntegerField(default=0)),
                ("tries", models.PositiveSmallIntegerField(default=1)),
                ("seconds", models.FloatField(default=0.0)),
                ("created_at", models.DateTimeField()),
                (
                    "question",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="benchmark.question",
                    ),
                ),
                (
                    "context",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="benchmark.sutcontext",
                    ),
                ),
            ],
            options={
                "ordering": ["question_id", "pk"],
            },
        ),
        migrations.CreateModel(
            name="WalkItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "waiting"),
                            ("leased", "at work"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="pending",
                        max_length=12,
                    ),
                ),
                ("lease_token", models.UUIDField(blank=True, null=True)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("worker", models.CharField(blank=True, default="", max_length=200)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("not_before", models.DateTimeField(blank=True, null=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("message", models.TextField(blank=True, default="")),
                ("ordinal", models.PositiveIntegerField()),
                ("first_step", models.PositiveIntegerField()),
                ("end_step", models.PositiveIntegerField()),
                ("next_step", models.PositiveIntegerField()),
                ("events", models.PositiveIntegerField()),
                ("questions", models.PositiveIntegerField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="walk_items",
                        to="benchmark.run",
                    ),
                ),
                (
                    "store",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="walk_items",
                        to="benchmark.store",
                    ),
                ),
            ],
            options={
                "ordering": ["run_id", "store_id", "ordinal"],
            },
        ),
        migrations.AddIndex(
            model_name="run",
            index=models.Index(fields=["status", "created_at"], name="run_by_status"),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "status__in",
                        ["queued", "walking", "reading", "done", "failed", "cancelled", "incomplete"],
                    )
                ),
                name="run_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("finished_at__isnull", False),
                        ("status__in", ("done", "failed", "cancelled", "incomplete")),
                    ),
                    models.Q(
                        models.Q(
                            ("status__in", ("done", "failed", "cancelled", "incomplete")), _negated=True
                        ),
                        ("finished_at__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="run_end_once_ended",
            ),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "cancelled"), _negated=True),
                    ("cancel_requested_at__isnull", False),
                    _connector="OR",
                ),
                name="run_cancelled_was_requested",
            ),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                condition=models.Q(("budget__gt", 0)), name="run_budget_positive"
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(
                fields=("run", "kind", "query", "node", "checkpoint"),
                name="question_once_per_run",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["query", "tracked", "probe"])), name="question_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "probe"), ("node__isnull", False)),
                    models.Q(models.Q(("kind", "probe"), _negated=True), ("node__isnull", True)),
                    _connector="OR",
                ),
                name="question_node_for_probes_only",
            ),
        ),
        migrations.AddConstraint(
            model_name="ingestvariant",
            constraint=models.UniqueConstraint(
                fields=("run", "system", "hint", "repetition"), name="variant_once_per_run"
            ),
        ),
        migrations.AddConstraint(
            model_name="ingestvariant",
            constraint=models.CheckConstraint(
                condition=models.Q(("hint__in", ["none", "small", "full"])), name="variant_hint_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="store",
            constraint=models.UniqueConstraint(
                fields=("variant", "scenario"), name="store_once_per_scenario"
            ),
        ),
        migrations.AddIndex(
            model_name="readingitem",
            index=models.Index(fields=["status", "run"], name="reading_by_status"),
        ),
        migrations.AddConstraint(
            model_name="readingitem",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["pending", "leased", "done", "failed", "cancelled"])),
                name="reading_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="readingitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("status", "leased"), ("lease_token__isnull", False), ("lease_until__isnull", False)
                    ),
                    models.Q(
                        models.Q(("status", "leased"), _negated=True),
                        ("lease_token__isnull", True),
                        ("lease_until__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="reading_lease_while_at_work",
            ),
        ),
        migrations.AddConstraint(
            model_name="readingitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status__in", ["done", "failed", "cancelled"]), ("finished_at__isnull", False)),
                    models.Q(
                        models.Q(("status__in", ["done", "failed", "cancelled"]), _negated=True),
                        ("finished_at__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="reading_end_once_ended",
            ),
        ),
        migrations.AddConstraint(
            model_name="readingitem",
            constraint=models.UniqueConstraint(
                fields=("store", "first_step", "condition", "repetition"), name="reading_batch_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="sutcontext",
            constraint=models.UniqueConstraint(
                fields=("variant", "scenario", "question"), name="context_once_per_question"
            ),
        ),
        migrations.AddConstraint(
            model_name="sutcontext",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["ok", "system_failed", "infrastructure"])),
                name="context_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.UniqueConstraint(
                fields=("context", "question", "condition", "repetition"), name="answer_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("correct__isnull", False), ("label_correct__isnull", False), ("status", "ok")),
                    models.Q(("correct", False), ("label_correct", False), ("status", "system_failed")),
                    models.Q(
                        ("correct__isnull", True),
                        ("label_correct__isnull", True),
                        ("status__in", ["infrastructure", "unread"]),
                    ),
                    _connector="OR",
                ),
                name="answer_scored_as_its_status_says",
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("items_read__isnull", True), ("items_read__lte", models.F("items_used")), _connector="OR"
                ),
                name="answer_items_read_within_used",
            ),
        ),
        migrations.AddIndex(
            model_name="walkitem",
            index=models.Index(fields=["status", "run", "ordinal"], name="walk_by_status"),
        ),
        migrations.AddConstraint(
            model_name="walkitem",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["pending", "leased", "done", "failed", "cancelled"])),
                name="walk_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="walkitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("status", "leased"), ("lease_token__isnull", False), ("lease_until__isnull", False)
                    ),
                    models.Q(
                        models.Q(("status", "leased"), _negated=True),
                        ("lease_token__isnull", True),
                        ("lease_until__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="walk_lease_while_at_work",
            ),
        ),
        migrations.AddConstraint(
            model_name="walkitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status__in", ["done", "failed", "cancelled"]), ("finished_at__isnull", False)),
                    models.Q(
                        models.Q(("status__in", ["done", "failed", "cancelled"]), _negated=True),
                        ("finished_at__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="walk_end_once_ended",
            ),
        ),
        migrations.AddConstraint(
            model_name="walkitem",
            constraint=models.UniqueConstraint(fields=("store", "ordinal"), name="walk_segment_once"),
        ),
        migrations.AddConstraint(
            model_name="walkitem",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "leased")),
                fields=("store",),
                name="walk_one_at_a_time_on_a_store",
            ),
        ),
        migrations.AddConstraint(
            model_name="walkitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("first_step__lte", models.F("next_step")), ("next_step__lte", models.F("end_step"))
                ),
                name="walk_steps_in_order",
            ),
        ),
    ]
