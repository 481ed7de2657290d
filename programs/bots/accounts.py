"""Turn an account into a bot for good, and store its owner and its engine."""

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
from game.runtime.presence import PEOPLE, SITE, presence
from game.runtime.pubsub import publish_on_commit
from game.tokens.scopes import Scope
from game.tokens.tokens import find_token
from ranking.standings import begin_version

MAX_PER_OWNER = 3
LONGEST_ENGINE, LONGEST_VERSION, LONGEST_SOURCE = 60, 40, 200


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine that plays for a bot: its name, its version, and the address of its source if public."""

    name: str
    version: str
    source: str = ""


@transaction.atomic
def upgrade(*, account: Player, owners_token: str, engine: Engine) -> BotAccount:
    """Make an account that has never played a bot, with its owner's consent. A second call changes nothing.

    The owner consents with a token of scope `bot`: making one requires the owner's password.
    """
    owner = _find_owner(owners_token, account)
    _check(engine)
    # This lock also prevents new games of both accounts, because each game refers to its players' rows.
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
    """Store the engine and version that a bot plays with. The same values again change nothing."""
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
    """Return the bot of an account, or raise a refusal."""
    bots = BotAccount.objects.select_for_update(of=("self",)) if for_update else BotAccount.objects
    found = bots.select_related("account", "owner").filter(account=account).first()
    if found is None:
        raise Refusal("not_a_bot", gettext("This account isn’t a bot’s: see POST /bots/upgrade."))
    return found


def load_bots(after: str = "", limit: int = 100) -> list[BotAccount]:
    """Return the bots by name, starting after the name `after`."""
    found = BotAccount.objects.filter(account__username__gt=after).select_related("account", "owner")
    return list(found.order_by("account__username")[:limit])


def load_bots_online() -> list[BotAccount]:
    """Return the bots whose program is connected, by name."""
    here = presence.find((PEOPLE, SITE))
    players = [int(name) for name in here[PEOPLE] | here[SITE] if name.isdecimal()]
    found = BotAccount.objects.filter(account__in=players, account__is_active=True)
    return list(found.select_related("account", "owner").order_by("account__username"))


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
    """Raise a refusal if the account has done anything as a person."""
    if not is_unused(account):
        message = gettext("Only a new account can become a bot: without a game, a club, an event or a bot.")
        raise Refusal("has_played", message)


def _check(engine: Engine) -> None:
    for text, longest in ((engine.name, LONGEST_ENGINE), (engine.version, LONGEST_VERSION)):
        if not (1 <= len(text) <= longest and text == " ".join(text.split()) and text.isprintable()):
            message = gettext("Give the program’s name and its version, in a few words each.")
            raise Refusal("bad_request", message)
    if engine.source and not _is_link(engine.source):
        message = gettext("The source must be an address that begins with https://, or be left out.")
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
