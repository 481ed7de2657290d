from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0018_games_of_a_match"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="turn",
            field=models.CharField(max_length=2, null=True),
        ),
    ]
