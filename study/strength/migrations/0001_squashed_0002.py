"""The tables of 0001 to 0002 as they are after all of these, for a database that has none of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("strength", "0001_strength"), ("strength", "0002_formula_and_anchors")]

    initial = True

    dependencies = [
        ("game", "0029_api_bots"),
    ]

    operations = [
        migrations.CreateModel(
            name="Turn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("last", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="PlayerStrength",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="strength",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("strength", models.FloatField()),
                ("variance", models.FloatField()),
                ("games", models.PositiveIntegerField()),
            ],
            options={
                "verbose_name_plural": "player strengths",
                "indexes": [models.Index(fields=["-strength", "player"], name="players_by_strength")],
            },
        ),
        migrations.CreateModel(
            name="WeighedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="weighed",
                        serialize=False,
                        to="game.game",
                    ),
                ),
                ("noted_at", models.DateTimeField()),
                ("is_void", models.BooleanField(db_default=False, default=False)),
                ("number", models.PositiveBigIntegerField(null=True, unique=True)),
                ("adjusted", models.FloatField(help_text="The luck-adjusted result of seat 0.", null=True)),
                ("strength_a", models.FloatField(null=True)),
                ("variance_a", models.FloatField(null=True)),
                ("strength_b", models.FloatField(null=True)),
                ("variance_b", models.FloatField(null=True)),
                ("anchor_a", models.FloatField(null=True)),
                ("anchor_b", models.FloatField(null=True)),
                (
                    "formula",
                    models.PositiveSmallIntegerField(
                        db_default=1,
                        default=1,
                        help_text="The version of the formula that wrote the strengths.",
                    ),
                ),
                ("precision_a", models.FloatField(null=True)),
                ("precision_b", models.FloatField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("number", None)),
                        fields=["noted_at", "game"],
                        name="games_to_weigh",
                    ),
                    models.Index(
                        condition=models.Q(("is_void", True)), fields=["number"], name="games_to_take_out"
                    ),
                    models.Index(fields=["formula", "number"], name="games_by_formula"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Title",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        choices=[("master", "Master"), ("expert", "Expert"), ("club", "Club")], max_length=8
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "lost_percent",
                    models.FloatField(help_text="What a decision cost on average, in per cent of a game."),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="titles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "name"), name="a_title_once")],
            },
        ),
    ]
