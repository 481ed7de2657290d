"""Three more names are those of bots. A person who had one before keeps it with their number behind."""

from django.db import migrations

from game.accounts.names import likeness

NAMES = ("Beginner", "Club", "Adaptive-HALSCRIB")


def free_the_names(apps, schema_editor):
    players = apps.get_model("game", "Player").objects.using(schema_editor.connection.alias)
    for taken_name in NAMES:
        for player in players.filter(username__iexact=taken_name, brain=""):
            name = f"{player.username}-{player.pk}"
            looks = likeness(name)
            taken = players.filter(likeness=looks).exclude(pk=player.pk).exists()
            players.filter(pk=player.pk).update(username=name, likeness=None if taken else looks)


class Migration(migrations.Migration):
    dependencies = [("game", "0030_all_pegging_on_scoresheets")]

    operations = [migrations.RunPython(free_the_names, migrations.RunPython.noop)]
