"""Who wanted mail about their moves has a switch for it now."""

from typing import Any

from django.db import migrations


def keep_choices(apps: Any, schema_editor: Any) -> None:
    Player, Switch = apps.get_model("game", "Player"), apps.get_model("notices", "Switch")
    wanting = Player.objects.filter(wants_move_mail=True).values_list("pk", flat=True)
    Switch.objects.bulk_create(
        (Switch(player_id=player, kind="turn", way="mail", is_on=True) for player in wanting.iterator()),
        ignore_conflicts=True,
        batch_size=1000,
    )


class Migration(migrations.Migration):
    dependencies = [("notices", "0002_ways")]

    operations = [migrations.RunPython(keep_choices, migrations.RunPython.noop)]
