"""The discard lab as a Django app."""

from django.apps import AppConfig


class LabConfig(AppConfig):
    """The lab that rates every discard from a hand."""

    name = "study.lab"
    label = "lab"
