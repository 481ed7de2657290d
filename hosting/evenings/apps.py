"""Sample evenings as a Django app."""

from django.apps import AppConfig


class SampleEveningsConfig(AppConfig):
    """The club of sample players and its evenings."""

    name = "hosting.evenings"
    label = "sample_evenings"
