"""Where the support of a query is only bounded, answers count against both ends of it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the counts against the upper bound; null where the support is known."""

    dependencies = [("benchmark", "0002_add_launch_key")]

    operations = [
        migrations.AddField(
            model_name="answer",
            name="gathered_high",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="answer",
            name="support_size_high",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
