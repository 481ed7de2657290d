from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0020_idle_games"),
    ]

    operations = [
        migrations.CreateModel(
            name="AdviceNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(db_default="lab", default="lab", max_length=8)),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE, related_name="advice_notes", to="game.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE,
                        related_name="advice_notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "kind"), name="one_advice_note_a_game")
                ],
            },
        ),
    ]
