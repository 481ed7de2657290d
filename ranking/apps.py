"""The Django app of the ladder."""

from django.apps import AppConfig


class RankingConfig(AppConfig):
    """Points and ranks."""

    name = "ranking"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from ranking.personal_data import register_sections

        register_sections()
