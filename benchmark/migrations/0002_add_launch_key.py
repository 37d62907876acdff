"""A run keeps the key that it was launched with, so that a form sent twice launches once."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the key and its constraint; earlier runs have none."""

    dependencies = [
        ("benchmark", "0001_create_runs_and_answers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="launch_key",
            field=models.CharField(blank=True, default="", editable=False, max_length=64),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.UniqueConstraint(
                condition=models.Q(("launch_key", ""), _negated=True),
                fields=("created_by", "launch_key"),
                name="run_once_per_launch_key",
            ),
        ),
    ]
