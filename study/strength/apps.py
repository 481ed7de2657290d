"""Strength as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StrengthConfig(AppConfig):
    """Luck taken out of results; which game is to be weighed is noted in the transaction that ends it."""

    name = "study.strength"
    label = "strength"
    verbose_name = _("Strength")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from study.strength.personal_data import register_sections

        register_sections()
