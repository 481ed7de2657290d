"""Engines that play from elsewhere, as a Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class EnginesConfig(AppConfig):
    """Programs of players that play as house bots, and what hosts decided about them."""

    name = "game.engines"
    label = "engines"
    verbose_name = _("Engines")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.apps import ensure_moderator_group
        from game.engines.personal_data import register_sections

        register_sections()
        # Once more: what moderators may see of engines is there only now.
        post_migrate.connect(ensure_moderator_group, sender=self)
