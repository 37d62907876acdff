"""Where witnesses are too many to list, gold keeps what they are made of."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the choices; null where the list is complete, or nothing is known of what it leaves out."""

    dependencies = [("scenarios", "0006_forbid_changes_of_gold")]

    operations = [
        migrations.AddField(
            model_name="goldanswer",
            name="choices",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
