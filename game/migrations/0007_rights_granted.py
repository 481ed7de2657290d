import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_FIRST = {
    "game": (
        *("warn_player", "mute_player", "ban_player", "answer_report"),
        *("view_player", "view_game", "view_scoresheet", "view_seek", "view_chat", "view_report"),
        *("view_ruling", "view_appeal"),
    ),
    "ranking": ("view_standing", "view_change"),
}
LATER = {"rng": ("view_deal", "view_watch", "view_doubt", "view_unshown")}


def remember(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What a group of moderators that is here already was given: the later lists too, if it has one of them."""
    Group, Permission, Granted = (
        apps.get_model(*model) for model in (("auth", "Group"), ("auth", "Permission"), ("game", "Granted"))
    )
    group = Group.objects.filter(name="moderators").first()
    if group is None:
        return
    at_first, later = (
        [
            right.pk
            for app, names in rights.items()
            for right in Permission.objects.filter(content_type__app_label=app, codename__in=names)
        ]
        for rights in (AT_FIRST, LATER)
    )
    given = at_first + (later if group.permissions.filter(pk__in=later).exists() else [])
    Granted.objects.bulk_create(Granted(permission_id=right) for right in given)


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("game", "0006_looks_and_move_mails"),
    ]

    operations = [
        migrations.CreateModel(
            name="Granted",
            fields=[
                (
                    "permission",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="granted",
                        serialize=False,
                        to="auth.permission",
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.RunPython(remember, migrations.RunPython.noop),
    ]
