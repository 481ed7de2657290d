"""The public log as a Django app."""

from django.apps import AppConfig


class PublicLogConfig(AppConfig):
    """The public log: publishing, audit and witnesses."""

    name = "proof.public_log"
    label = "public_log"
