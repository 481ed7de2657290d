"""An owner makes bots from their own account: a bot needs no sign-up and no password of its own."""

from django.db import transaction
from django.utils.translation import gettext

from common.refusal import Refusal
from game.accounts.names import find_name_fault
from game.accounts.signup import NAME_TAKEN, is_taken, sign_up
from game.bot_accounts.models import BotAccount
from game.models import Player
from game.tokens import tokens
from game.tokens.models import Token
from game.tokens.scopes import Scope
from people.settings.deletion import delete_account
from programs.bots.accounts import Engine, check_owner, enroll

FIRST_VERSION = "1"


@transaction.atomic
def make_bot(*, owner: Player, name: str) -> tuple[BotAccount, str]:
    """Create a bot's account, and return it with a token's text, which is returned only here.

    Until its program says more, the bot's engine has the bot's name.
    """
    check_owner(owner)
    if fault := find_name_fault(name):
        raise Refusal("bad_request", fault)
    if is_taken(name):
        raise Refusal("name_taken", str(NAME_TAKEN))
    account = sign_up(name=name, password=None)
    bot = enroll(account=account, owner=owner, engine=Engine(name, FIRST_VERSION))
    return bot, _new_token(account)


@transaction.atomic
def replace_token(*, owner: Player, name: str) -> tuple[BotAccount, str]:
    """Give a bot a new token, and revoke its others."""
    bot = load_own_bot(owner, name)
    for pk in Token.objects.filter(player=bot.account, client_id="").values_list("pk", flat=True):
        tokens.revoke(player=bot.account, token_id=pk)
    return bot, _new_token(bot.account)


def _new_token(account: Player) -> str:
    _, text = tokens.make_token(
        player=account, name=account.username, scopes=[Scope.BOT], days=tokens.MAX_DAYS
    )
    return text


@transaction.atomic
def delete_bot(*, owner: Player, name: str) -> None:
    """Delete a bot's account for good."""
    delete_account(load_own_bot(owner, name).account)


def load_bots_of(owner: Player) -> list[BotAccount]:
    """Return an owner's bots, the oldest first."""
    return list(BotAccount.objects.filter(owner=owner).select_related("account").order_by("since", "pk"))


def load_own_bot(owner: Player, name: str) -> BotAccount:
    """Return a bot that its owner manages. One with a password manages itself."""
    found = [bot for bot in load_bots_of(owner) if bot.account.username == name]
    if not found or found[0].account.has_usable_password():
        raise Refusal("not_yours", gettext("This bot isn’t one that you manage here."))
    return found[0]
