"""Makes an account a bot's, for good, and keeps what its owner says of it."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.bot_accounts.models import BotAccount
from game.bot_accounts.unused import is_unused
from game.lobby.matchmaking import open_seeks, withdraw
from game.models import Player
from game.runtime.pubsub import publish_on_commit
from game.tokens.scopes import Scope
from game.tokens.tokens import find_token
from people.settings.deletion import delete_account
from ranking.standings import begin_version

MAX_PER_OWNER = 3
LONGEST_ENGINE, LONGEST_VERSION, LONGEST_SOURCE = 60, 40, 200


@dataclass(frozen=True, slots=True)
class Engine:
    """What plays for a bot: its name, its version, and where its source is to be read, if anywhere."""

    name: str
    version: str
    source: str = ""


@transaction.atomic
def upgrade(*, account: Player, owners_token: str, engine: Engine) -> BotAccount:
    """Make an account that has never played a bot's, with its owner's consent; again changes nothing.

    The owner consents by a token of scope `bot`: only who knows their password can have made it.
    """
    owner = _find_owner(owners_token, account)
    _check(engine)
    # With a lock that keeps games from beginning: each refers to its players' rows.
    both = Player.objects.select_for_update().filter(pk__in=(account.pk, owner.pk)).order_by("pk")
    locked = {one.pk: one for one in both}
    own = BotAccount.objects.filter(account=account).first()
    if own is not None and own.owner_id == owner.pk:
        return own
    if own is not None:
        raise Refusal("not_yours", gettext("This bot has another owner."))
    _check_is_unused(locked[account.pk])
    if BotAccount.objects.filter(owner=owner).count() >= MAX_PER_OWNER:
        message = gettext("An owner has %(most)s bots at most.") % {"most": MAX_PER_OWNER}
        raise Refusal("full", message)
    withdraw(open_seeks().filter(Q(player=account) | Q(to=account)))
    Player.objects.filter(pk=account.pk).update(is_api_bot=True)
    publish_on_commit("lobby")
    now = clock.now()
    return BotAccount.objects.create(
        account=account, owner=owner, since=now, version_since=now, **_columns(engine)
    )


@transaction.atomic
def update(*, account: Player, engine: Engine) -> BotAccount:
    """Say what plays for a bot from now on; the same again changes nothing."""
    _check(engine)
    own = load_bot(account, for_update=True)
    if (own.engine, own.version) != (engine.name, engine.version):
        own.version_since = clock.now()
        begin_version(account.pk)
    for name, value in _columns(engine).items():
        setattr(own, name, value)
    own.save()
    return own


def load_bot(account: Player, *, for_update: bool = False) -> BotAccount:
    """The bot that an account is, or a refusal."""
    bots = BotAccount.objects.select_for_update(of=("self",)) if for_update else BotAccount.objects
    found = bots.select_related("account", "owner").filter(account=account).first()
    if found is None:
        raise Refusal("not_a_bot", gettext("This account isn’t a bot’s: see POST /bots/upgrade."))
    return found


def load_bots(after: str = "", limit: int = 100) -> list[BotAccount]:
    """The bots there are, by their names, from behind one of them on."""
    found = BotAccount.objects.filter(account__username__gt=after).select_related("account", "owner")
    return list(found.order_by("account__username")[:limit])


def delete_bots(owner: Player) -> None:
    """Delete the bots of an owner whose account is deleted: no bot plays without one."""
    for bot in Player.objects.filter(bot_account__owner=owner).order_by("pk"):
        delete_account(bot)


def _find_owner(token_text: str, account: Player) -> Player:
    token = find_token(token_text)
    if token is None or not token.allows(frozenset({Scope.BOT}), before_upgrade=True):
        message = gettext("The owner’s token is unknown, has expired, or lacks the scope “bot”.")
        raise Refusal("bad_owner", message)
    owner = token.player
    is_person = owner.has_account and not owner.is_api_bot and owner.has_usable_password()
    if owner == account or not is_person or owner.is_sample or is_banned(owner):
        message = gettext("The owner is another account: that of a person, with a password.")
        raise Refusal("bad_owner", message)
    return owner


def _check_is_unused(account: Player) -> None:
    """Refuse to make a bot of an account that has done anything as a person."""
    if not is_unused(account):
        message = gettext("Only a new account can become a bot: without a game, a club, an event or a bot.")
        raise Refusal("has_played", message)


def _check(engine: Engine) -> None:
    for text, longest in ((engine.name, LONGEST_ENGINE), (engine.version, LONGEST_VERSION)):
        if not (1 <= len(text) <= longest and text == " ".join(text.split()) and text.isprintable()):
            message = gettext("Say what plays, and in which version, in a few words each.")
            raise Refusal("bad_request", message)
    if engine.source and not _is_link(engine.source):
        message = gettext("The source is an address that begins with https://, or is left out.")
        raise Refusal("bad_request", message)


def _is_link(text: str) -> bool:
    if len(text) > LONGEST_SOURCE or not text.isascii() or not text.isprintable() or " " in text:
        return False
    try:
        parts = urlsplit(text)
        return parts.scheme == "https" and bool(parts.hostname) and parts.username is None
    except ValueError:
        return False


def _columns(engine: Engine) -> dict[str, str]:
    return {"engine": engine.name, "version": engine.version, "source": engine.source}
