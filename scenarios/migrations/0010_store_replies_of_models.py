"""Records may stand in a model's words (spec 6.4): who words them is one of four, and replies are kept."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the replies of models, and says who may have worded a rendering."""

    dependencies = [("scenarios", "0009_store_versions_that_goals_ask_for")]

    operations = [
        migrations.CreateModel(
            name="ModelReply",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("model", models.CharField(max_length=200)),
                ("prompt_hash", models.CharField(max_length=64)),
                ("text", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={"verbose_name_plural": "model replies"},
        ),
        migrations.AddConstraint(
            model_name="modelreply",
            constraint=models.UniqueConstraint(
                fields=("model", "prompt_hash"), name="model_reply_once_a_prompt"
            ),
        ),
        migrations.AlterField(
            model_name="rendering",
            name="renderer",
            field=models.CharField(
                choices=[
                    ("template", "A template"),
                    ("llm", "A language model"),
                    ("template_fallback", "A template, after a language model failed"),
                    ("given", "Came with it"),
                ],
                default="template",
                max_length=40,
            ),
        ),
        migrations.AddConstraint(
            model_name="rendering",
            constraint=models.CheckConstraint(
                condition=models.Q(("renderer__in", ["template", "llm", "template_fallback", "given"])),
                name="rendering_renderer_known",
            ),
        ),
    ]
