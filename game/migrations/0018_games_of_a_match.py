from django.db import migrations, models

from common.migrating import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("game", "0017_matches"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="game",
            index=models.Index(
                condition=models.Q(("match", ""), _negated=True), fields=["match"], name="games_of_a_match"
            ),
        ),
    ]
