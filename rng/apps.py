"""The Django app for randomness: the record of deals, its monitoring, and its pages."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RngConfig(AppConfig):
    """The app config of `rng`."""

    name = "rng"
    verbose_name = _("Shuffle")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from rng.personal_data import register_sections

        register_sections()
