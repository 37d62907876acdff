from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("scenarios", "0012_add_length_to_verdicts"),
    ]

    operations = [
        migrations.AddField(
            model_name="suite",
            name="is_practice",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Serves its gold to whoever sees it; its runs are unranked.",
            ),
        ),
        migrations.AddConstraint(
            model_name="suite",
            constraint=models.CheckConstraint(
                condition=Q(held_out=False) | Q(is_practice=False), name="suite_practice_not_held_out"
            ),
        ),
    ]
