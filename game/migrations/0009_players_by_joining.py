from django.db import migrations, models

from common.migrating import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("game", "0008_bots_among_players"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="player",
            index=models.Index(fields=["date_joined"], name="players_by_joining"),
        ),
    ]
