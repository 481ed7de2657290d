"""The tables of 0001 to 0002 as they are after all of these, for a database that has none of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("shared_decks", "0001_shared_decks"), ("shared_decks", "0002_decks_of_a_game")]

    initial = True

    dependencies = [
        ("game", "0028_head_starts"),
    ]

    operations = [
        migrations.CreateModel(
            name="DeckSet",
            fields=[
                ("id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("params", models.TextField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("tip", models.CharField(max_length=64)),
                ("sealed", models.TextField(help_text="The secret that the chain begins with; never shown.")),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("announced", "announced: entrants commit"),
                            ("collecting", "collecting: entrants reveal"),
                            ("started", "started: every deck is fixed"),
                            ("closed", "closed: every deck is shown"),
                            ("void", "void: no round begins any more"),
                        ],
                        default="announced",
                        max_length=10,
                    ),
                ),
                ("reveals_at_once", models.BooleanField(default=False)),
                ("announced_at", models.DateTimeField()),
                ("collecting_since", models.DateTimeField(null=True)),
                ("root", models.CharField(blank=True, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("opened_at", models.DateTimeField()),
                ("is_full", models.BooleanField(default=False)),
                ("closes_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "last_link",
                    models.CharField(blank=True, help_text="Shown once it is closed.", max_length=64),
                ),
                (
                    "deck_set",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_rows",
                        to="shared_decks.deckset",
                    ),
                ),
                (
                    "of_game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="played_again",
                        to="game.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed_at", None)),
                        fields=["closes_at"],
                        name="rounds_still_open",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("deck_set", "number"), name="round_opened_once"),
                    models.CheckConstraint(
                        condition=models.Q(("deck_set", None), ("of_game", None), _connector="XOR"),
                        name="decks_of_a_set_or_of_a_game",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SharedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="shared",
                        serialize=False,
                        to="game.game",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="shared_decks.round",
                    ),
                ),
                ("was_shown", models.BooleanField(db_default=False, default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.CharField(max_length=20)),
                ("commitment", models.CharField(max_length=64)),
                ("secret", models.CharField(blank=True, max_length=64)),
                (
                    "deck_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrants",
                        to="shared_decks.deckset",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("deck_set", "player"), name="one_part_of_a_set")
                ],
            },
        ),
    ]
