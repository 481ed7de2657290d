"""The bots' accounts, their points, and how each is introduced."""

from dataclasses import dataclass
from typing import cast

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.database.compiled_query import CompiledModelQuery
from common.database.thread import on_the_database_thread
from common.refusal import Refusal
from game.accounts.names import likeness
from game.engines import house
from game.engines.models import RemoteEngine
from game.engines.remote import registering
from game.models import Player
from ranking.pins import find_points
from ranking.rules import points as ladder


@dataclass(frozen=True, slots=True)
class BotProfile:
    """A bot as players see it."""

    key: str
    name: str
    blurb: Promise

    @property
    def is_engine(self) -> bool:
        """Whether it is a program that a host has added."""
        return house.is_engine(self.key)

    @property
    def is_rated(self) -> bool:
        """Whether it plays for points."""
        return self.points is not None

    @property
    def points(self) -> int | None:
        """Its points on the ladder, which no game changes; a program's are pinned to its very code."""
        if self.is_engine:
            return find_points(self.key, house.shown_digest(self.key))
        return ladder.BOTS[self.key].points if self.key in ladder.BOTS else None


def describe_engine(key: str) -> str:
    """Introduce an engine by what it calls itself, once it has said that."""
    identity = house.find_identity(key)
    if identity is None:
        return gettext("A program that the hosts have added.")
    return gettext("A program that the hosts have added: %(name)s, version %(version)s.") % {
        "name": identity.name,
        "version": identity.version,
    }


def engine_profile(name: str) -> BotProfile:
    """The engine of this name as players see it."""
    key = house.brain_of(name)
    introduced = lazy(describe_engine, str)
    return BotProfile(key, name, cast(Promise, introduced(key)))


def describe_remote_engine(key: str, engine: RemoteEngine | None = None) -> str:
    """Introduce an engine that runs elsewhere by what it was registered as."""
    engine = engine or registering.find_allowed(key)
    if engine is None:
        return gettext("A program that ran elsewhere, and plays here no more.")
    return gettext("A program that runs elsewhere, allowed by the hosts: version %(version)s.") % {
        "version": engine.version
    }


def remote_profile(key: str, engine: RemoteEngine | None = None) -> BotProfile:
    """An engine that runs elsewhere as players see it."""
    introduced = lazy(describe_remote_engine, str)
    return BotProfile(key, registering.name_of(key), cast(Promise, introduced(key, engine)))


HOUSE_BOTS = {
    bot.key: bot
    for bot in (
        BotProfile("novice", "Novice", _("New to the game. Keeps what looks good and forgets the crib.")),
        BotProfile(
            "intermediate", "Intermediate", _("A solid club player. Thinks of the crib, misses little.")
        ),
        BotProfile(
            "halscrib", "HALSCRIB", _("A program from 1987, by the book: safe when ahead, bold when behind.")
        ),
        BotProfile(
            "advanced", "Advanced", _("Plays to win, not for points, and thinks about what you might hold.")
        ),
        BotProfile(
            "master", "Master", _("Learns from every card you play how you play them, and plays to that.")
        ),
    )
}
BOTS = HOUSE_BOTS | {profile.key: profile for profile in map(engine_profile, settings.ENGINES)}


def plays_for_fun(key: str) -> Refusal:
    """Why a bot plays no rated game."""
    says = gettext("%(name)s only plays for fun, so games against it aren’t rated.")
    return Refusal("bad_request", says % {"name": bot_name(key)})


def find_profile(brain: str) -> BotProfile | None:
    """A bot as players see it; None where nobody plays by this brain."""
    if house.is_remote(brain):
        return remote_profile(brain)
    return BOTS.get(brain)


def find_bot(name: str) -> BotProfile | None:
    """The bot of this name that takes on anybody, in upper or lower case."""
    for bot in BOTS.values():
        if name.lower() in (bot.key, bot.name.lower()):
            return bot
    return find_profile(registering.find_allowed_brain(name) or "")


def check_plays(bot: Player) -> None:
    """Refuse a new game with an engine that a host has stopped, or for which nobody answers any more."""
    if house.is_remote(bot.brain) and not registering.find_allowed(bot.brain):
        raise Refusal("too_late", gettext("This program plays here no more."))


def load_bots() -> list[BotProfile]:
    """All bots that take on anybody, at this moment."""
    remote = [remote_profile(registering.brain_of(one), one) for one in registering.load_allowed()]
    return [*BOTS.values(), *remote]


def bot_name(brain: str) -> str:
    """What a bot is called, also one that is no longer here."""
    if (bot := find_profile(brain)) is not None:
        return bot.name
    return brain.removeprefix(house.PREFIX) if house.is_engine(brain) else brain.capitalize()


_ACCOUNT = CompiledModelQuery(Player, lambda name: Player.objects.filter(username=name), "a bot's name")


def get_or_create_account(key: str) -> Player:
    """The account a bot plays under, made when it is first needed."""
    bot = find_profile(key)
    if bot is None:
        raise KeyError(key)
    if found := _ACCOUNT.fetch(bot.name):
        return _check_own(found, bot)
    if bot.is_engine and Player.objects.filter(likeness=likeness(bot.name)).exists():
        raise _taken(bot)
    looks = {"likeness": likeness(bot.name)} if bot.is_engine else {}
    player, made = Player.objects.get_or_create(username=bot.name, defaults={"brain": key, **looks})
    if made:
        player.set_unusable_password()
        player.save(update_fields=["password"])
    return _check_own(player, bot)


def _check_own(player: Player, bot: BotProfile) -> Player:
    """The account, unless an engine was given the name of somebody else."""
    if bot.is_engine and player.brain != bot.key:
        raise _taken(bot)
    return player


def _taken(bot: BotProfile) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"ENGINES names {bot.name}, but a player is called so, or nearly so.")


def create_accounts() -> None:
    """An account for every bot."""
    for key in BOTS:
        get_or_create_account(key)


async def create_engine_accounts() -> None:
    """An account for every engine, where a host has added one and started the site without migrating it."""
    for key, bot in BOTS.items():
        if bot.is_engine:
            await on_the_database_thread(get_or_create_account)(key)
