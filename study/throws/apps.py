"""The throw of the day as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ThrowsConfig(AppConfig):
    """Six cards a day, the votes on them, and the board of the month."""

    name = "study.throws"
    label = "throws"
    verbose_name = _("Throw of the day")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from study.throws.personal_data import register_sections

        register_sections()
