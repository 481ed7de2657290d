from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0019_whose_turn"),
    ]

    operations = [
        migrations.CreateModel(
            name="ForgottenGames",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=models.deletion.CASCADE,
                        primary_key=True,
                        related_name="forgotten_games",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("games", models.PositiveIntegerField()),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="IdleGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=models.deletion.CASCADE,
                        primary_key=True,
                        related_name="idle",
                        serialize=False,
                        to="game.game",
                    ),
                ),
                ("ply", models.PositiveIntegerField()),
                ("since", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
