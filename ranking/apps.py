"""The ladder as a Django app."""

from django.apps import AppConfig


class RankingConfig(AppConfig):
    """Points and ranks."""

    name = "ranking"
    default_auto_field = "django.db.models.BigAutoField"
