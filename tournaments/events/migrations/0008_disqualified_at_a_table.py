from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0007_ends_by_itself")]

    operations = [
        migrations.AddField(
            model_name="pairing",
            name="was_disqualified",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
