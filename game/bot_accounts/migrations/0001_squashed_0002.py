"""The tables of 0001 to 0002 as they are after all of these, for a database that has none of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("bot_accounts", "0001_bot_accounts"), ("bot_accounts", "0002_trials")]

    initial = True

    dependencies = [
        ("game", "0029_api_bots"),
        ("shared_decks", "0001_squashed_0002"),
    ]

    operations = [
        migrations.CreateModel(
            name="BotAccount",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="bot_account",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("engine", models.CharField(max_length=60)),
                ("version", models.CharField(max_length=40)),
                ("source", models.CharField(blank=True, max_length=200)),
                ("since", models.DateTimeField()),
                ("version_since", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bot_accounts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Trial",
            fields=[
                ("id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("against", models.CharField(max_length=32)),
                ("pairs", models.PositiveSmallIntegerField()),
                ("engine", models.CharField(max_length=60)),
                ("version", models.CharField(max_length=40)),
                ("begun_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "bot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trials",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deck_set",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="trial",
                        to="shared_decks.deckset",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at", None)), fields=["begun_at"], name="trials_that_run"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("bot",), name="one_trial_at_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TrialGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("margin", models.SmallIntegerField(null=True)),
                ("house_margin", models.FloatField(null=True)),
                ("is_void", models.BooleanField(default=False)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="of_trial", to="game.game"
                    ),
                ),
                (
                    "trial",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="bot_accounts.trial",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("trial", "number"), name="one_game_a_pair")],
            },
        ),
    ]
