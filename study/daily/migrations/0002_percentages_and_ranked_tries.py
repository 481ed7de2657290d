from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("daily", "0001_daily"),
    ]

    operations = [
        migrations.AddField(
            model_name="dailyentry",
            name="unranked",
            field=models.CharField(
                blank=True,
                choices=[
                    ("guest", "begun by a guest"),
                    ("young", "begun by an account that was made after the day opened"),
                    ("scouted", "a guest or a new account played from the same browser or network"),
                ],
                db_default="",
                default="",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="dailyentry",
            name="percent",
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name="dailyentry",
            name="alike",
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="monthline",
            name="rule",
            field=models.PositiveSmallIntegerField(db_default=1),
        ),
    ]
