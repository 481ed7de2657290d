"""The Django app for shared rounds."""

from django.apps import AppConfig


class SharedRoundsConfig(AppConfig):
    """Rounds of shared decks. A job closes them, in any process."""

    name = "game.shared_rounds"
    label = "shared_rounds"
