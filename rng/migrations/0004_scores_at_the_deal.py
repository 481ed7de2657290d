from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rng", "0003_deals_by_beginning"),
    ]

    operations = [
        migrations.AddField("deal", "score_a", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("deal", "score_b", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("deal", "target", models.PositiveSmallIntegerField(null=True)),
    ]
