"""The daily game as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.lazy_import import lazy_import


class DailyConfig(AppConfig):
    """The daily game, its tries, and the standings of a month."""

    name = "study.daily"
    label = "daily"
    verbose_name = _("Daily game")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from common.page_parts import part_loaders, path_loaders
        from game.shared_rounds.on_close import on_close
        from study.daily.personal_data import register_sections

        register_sections()
        on_close.append(lazy_import("study.daily.closing.keep_results"))
        part_loaders["table"].append(lazy_import("study.daily.page_parts.describe_at_table"))
        part_loaders["profile_details"].append(lazy_import("study.daily.page_parts.describe_in_profile"))
        path_loaders.append(lazy_import("study.daily.page_parts.list_paths"))
