from django.db import migrations, models

from common.migrating import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("rng", "0002_who_was_dealt"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="deal",
            index=models.Index(
                fields=["beginning"],
                name="deals_by_beginning",
                condition=models.Q(("beginning__isnull", False)),
            ),
        ),
    ]
