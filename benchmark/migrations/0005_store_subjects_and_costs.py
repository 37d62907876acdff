"""Questions keep what they ask and its gold; what ingest cost; the ways a context is read."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """See the models."""

    dependencies = [
        ("benchmark", "0004_create_shortcut_checks"),
        ("scenarios", "0010_store_replies_of_models"),
    ]

    operations = [
        migrations.CreateModel(
            name="IngestBatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.PositiveIntegerField()),
                ("end", models.PositiveIntegerField()),
                ("tokens", models.PositiveIntegerField()),
                ("seconds", models.FloatField()),
                ("store_items", models.PositiveIntegerField(blank=True, null=True)),
                ("store_bytes", models.PositiveBigIntegerField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["store_id", "first"],
            },
        ),
        migrations.AddField(
            model_name="question",
            name="subject",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="answer",
            name="condition",
            field=models.CharField(
                choices=[
                    ("alone", "alone"),
                    ("budget_512", "512 tokens"),
                    ("budget_1024", "1,024 tokens"),
                    ("budget_2048", "2,048 tokens"),
                    ("budget_4096", "4,096 tokens"),
                    ("budget_8192", "8,192 tokens"),
                    ("inherited", "inherited"),
                    ("split", "split"),
                    ("diagnosis", "diagnosis"),
                ],
                default="alone",
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="readingitem",
            name="condition",
            field=models.CharField(
                choices=[
                    ("alone", "alone"),
                    ("budget_512", "512 tokens"),
                    ("budget_1024", "1,024 tokens"),
                    ("budget_2048", "2,048 tokens"),
                    ("budget_4096", "4,096 tokens"),
                    ("budget_8192", "8,192 tokens"),
                    ("inherited", "inherited"),
                    ("split", "split"),
                    ("diagnosis", "diagnosis"),
                ],
                default="alone",
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "query"), ("subject__isnull", True)),
                    models.Q(models.Q(("kind", "query"), _negated=True), ("subject__isnull", False)),
                    _connector="OR",
                ),
                name="question_subject_of_its_own_unless_a_query",
            ),
        ),
        migrations.AddField(
            model_name="ingestbatch",
            name="store",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ingest_batches",
                to="benchmark.store",
            ),
        ),
        migrations.AddConstraint(
            model_name="ingestbatch",
            constraint=models.UniqueConstraint(fields=("store", "first"), name="ingest_batch_once"),
        ),
        migrations.AddConstraint(
            model_name="ingestbatch",
            constraint=models.CheckConstraint(
                condition=models.Q(("end__gt", models.F("first"))), name="ingest_batch_goes_on"
            ),
        ),
    ]
