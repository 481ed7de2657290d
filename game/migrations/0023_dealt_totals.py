import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0022_sessions_signed_anew"),
    ]

    operations = [
        migrations.CreateModel(
            name="DealtTotal",
            fields=[
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
                ("better", models.PositiveIntegerField()),
                ("worse", models.PositiveIntegerField()),
                ("last_sheet", models.PositiveBigIntegerField()),
            ],
        ),
    ]
