from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scenarios", "0007_store_choices_of_witnesses"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="factversion",
            index=models.Index(
                fields=["scenario", "predicate", "a0", "a1", "a2", "member"],
                include=("observed_at", "valid_until", "op", "value", "size", "event", "as_of", "seq", "pos"),
                name="fact_version_by_whole_key",
            ),
        ),
        migrations.RemoveIndex(
            model_name="factversion",
            name="fact_version_by_key",
        ),
    ]
