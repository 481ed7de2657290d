"""Retention as a Django app."""

from django.apps import AppConfig


class RetentionConfig(AppConfig):
    """The deletion of expired data, unused guests and abandoned games."""

    name = "people.retention"
    label = "retention"
