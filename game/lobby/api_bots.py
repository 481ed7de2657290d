"""Limits for bots that play by the API: possible opponents, and the number of games at once and per day."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.bot_accounts.models import BotAccount
from game.lobby.pairing import GameSettings
from game.models import Game, Player

MAX_GAMES = 8
MAX_RATED_A_DAY = 100
A_DAY = timedelta(days=1)


def check_may_challenge(player: Player, to: Player) -> None:
    """Refuse a challenge of a bot to a person. A bot plays only the people who challenge it."""
    if player.is_api_bot and not to.is_any_bot:
        raise Refusal(
            "people_only", gettext("A bot can’t ask people for a game. It plays the people who challenge it.")
        )


def check_may_meet(players: Collection[Player], settings: GameSettings) -> None:
    """Refuse a rated game of a bot against its owner or another bot of the owner, or with a head start."""
    bots = [player for player in players if player.is_api_bot]
    if not bots or not settings.rated:
        return
    if settings.ahead:
        raise Refusal("bad_request", gettext("A rated game with a bot has no head start."))
    owners = dict(BotAccount.objects.filter(account__in=bots).values_list("account", "owner"))
    answer = [owners.get(player.pk, player.pk) for player in players]
    if len({*answer}) < len(answer):
        message = gettext("A bot’s games with its owner, or with another bot of theirs, are for fun.")
        raise Refusal("same_owner", message)


def check_has_room(players: Collection[Player], settings: GameSettings, *, requester: Player) -> None:
    """Refuse a game beyond a bot's limits.

    The caller has locked the bot's standing, so that no other game can begin at the same time.
    """
    bots = [player for player in players if player.is_api_bot]
    for bot in bots:
        own = BotAccount.objects.select_related("owner").filter(account=bot).first()
        if own is None or is_banned(own.owner):
            message = gettext("%(bot)s doesn’t play here at the moment.")
            raise Refusal("no_player", message % {"bot": bot})
        if Game.objects.with_player(bot).unfinished().count() >= MAX_GAMES:
            says = gettext("%(bot)s is already playing %(most)s games, the most a bot may play at once.")
            raise Refusal("bot_full", says % {"bot": bot, "most": MAX_GAMES})
        if settings.rated and all(player.is_any_bot for player in players) and _has_had_its_day(bot):
            says = gettext("%(bot)s has played %(most)s rated games with other bots within a day.")
            raise Refusal("bot_day", says % {"bot": bot, "most": MAX_RATED_A_DAY})


def _has_had_its_day(bot: Player) -> bool:
    """Return whether a bot has begun its maximum of rated games with other bots within a day."""
    with_bots = ~Q(seat_a__brain="", seat_a__is_api_bot=False) & ~Q(
        seat_b__brain="", seat_b__is_api_bot=False
    )
    begun = Game.objects.with_player(bot).filter(with_bots, rated=True, created_at__gt=clock.now() - A_DAY)
    return begun.count() >= MAX_RATED_A_DAY


def without_bots(of_seats: Collection[str] = ("seat_a", "seat_b")) -> Q:
    """Return the condition that no player in these seats is an API bot."""
    condition = Q()
    for seat in of_seats:
        condition &= Q(**{f"{seat}__is_api_bot": False})
    return condition
