"""Whether an account has never done anything as a person, so that it may become a bot."""

from django.apps import apps

from game.bot_accounts.models import BotAccount
from game.models import Game, Player

# Models with a field `player`; an app in which people take part adds its own in `AppConfig.ready`.
belongings: list[str] = []


def is_unused(account: Player) -> bool:
    has_played = Game.objects.with_player(account).exists()
    belongs = any(
        apps.get_model(label)._default_manager.filter(player=account).exists() for label in belongings
    )
    owns = BotAccount.objects.filter(owner=account).exists()
    return account.has_account and not (has_played or belongs or owns or account.is_staff)
