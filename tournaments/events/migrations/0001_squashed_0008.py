"""The tables of 0001 to 0008 as they are after all of these, for a database that has none of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("events", "0001_events"),
        ("events", "0002_brackets_and_robins"),
        ("events", "0003_of_clubs"),
        ("events", "0004_changes"),
        ("events", "0005_duplicate_nights"),
        ("events", "0006_teams"),
        ("events", "0007_ends_by_itself"),
        ("events", "0008_disqualified_at_a_table"),
    ]

    initial = True

    dependencies = [
        ("clubs", "0001_clubs"),
        ("game", "0025_a_bot_called_master"),
        ("shared_decks", "0001_squashed_0002"),
    ]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("night", "night"),
                            ("hour", "hour"),
                            ("bracket", "bracket"),
                            ("robin", "round robin"),
                            ("duel", "duel of clubs"),
                            ("duplicate", "duplicate night"),
                            ("teams", "duel of two teams"),
                        ],
                        max_length=9,
                    ),
                ),
                ("title", models.CharField(max_length=60)),
                ("slot", models.CharField(editable=False, max_length=32, null=True, unique=True)),
                ("created_at", models.DateTimeField()),
                ("starts_at", models.DateTimeField()),
                ("closes_at", models.DateTimeField(help_text="No game begins after this.")),
                ("ended_at", models.DateTimeField(null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("announced", "announced"),
                            ("running", "running"),
                            ("closed", "closed: no new games, the last ones end"),
                            ("over", "over"),
                            ("void", "void"),
                        ],
                        default="announced",
                        max_length=9,
                    ),
                ),
                (
                    "reason",
                    models.CharField(blank=True, help_text="Why a host ended or voided it.", max_length=500),
                ),
                ("games", models.PositiveSmallIntegerField(help_text="How many games of each player count.")),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(help_text="From its start to its close, as announced."),
                ),
                ("target", models.PositiveSmallIntegerField(default=121)),
                ("counting", models.CharField(default="auto", max_length=8)),
                ("clock", models.CharField(default="quick", max_length=8)),
                ("rated", models.BooleanField(default=True)),
                ("best_of", models.PositiveSmallIntegerField(default=1)),
                ("bots_allowed", models.BooleanField(default=False)),
                ("root_sealed", models.TextField()),
                ("root_commitment", models.CharField(max_length=64)),
                ("root", models.CharField(blank=True, max_length=64)),
                ("version", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("round_days", models.PositiveSmallIntegerField(default=0)),
                (
                    "source",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="brackets",
                        to="events.event",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="clubs.club",
                    ),
                ),
                (
                    "rival",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                (
                    "deck_set",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="event",
                        to="shared_decks.deckset",
                    ),
                ),
                ("team_size", models.PositiveSmallIntegerField(default=0)),
                ("idle_since", models.DateTimeField(null=True)),
            ],
            options={
                "permissions": [
                    ("direct_event", "Can void, pause, extend and end any event, and disqualify")
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at", None), _negated=True),
                        fields=["due_at"],
                        name="events_that_are_due",
                    ),
                    models.Index(fields=["-starts_at"], name="events_by_start"),
                    models.Index(
                        condition=models.Q(("club", None), _negated=True),
                        fields=["club", "-starts_at"],
                        name="events_of_a_club",
                    ),
                    models.Index(
                        condition=models.Q(("rival", None), _negated=True),
                        fields=["rival", "-starts_at"],
                        name="duels_of_a_rival",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventAction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("pause", "paused"),
                            ("resume", "resumed"),
                            ("extend", "extended"),
                            ("end", "ended"),
                            ("void", "voided"),
                            ("disqualify", "disqualified"),
                        ],
                        max_length=10,
                    ),
                ),
                ("minutes", models.PositiveSmallIntegerField(null=True)),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="actions", to="events.event"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["event", "at"], name="actions_of_an_event")],
            },
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
                ("version", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("draw", models.TextField()),
                ("tables", models.JSONField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="events.event"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "version"), name="paired_once_a_version")
                ],
            },
        ),
        migrations.CreateModel(
            name="Suspension",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("lifted_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suspensions",
                        to="events.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suspensions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "event"), name="suspended_once_an_event")
                ],
            },
        ),
        migrations.CreateModel(
            name="DuelOffer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("starts_at", models.DateTimeField()),
                ("games", models.PositiveSmallIntegerField()),
                ("clock", models.CharField(max_length=8)),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "waits for an answer"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="",
                        max_length=9,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duels_offered",
                        to="clubs.club",
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duel_offer",
                        to="events.event",
                    ),
                ),
                (
                    "rival",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="duels_to_answer",
                        to="clubs.club",
                    ),
                ),
                ("team_size", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answer", "")),
                        fields=("club", "rival"),
                        name="one_duel_offered_at_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="events.event"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=60)),
                (
                    "token",
                    models.CharField(help_text="Who has it may join this team.", max_length=32, unique=True),
                ),
                ("invited", models.JSONField(default=list)),
                ("is_gone", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="teams", to="events.event"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("event", "number"), name="a_team_a_side")],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("joined_at", models.DateTimeField()),
                ("left_at", models.DateTimeField(null=True)),
                ("is_paused", models.BooleanField(default=False)),
                ("is_disqualified", models.BooleanField(default=False)),
                ("no_shows", models.PositiveSmallIntegerField(default=0)),
                ("free_since", models.DateTimeField(null=True)),
                ("apart", models.JSONField(default=list)),
                ("tables", models.PositiveSmallIntegerField(default=0)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("has_changed", models.BooleanField(default=True)),
                ("seed", models.PositiveSmallIntegerField(null=True)),
                ("played", models.PositiveSmallIntegerField(default=0)),
                ("points", models.PositiveSmallIntegerField(default=0)),
                ("wins", models.PositiveSmallIntegerField(default=0)),
                ("spread", models.SmallIntegerField(default=0)),
                ("plus", models.PositiveSmallIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="events.event"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
                ("x", models.CharField(default="0", max_length=40)),
                (
                    "team",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="events.team",
                    ),
                ),
                ("banned_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "entries",
                "indexes": [
                    models.Index(
                        condition=models.Q(("has_changed", True)),
                        fields=["event"],
                        name="entries_that_changed",
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("event", "player"), name="entered_once")],
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("opened_at", models.DateTimeField()),
                ("stage", models.PositiveSmallIntegerField(null=True)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ending",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "being played"),
                            ("played", "played"),
                            ("given_up", "given up"),
                            ("no_show", "not begun"),
                            ("void", "counts for nobody"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                (
                    "winner",
                    models.PositiveSmallIntegerField(help_text="0 who dealt first, 1 the other.", null=True),
                ),
                ("score_first", models.PositiveSmallIntegerField(default=0)),
                ("score_second", models.PositiveSmallIntegerField(default=0)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairings",
                        to="events.event",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="events.entry"
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pairing", to="game.game"
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="events.entry"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairings",
                        to="events.round",
                    ),
                ),
                ("was_disqualified", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "indexes": [models.Index(fields=["event", "id"], name="pairings_in_order")],
            },
        ),
        migrations.CreateModel(
            name="Seating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("is_live", models.BooleanField(default=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seatings",
                        to="events.entry",
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seatings",
                        to="events.pairing",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "number"), name="one_seat_a_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("is_live", True)),
                        fields=("entry",),
                        name="at_one_table_of_an_event",
                    ),
                ],
            },
        ),
    ]
