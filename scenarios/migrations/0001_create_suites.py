import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Suite",
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
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[a-z0-9][a-z0-9-]*\\Z",
                                "Use lower-case letters, digits and hyphens; do not start with a hyphen.",
                            )
                        ],
                    ),
                ),
                ("title", models.CharField(max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("derive", "Derive"),
                            ("drift", "Drift"),
                            ("structure", "Structure"),
                            ("imported", "Imported"),
                        ],
                        max_length=12,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "Draft"), ("released", "Released")], default="draft", max_length=10
                    ),
                ),
                ("content_hash", models.CharField(blank=True, max_length=64)),
                (
                    "verification",
                    models.CharField(
                        choices=[
                            ("none", "Not verified by people"),
                            ("sampled", "A sample verified by people"),
                            ("full", "Verified by people in full"),
                        ],
                        default="none",
                        max_length=10,
                    ),
                ),
                (
                    "is_open",
                    models.BooleanField(default=False, help_text="Any signed-in person may view it."),
                ),
                ("held_out", models.BooleanField(default=False, help_text="Shows aggregates only.")),
                ("config", models.JSONField(blank=True, default=dict)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("released_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "released_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["slug"],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("annotator", "Annotator"), ("researcher", "Researcher"), ("lead", "Lead")],
                        max_length=12,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suite_memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "suite",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="scenarios.suite",
                    ),
                ),
            ],
            options={
                "ordering": ["suite_id", "user_id"],
            },
        ),
        migrations.AddConstraint(
            model_name="suite",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["derive", "drift", "structure", "imported"])),
                name="suite_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="suite",
            constraint=models.CheckConstraint(
                condition=models.Q(("verification__in", ["none", "sampled", "full"])),
                name="suite_verification_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="suite",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("released_at__isnull", True), ("released_by__isnull", True), ("status", "draft")
                    ),
                    models.Q(("released_at__isnull", False), ("status", "released")),
                    _connector="OR",
                ),
                name="suite_released_with_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="suite",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "draft"), models.Q(("content_hash", ""), _negated=True), _connector="OR"
                ),
                name="suite_released_with_hash",
            ),
        ),
        migrations.AddConstraint(
            model_name="suite",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("released_at__isnull", True),
                    ("released_at__gte", models.F("created_at")),
                    _connector="OR",
                ),
                name="suite_released_after_created",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("user", "suite"), name="membership_once_a_suite"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["annotator", "researcher", "lead"])),
                name="membership_role_known",
            ),
        ),
    ]
