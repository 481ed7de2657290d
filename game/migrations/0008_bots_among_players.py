from django.db import migrations, models

from common.migrating import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("game", "0007_rights_granted"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="player",
            index=models.Index(
                condition=models.Q(("brain", ""), _negated=True), fields=["id"], name="bots_among_players"
            ),
        ),
    ]
