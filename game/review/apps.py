"""Review as a Django app."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    """Reviews of finished games, and the replay."""

    name = "game.review"
    label = "review"
