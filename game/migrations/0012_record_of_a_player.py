from django.db import migrations, models

from common.migrating import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("game", "0011_games_by_ending"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="scoresheet",
            index=models.Index(
                fields=["player", "-at"],
                name="record_of_a_player",
                include=(
                    "id",
                    "opponent",
                    "voided",
                    "won",
                    "value",
                    "deals_as_dealer",
                    "deals_as_pone",
                    "pegged_as_dealer",
                    "pegged_as_pone",
                    "hands",
                    "hand_points",
                    "best_hand",
                    "cribs",
                    "crib_points",
                ),
            ),
        ),
        # It begins with the same columns.
        migrations.RemoveIndex(model_name="scoresheet", name="sheets_of_a_player"),
    ]
