from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rng", "0001_initial"),
    ]

    operations = [
        migrations.AddField("deal", "dealer", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("deal", "seats", models.CharField(max_length=2, null=True)),
        migrations.AddField("deal", "rated", models.BooleanField(null=True)),
        migrations.AddField("deal", "beginning", models.BigIntegerField(null=True)),
        migrations.AddField("watch", "seats", models.JSONField(null=True)),
    ]
