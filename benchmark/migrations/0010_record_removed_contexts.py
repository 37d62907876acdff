from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("benchmark", "0009_create_exports")]

    operations = [
        migrations.AddField(
            model_name="run",
            name="contexts_removed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
