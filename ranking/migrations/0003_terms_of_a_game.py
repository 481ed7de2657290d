from django.db import migrations, models
from django.db.models import Q

from common.migrating import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("ranking", "0002_curve_of_a_player"),
    ]

    operations = [
        migrations.AddField(
            model_name="change",
            name="terms",
            field=models.CharField(
                choices=[
                    ("plain", "Counts"),
                    ("capped", "Counts up to a cap a day"),
                    ("uncounted", "Given up before anything was counted"),
                    ("shared", "Both played from one place"),
                ],
                db_default="plain",
                default="plain",
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="change",
            name="newcomer",
            field=models.BooleanField(db_default=False, default=False),
        ),
        AddIndexMeanwhile(
            model_name="change",
            index=models.Index(
                fields=["player", "-at"], condition=~Q(terms="plain"), name="terms_of_a_player"
            ),
        ),
    ]
