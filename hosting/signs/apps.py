"""Signs as a Django app."""

from django.apps import AppConfig


class SignsConfig(AppConfig):
    """Signs among the decisions of an event."""

    name = "hosting.signs"
    label = "signs"
    verbose_name = "Signs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from hosting.signs.personal_data import register_sections

        register_sections()
