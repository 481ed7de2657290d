"""The dumps as a Django app."""

from django.apps import AppConfig


class DumpsConfig(AppConfig):
    """The rated games of every month, as files."""

    name = "game.dumps"
    label = "dumps"
