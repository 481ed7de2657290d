from django.db import migrations, models
from django.db.models import Q

from common.migrating import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("game", "0010_seeks_by_beginning"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="game",
            index=models.Index(
                fields=["ended", "created_at"],
                name="games_by_ending",
                condition=~Q(ended__in=("", "played")),
            ),
        ),
    ]
