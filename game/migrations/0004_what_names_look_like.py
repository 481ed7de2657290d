from django.db import migrations

from game.accounts.names import likeness


def note_likenesses(apps, schema_editor):
    """Nobody can sign up as the double of an account from before; of two that look alike the elder has it."""
    players = apps.get_model("game", "Player").objects
    taken = set(players.exclude(likeness=None).values_list("likeness", flat=True))
    for player in players.filter(is_guest=False, brain="", likeness=None).order_by("pk"):
        looks = likeness(player.username)
        if looks not in taken:
            taken.add(looks)
            players.filter(pk=player.pk).update(likeness=looks)


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0003_accounts_and_the_ladder"),
    ]

    operations = [
        migrations.RunPython(note_likenesses, migrations.RunPython.noop),
    ]
