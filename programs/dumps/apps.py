"""The dumps as a Django app."""

from django.apps import AppConfig


class DumpsConfig(AppConfig):
    """The rated games of every month, as files."""

    name = "programs.dumps"
    label = "dumps"
