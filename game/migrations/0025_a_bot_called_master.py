"""Master is a bot's name now. A person who had it before keeps it with their number behind."""

from django.db import migrations

from game.accounts.names import likeness

NAME = "Master"


def free_the_name(apps, schema_editor):
    players = apps.get_model("game", "Player").objects.using(schema_editor.connection.alias)
    for player in players.filter(username__iexact=NAME, brain=""):
        name = f"{player.username}-{player.pk}"
        looks = likeness(name)
        taken = players.filter(likeness=looks).exclude(pk=player.pk).exists()
        players.filter(pk=player.pk).update(username=name, likeness=None if taken else looks)


class Migration(migrations.Migration):
    dependencies = [("game", "0024_halscrib_learns")]

    operations = [migrations.RunPython(free_the_name, migrations.RunPython.noop)]
