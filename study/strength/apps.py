"""Strength as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.lazy_import import lazy_import


class StrengthConfig(AppConfig):
    """Luck-adjusted results. The transaction that ends a game records that it has to be weighed."""

    name = "study.strength"
    label = "strength"
    verbose_name = _("Strength")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from common.page_parts import part_loaders
        from study.strength.personal_data import register_sections

        register_sections()
        part_loaders["game_summary"].append(lazy_import("study.strength.page_parts.describe_luck"))
        part_loaders["profile"].append(lazy_import("study.strength.page_parts.describe_title"))
        part_loaders["profile_details"].append(lazy_import("study.strength.page_parts.describe_strength"))
