"""Clubs as a Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs: players who have a page and a name together, and one day evenings of their own."""

    name = "game.clubs"
    verbose_name = _("Clubs")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.apps import ensure_moderator_group

        # Once more: what moderators may see of clubs is there only now.
        post_migrate.connect(ensure_moderator_group, sender=self)
