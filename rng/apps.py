"""Chance as a Django app: the record of deals, what watches it, and its pages."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RngConfig(AppConfig):
    """The one place where randomness is made, recorded, proved and tested."""

    name = "rng"
    verbose_name = _("Shuffle")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from rng.personal_data import register_sections

        register_sections()
