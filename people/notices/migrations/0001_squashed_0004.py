"""The tables of 0001 to 0004 as they are after all of these, for a database that has none of them."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def keep_choices(apps: Any, schema_editor: Any) -> None:
    """Turn on mail about moves for players who wanted it before there was a switch."""
    Player, Switch = apps.get_model("game", "Player"), apps.get_model("notices", "Switch")
    wanting = Player.objects.filter(wants_move_mail=True).values_list("pk", flat=True)
    Switch.objects.bulk_create(
        (Switch(player_id=player, kind="turn", way="mail", is_on=True) for player in wanting.iterator()),
        ignore_conflicts=True,
        batch_size=1000,
    )


class Migration(migrations.Migration):
    replaces = [
        ("notices", "0001_notices"),
        ("notices", "0002_ways"),
        ("notices", "0003_wanted_move_mail"),
        ("notices", "0004_key_of_then"),
    ]

    initial = True

    dependencies = [
        ("game", "0025_a_bot_called_master"),
    ]

    operations = [
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("about", models.CharField(max_length=64)),
                ("parts", models.JSONField(default=dict)),
                ("at", models.DateTimeField()),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("push_due_at", models.DateTimeField(null=True)),
                ("push_tries", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("pushed_at", models.DateTimeField(null=True)),
                ("until", models.DateTimeField(null=True)),
                ("waits_for_mail", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["at"], name="notices_by_time"),
                    models.Index(
                        condition=models.Q(("push_due_at", None), _negated=True),
                        fields=["push_due_at"],
                        name="pushes_due",
                    ),
                    models.Index(
                        condition=models.Q(("waits_for_mail", True)),
                        fields=["player", "at"],
                        name="notices_to_mail",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "kind", "about"), name="told_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Digest",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="digest",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("tried_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=1)),
                ("sent", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=32)),
                ("session", models.CharField(db_index=True, max_length=40)),
                ("language", models.CharField(max_length=16)),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("key", models.CharField(db_default="", max_length=100)),
            ],
        ),
        migrations.CreateModel(
            name="Switch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("way", models.CharField(max_length=8)),
                ("is_on", models.BooleanField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="switches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "switches",
                "constraints": [
                    models.UniqueConstraint(fields=("player", "kind", "way"), name="one_switch_each")
                ],
            },
        ),
        migrations.RunPython(keep_choices, migrations.RunPython.noop),
    ]
