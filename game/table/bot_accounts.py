"""The bots' accounts, their points, and how each is introduced."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.compiled_query import CompiledModelQuery
from game.models import Player
from ranking import points as ladder


@dataclass(frozen=True, slots=True)
class BotProfile:
    """A bot as players see it."""

    key: str
    name: str
    blurb: Promise

    @property
    def is_rated(self) -> bool:
        """Whether it plays for points."""
        return self.key in ladder.BOTS

    @property
    def points(self) -> int | None:
        """Its points on the ladder, which never change."""
        return ladder.BOTS[self.key].points if self.is_rated else None


BOTS = {
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


_ACCOUNT = CompiledModelQuery(Player, lambda name: Player.objects.filter(username=name), "a bot's name")


def get_or_create_account(key: str) -> Player:
    """The account a bot plays under, made when it is first needed."""
    bot = BOTS[key]
    if found := _ACCOUNT.fetch(bot.name):
        return found
    player, made = Player.objects.get_or_create(username=bot.name, defaults={"brain": key})
    if made:
        player.set_unusable_password()
        player.save(update_fields=["password"])
    return player


def create_accounts() -> None:
    """An account for every bot."""
    for key in BOTS:
        get_or_create_account(key)
