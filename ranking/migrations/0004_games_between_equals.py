from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ranking", "0003_terms_of_a_game"),
    ]

    operations = [
        migrations.AddField(
            model_name="change",
            name="even",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
