from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0029_api_bots"),
    ]

    operations = [
        migrations.AddField(
            model_name="scoresheet",
            name="pegged",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
