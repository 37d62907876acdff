"""Replies by key, and counts of calls in a table that is not logged."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="CallCount",
            fields=[
                (
                    "caller",
                    models.CharField(db_collation="C", max_length=120, primary_key=True, serialize=False),
                ),
                ("until", models.DateTimeField(db_index=True)),
                ("calls", models.PositiveIntegerField()),
            ],
            options={"ordering": ["caller"]},
        ),
        migrations.RunSQL(
            "ALTER TABLE calls_callcount SET UNLOGGED", "ALTER TABLE calls_callcount SET LOGGED"
        ),
        migrations.CreateModel(
            name="KeptReply",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("route", models.CharField(max_length=500)),
                ("key", models.CharField(max_length=200)),
                ("request_hash", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField()),
                ("body", models.TextField(blank=True, default="")),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_replies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "kept replies",
                "ordering": ["-at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "route", "key"), name="reply_once_a_key"),
                    models.CheckConstraint(
                        condition=models.Q(("status__gte", 200), ("status__lt", 300)),
                        name="reply_is_a_success",
                    ),
                ],
            },
        ),
    ]
