"""The archive as a Django app."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """Past events, winners and records. Everything is computed from what events and games have stored."""

    name = "tournaments.archive"
    label = "archive"
