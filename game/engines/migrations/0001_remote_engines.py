import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RemoteEngine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=20, unique=True)),
                ("likeness", models.CharField(max_length=150, unique=True)),
                ("version", models.CharField(max_length=40)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("allowed", "allowed"), ("stopped", "stopped")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("registered_at", models.DateTimeField()),
                ("polled_ms", models.BigIntegerField(default=0)),
                (
                    "owner",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="engine",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "permissions": [("decide_on_engine", "Can allow and stop engines of players")],
            },
        ),
        migrations.CreateModel(
            name="Question",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("due_ms", models.BigIntegerField()),
                ("message", models.TextField()),
                ("is_handed_out", models.BooleanField(default=False)),
                ("answer", models.TextField(blank=True)),
                (
                    "engine",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="questions",
                        to="engines.remoteengine",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EngineDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=[("allow", "allowed"), ("stop", "stopped")], max_length=8)),
                ("version", models.CharField(max_length=40)),
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
                    "engine",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decisions",
                        to="engines.remoteengine",
                    ),
                ),
            ],
        ),
    ]
