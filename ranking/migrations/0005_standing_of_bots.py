from django.db import migrations, models

KINDS = [("house", "House"), ("people", "People"), ("bots", "Bots")]


class Migration(migrations.Migration):
    dependencies = [
        ("ranking", "0004_games_between_equals"),
    ]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="finished_before",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name="standing",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=6),
        ),
        migrations.AlterField(
            model_name="change",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=6),
        ),
    ]
