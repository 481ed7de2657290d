from django.db import migrations, models

from common.migrating import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("ranking", "0001_initial"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="change",
            index=models.Index(
                fields=["player", "kind", "-id"], include=("at", "own", "after"), name="curve_of_a_player"
            ),
        ),
        # It begins with the same columns.
        migrations.RemoveIndex(model_name="change", name="changes_of_a_player"),
    ]
