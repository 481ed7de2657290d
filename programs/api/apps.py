"""The open API as a Django app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The calls of programs, and the streams that they listen to."""

    name = "programs.api"
    label = "api"
    site_urls = "programs.api.call_urls"
