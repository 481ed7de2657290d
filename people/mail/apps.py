"""Mail as a Django app."""

from django.apps import AppConfig


class MailConfig(AppConfig):
    """Mails to players, and unsubscribing from them."""

    name = "people.mail"
    label = "mail"
