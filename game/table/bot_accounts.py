"""The bots' accounts, ladder points and descriptions."""

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
from game.decisions.lot import CHOSEN_ADAPTIVE
from game.decisions.versions import brain_of, find_version
from game.engines import house
from game.engines.models import RemoteEngine
from game.engines.remote import registering
from game.models import Game, Player
from ranking.pins import find_points
from ranking.rules import points as ladder


@dataclass(frozen=True, slots=True)
class BotProfile:
    """A bot as players see it: its key, name and description."""

    key: str
    name: str
    blurb: Promise

    @property
    def is_engine(self) -> bool:
        """Return whether the bot is a program that a host has added."""
        return house.is_engine(self.key)

    @property
    def is_rated(self) -> bool:
        """Return whether the bot plays rated games."""
        return self.points is not None

    @property
    def points(self) -> int | None:
        """The bot's ladder points, which no game changes.

        A program's points are pinned to the digest of its code.
        """
        if self.is_engine:
            return find_points(self.key, house.shown_digest(self.key))
        return ladder.BOTS[self.key].points if self.key in ladder.BOTS else None


def describe_engine(key: str) -> str:
    """Describe an engine by the name and version it reports, once it has reported them."""
    identity = house.find_identity(key)
    if identity is None:
        return gettext("A program that the hosts have added.")
    return gettext("A program that the hosts have added: %(name)s, version %(version)s.") % {
        "name": identity.name,
        "version": identity.version,
    }


def engine_profile(name: str) -> BotProfile:
    """Return the profile of the engine with this name."""
    key = house.brain_of(name)
    introduced = lazy(describe_engine, str)
    return BotProfile(key, name, cast(Promise, introduced(key)))


def describe_remote_engine(key: str, engine: RemoteEngine | None = None) -> str:
    """Describe a remote engine by its registration."""
    engine = engine or registering.find_allowed(key)
    if engine is None:
        return gettext("A program that ran elsewhere. It no longer plays here.")
    return gettext("A program that runs elsewhere and that the hosts have approved: version %(version)s.") % {
        "version": engine.version
    }


def remote_profile(key: str, engine: RemoteEngine | None = None) -> BotProfile:
    """Return the profile of a remote engine."""
    introduced = lazy(describe_remote_engine, str)
    return BotProfile(key, registering.name_of(key), cast(Promise, introduced(key, engine)))


HOUSE_BOTS = {
    bot.key: bot
    for bot in (
        BotProfile("beginner", "Beginner", _("Has just learned the rules, and misses many points.")),
        BotProfile(
            "novice",
            "Novice",
            _("Sees pairs and runs, overlooks many fifteens, and seldom thinks of the crib."),
        ),
        BotProfile(
            "club", "Club", _("Overlooks less than Novice, and thinks of the crib more often than not.")
        ),
        BotProfile(
            "intermediate",
            "Intermediate",
            _("A solid club player. Considers the crib and misses few points."),
        ),
        BotProfile(
            "halscrib", "HALSCRIB", _("A program from 1987, by the book: safe when ahead, bold when behind.")
        ),
        BotProfile(
            CHOSEN_ADAPTIVE,
            "Adaptive-HALSCRIB",
            _("HALSCRIB as its author wanted it next: it watches how you lead and pair, and adapts."),
        ),
        BotProfile(
            "advanced",
            "Advanced",
            _("Plays for the win rather than for points, and considers which cards you might hold."),
        ),
        BotProfile("master", "Master", _("Learns your habits from every card you play, and adapts to them.")),
    )
}
BOTS = HOUSE_BOTS | {profile.key: profile for profile in map(engine_profile, settings.ENGINES)}


def plays_for_fun(key: str) -> Refusal:
    """Build the refusal for a bot that plays no rated games."""
    says = gettext("%(name)s only plays for fun, so games against it aren’t rated.")
    return Refusal("bad_request", says % {"name": bot_name(key)})


def find_profile(brain: str) -> BotProfile | None:
    """Return the profile of the bot with this brain, or None if there is none."""
    if house.is_remote(brain):
        return remote_profile(brain)
    return BOTS.get(brain)


def find_bot(name: str) -> BotProfile | None:
    """Return the bot with this name or key if any player can play it. The case of letters does not matter."""
    for bot in BOTS.values():
        if name.lower() in (bot.key, bot.name.lower()):
            return bot
    return find_profile(registering.find_allowed_brain(name) or "")


def check_plays(bot: Player) -> None:
    """Refuse a new game with a remote engine that a host has stopped or whose registration is gone."""
    if house.is_remote(bot.brain) and not registering.find_allowed(bot.brain):
        raise Refusal("too_late", gettext("This program no longer plays here."))


def load_bots() -> list[BotProfile]:
    """Return the profiles of all bots that any player can play at this moment."""
    remote = [remote_profile(registering.brain_of(one), one) for one in registering.load_allowed()]
    return [*BOTS.values(), *remote]


def bot_name(brain: str) -> str:
    """Return a bot's display name, including a bot that has been removed."""
    if (bot := find_profile(brain)) is not None:
        return bot.name
    return brain.removeprefix(house.PREFIX) if house.is_engine(brain) else brain.capitalize()


def brain_in(game: Game, bot: str) -> str:
    """Return the brain of a bot in a game: that of the version with which the game began."""
    return brain_of(find_version(bot, game.brains))


_ACCOUNT = CompiledModelQuery(Player, lambda name: Player.objects.filter(username=name), "a bot's name")


def get_or_create_account(key: str) -> Player:
    """Return a bot's account. Create it on first use."""
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
    """Return the account. Raise ImproperlyConfigured if an engine's name belongs to another player."""
    if bot.is_engine and player.brain != bot.key:
        raise _taken(bot)
    return player


def _taken(bot: BotProfile) -> ImproperlyConfigured:
    return ImproperlyConfigured(
        f"ENGINES names {bot.name}, but a player has this name or one that looks like it."
    )


def create_accounts() -> None:
    """Create an account for every bot."""
    for key in BOTS:
        get_or_create_account(key)


async def create_engine_accounts() -> None:
    """Create the accounts of engines that a host added without running `migrate`."""
    for key, bot in BOTS.items():
        if bot.is_engine:
            await on_the_database_thread(get_or_create_account)(key)
