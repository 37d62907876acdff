"""A query may ask for a version that is not the current one (T2 to T4 of spec 3.2)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the choice of a version; null where a query asks for what is current."""

    dependencies = [("scenarios", "0008_index_versions_by_whole_key")]

    operations = [
        migrations.AddField(
            model_name="query",
            name="goal_version",
            field=models.JSONField(
                blank=True,
                help_text="The version that is asked for where it is not the current one (ADR 14).",
                null=True,
            ),
        ),
    ]
