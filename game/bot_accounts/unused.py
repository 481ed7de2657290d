"""Whether an account has never been used by a person, so that it may become a bot.

An app in which people take part lists its models with a field `player`, as `belongings` of its `AppConfig`.
"""

from django.apps import apps

from game.bot_accounts.models import BotAccount
from game.models import Game, Player


def is_unused(account: Player) -> bool:
    has_played = Game.objects.with_player(account).exists()
    belongs = any(
        apps.get_model(label)._default_manager.filter(player=account).exists()
        for app in apps.get_app_configs()
        for label in getattr(app, "belongings", ())
    )
    owns = BotAccount.objects.filter(owner=account).exists()
    return account.has_account and not (has_played or belongs or owns or account.is_staff)
