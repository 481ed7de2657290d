"""The tables of 0001 to 0002 as they are after all of these, for a database that has none of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("same_cards", "0001_same_cards"), ("same_cards", "0002_verdict")]

    initial = True

    dependencies = [
        ("game", "0029_api_bots"),
        ("shared_decks", "0001_squashed_0002"),
    ]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("code", models.CharField(max_length=24, primary_key=True, serialize=False)),
                ("made_at", models.DateTimeField()),
                ("good_until", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "answer",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invited_by",
                        to="game.game",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="game.game"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="shared_decks.round",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Verdict",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="game.game",
                    ),
                ),
                ("code", models.CharField(max_length=16)),
                ("is_same", models.BooleanField()),
            ],
        ),
    ]
