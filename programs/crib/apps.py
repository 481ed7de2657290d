"""The Django app of .crib files, which brings their calls of the API."""

from django.apps import AppConfig


class CribConfig(AppConfig):
    """Games as .crib files."""

    name = "programs.crib"
    label = "crib"
