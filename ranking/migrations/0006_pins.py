import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ranking", "0005_standing_of_bots"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Pin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("bot", models.CharField(max_length=32)),
                ("code", models.CharField(help_text="Names the code that it plays by.", max_length=64)),
                (
                    "version",
                    models.CharField(blank=True, help_text="What it called itself then.", max_length=90),
                ),
                ("points", models.IntegerField(null=True)),
                ("at", models.DateTimeField()),
                ("reason", models.CharField(max_length=500)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["bot", "code", "-id"], name="pins_of_a_version")],
            },
        ),
    ]
