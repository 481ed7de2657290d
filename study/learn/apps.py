"""The lesson as a Django app."""

from django.apps import AppConfig


class LearnConfig(AppConfig):
    """Learning cribbage by playing it, step by step."""

    name = "study.learn"
    label = "learn"
