from django.db import migrations, models

from common.migrating import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("game", "0009_players_by_joining"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="seek",
            index=models.Index(fields=["created_at"], name="seeks_by_beginning"),
        ),
    ]
