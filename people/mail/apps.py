"""Mail as a Django app."""

from django.apps import AppConfig


class MailConfig(AppConfig):
    """Mails to players, and how they unsubscribe."""

    name = "people.mail"
    label = "mail"
