from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0027_readmit"),
    ]

    operations = [
        migrations.AddField(
            model_name="seek",
            name="ahead",
            field=models.SmallIntegerField(db_default=0, default=0),
        ),
    ]
