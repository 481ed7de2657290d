"""The lesson as a Django app."""

from django.apps import AppConfig


class LearnConfig(AppConfig):
    """The lesson that teaches cribbage by playing, step by step."""

    name = "study.learn"
    label = "learn"
