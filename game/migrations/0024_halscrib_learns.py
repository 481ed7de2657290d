import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0023_dealt_totals"),
    ]

    operations = [
        migrations.CreateModel(
            name="LearntHabits",
            fields=[
                ("led_pairs", models.PositiveIntegerField(db_default=0, default=0)),
                ("lead_chances", models.PositiveIntegerField(db_default=0, default=0)),
                ("paired_leads", models.PositiveIntegerField(db_default=0, default=0)),
                ("reply_chances", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("games", models.PositiveIntegerField(db_default=0, default=0)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="HalscribGame",
            fields=[
                ("led_pairs", models.PositiveIntegerField(db_default=0, default=0)),
                ("lead_chances", models.PositiveIntegerField(db_default=0, default=0)),
                ("paired_leads", models.PositiveIntegerField(db_default=0, default=0)),
                ("reply_chances", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="halscrib",
                        serialize=False,
                        to="game.game",
                    ),
                ),
                ("brain", models.CharField(max_length=32)),
                ("ended_at", models.DateTimeField(null=True)),
                ("won", models.BooleanField(null=True)),
                ("is_learnt", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at", None), _negated=True),
                        fields=["ended_at"],
                        name="halscrib_by_end",
                    ),
                    models.Index(
                        condition=models.Q(models.Q(("ended_at", None), _negated=True), ("is_learnt", False)),
                        fields=["ended_at"],
                        name="halscrib_to_learn",
                    ),
                ],
            },
        ),
    ]
