"""The Django app for following."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FollowingConfig(AppConfig):
    """The players that a player follows. Only the follower can see them."""

    name = "game.following"
    label = "following"
    verbose_name = _("Following")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.following.personal_data import register_sections

        register_sections()
