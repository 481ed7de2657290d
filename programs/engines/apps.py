"""The admin pages of engines as a Django app."""

from django.apps import AppConfig


class EnginesAdminConfig(AppConfig):
    """Hosts' decisions about engines. `game.engines` has the models."""

    name = "programs.engines"
    label = "engine_decisions"
