"""Shared rounds as a Django app."""

from django.apps import AppConfig


class SharedRoundsConfig(AppConfig):
    """Rounds of shared decks: each closes by a job, in any process."""

    name = "game.shared_rounds"
    label = "shared_rounds"
