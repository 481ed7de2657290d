"""The pages of bots as a Django app."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """The pages, trials and ladder of bots; `game.bot_accounts` has their models."""

    name = "programs.bots"
    label = "bots"
