"""The throw of the day as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.lazy_import import lazy_import


class ThrowsConfig(AppConfig):
    """Six cards a day, the votes on them, and the board of the month."""

    name = "study.throws"
    label = "throws"
    verbose_name = _("Throw of the day")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from common.page_parts import part_loaders, path_loaders
        from study.throws.personal_data import register_sections

        register_sections()
        part_loaders["front"].append(lazy_import("study.throws.page_parts.describe_on_front"))
        path_loaders.append(lazy_import("study.throws.page_parts.list_paths"))
