"""The tables of 0001 to 0003 as they are after all of these, for a database that has none of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("daily", "0001_daily"),
        ("daily", "0002_percentages_and_ranked_tries"),
        ("daily", "0003_guests_stay_unranked"),
    ]

    initial = True

    dependencies = [
        ("game", "0026_vacations"),
        ("shared_decks", "0001_squashed_0002"),
    ]

    operations = [
        migrations.CreateModel(
            name="Daily",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("announced", "announced: entrants of the day before give their secrets"),
                            ("fixed", "fixed: its par is played"),
                            ("open", "open: it is played"),
                            ("closed", "closed: its field is counted"),
                            ("counted", "counted: all of it is shown"),
                            ("missed", "missed: the site was not there that day"),
                        ],
                        default="announced",
                        max_length=10,
                    ),
                ),
                ("next_at", models.DateTimeField(null=True)),
                ("taken_at", models.DateTimeField(null=True)),
                ("par_margins", models.JSONField(default=list)),
                ("par", models.FloatField(null=True)),
                ("field", models.JSONField(null=True)),
                (
                    "deck_set",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="daily",
                        to="shared_decks.deckset",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "dailies",
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_at", None), _negated=True),
                        fields=["next_at"],
                        name="dailies_due",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DailyEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("margin", models.SmallIntegerField(null=True)),
                ("lost", models.FloatField(null=True)),
                ("place", models.PositiveIntegerField(null=True)),
                (
                    "daily",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="daily.daily"
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_entry",
                        to="game.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "unranked",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("guest", "begun by a guest"),
                            ("young", "begun by an account that was made after the day opened"),
                            ("scouted", "a guest or a new account played from the same browser or network"),
                        ],
                        db_default="",
                        default="",
                        max_length=8,
                    ),
                ),
                ("percent", models.FloatField(null=True)),
                ("alike", models.BigIntegerField(null=True)),
            ],
            options={
                "verbose_name_plural": "daily entries",
                "indexes": [
                    models.Index(fields=["daily", "place"], name="field_by_place"),
                    models.Index(
                        condition=models.Q(("alike", None), _negated=True),
                        fields=["-daily", "alike"],
                        name="tries_alike",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("daily", "player"), name="one_try_a_daily")],
            },
        ),
        migrations.CreateModel(
            name="MonthLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField(help_text="Its first day.")),
                ("days", models.PositiveSmallIntegerField()),
                ("total", models.FloatField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("rule", models.PositiveSmallIntegerField(db_default=1)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["month", "-total"], name="months_by_total"),
                    models.Index(
                        condition=models.Q(("rule__lt", 2)), fields=["month"], name="months_of_older_rules"
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("month", "player"), name="one_line_a_month")],
            },
        ),
    ]
