"""Signs as a Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class SignsConfig(AppConfig):
    """What stands out among the decisions of an event."""

    name = "game.signs"
    label = "signs"
    verbose_name = "Signs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.apps import ensure_moderator_group
        from game.signs.personal_data import register_sections

        register_sections()
        # Once more: what moderators may see of clubs, events and signs is there only now.
        post_migrate.connect(ensure_moderator_group, sender=self)
