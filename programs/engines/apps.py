"""The admin pages of engines as a Django app."""

from django.apps import AppConfig


class EnginesAdminConfig(AppConfig):
    """The decisions of hosts about engines; `game.engines` has their models."""

    name = "programs.engines"
    label = "engine_decisions"
