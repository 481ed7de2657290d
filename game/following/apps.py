"""Following as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.loaded_when_called import LoadedWhenCalled


class FollowingConfig(AppConfig):
    """Whom players follow: seen by nobody but its owner."""

    name = "game.following"
    verbose_name = _("Following")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from game.following.personal_data import register_sections
        from game.notices.on_arrival import on_arrival

        register_sections()
        on_arrival.append(LoadedWhenCalled("game.following.arrivals.note_arrival"))
