"""Habits as a Django app: the command that measures them."""

from django.apps import AppConfig


class HabitsConfig(AppConfig):
    """Habits of players, measured from finished games."""

    name = "study.habits"
    label = "habits"
