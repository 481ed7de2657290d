"""Par of each deal, next to par of the whole game."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("daily", "0001_squashed_0003"),
    ]

    operations = [
        migrations.AddField(
            model_name="daily",
            name="par_leads",
            field=models.JSONField(null=True),
        ),
    ]
