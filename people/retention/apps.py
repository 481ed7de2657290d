"""Retention as a Django app."""

from django.apps import AppConfig


class RetentionConfig(AppConfig):
    """Deletion of expired data, and of guests and games that are not used any more."""

    name = "people.retention"
    label = "retention"
