"""The trainer as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrainerConfig(AppConfig):
    """Players' own mistakes in boxes, each due again after some days."""

    name = "study.trainer"
    label = "trainer"
    verbose_name = _("Trainer")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from study.trainer.personal_data import register_sections

        register_sections()
