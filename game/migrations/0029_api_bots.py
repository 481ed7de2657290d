from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0028_head_starts"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="is_api_bot",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
