"""The open API as a Django app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The calls of the open API and its streams."""

    name = "programs.api"
    label = "api"
    site_urls = "programs.api.call_urls"
