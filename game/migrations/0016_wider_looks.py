from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0015_friends_by_link"),
    ]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="look",
            field=models.CharField(blank=True, default="", max_length=400),
        ),
    ]
