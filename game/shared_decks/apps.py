"""Shared decks as a Django app."""

from django.apps import AppConfig


class SharedDecksConfig(AppConfig):
    """Sets of decks, who had a part in them, and the games that are dealt from them."""

    name = "game.shared_decks"
    label = "shared_decks"
    default_auto_field = "django.db.models.BigAutoField"
