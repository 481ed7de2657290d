"""The points at stake in a rated game, and its outcome, for its table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.utils.translation import gettext

from common import clock
from common.formats.json import Json
from game.engine.state import Seat
from game.models import Game, Player
from game.table import bot_accounts
from game.table.bot_accounts import BotProfile
from ranking.models import Change, Kind
from ranking.rules.points import BOTS, Exchange, as_opponent, exchange, exchange_between_equals
from ranking.settlement import LastDay, explain_change
from ranking.standings import load_standings, load_standings_of
from ranking.terms import BEYOND_TEN, CAPPED, EXPLANATIONS, is_newcomer

NOTHING_PINNED: Mapping[str, int] = MappingProxyType({})
CASUAL: Json = {"stakes": None, "settled": None}


def points_json(game: Game) -> Json:
    """Return the points at stake by both players' current points, or once it is over, the outcome."""
    if game.finished_at is None:
        both = (game.seat_a, game.seat_b)
        at_stake = stakes(both, even=game.has_head_start, pinned=game.pinned_points)
        return {"stakes": at_stake, "settled": None}
    return {"stakes": None, "settled": load_settlement(game)}


def stakes(
    players: tuple[Player, Player], *, even: bool = False, pinned: Mapping[str, int] = NOTHING_PINNED
) -> Json:
    """Return what a win and a loss would change for each player now, and why. A bot has nothing to lose.

    A program in the game has the points that were pinned when the game began.
    """
    now = clock.now()
    with_a_bot = any(player.is_bot for player in players)
    both = (players[0].pk, players[1].pk)
    with_an_api_bot = any(player.is_api_bot for player in players)
    of_people = Kind.HOUSE if with_a_bot and not with_an_api_bot else Kind.PEOPLE
    standings = load_standings_of(both, of_people)
    if with_an_api_bot:
        of_bots = load_standings_of(both, Kind.BOTS)
        standings |= {player.pk: of_bots[player.pk] for player in players if player.is_api_bot}
    fixed = {bot: its.points for bot, its in BOTS.items()} | dict(pinned)
    points = [fixed[player.brain] if player.is_bot else standings[player.pk].points for player in players]
    last_day = LastDay(()) if with_a_bot else LastDay.load(both, now)
    is_beyond_ten = last_day.is_beyond_ten(*both)

    def capped(full: Exchange, own: Player, opponent: Player) -> Exchange:
        """Limit an exchange with a newcomer by the daily cap."""
        if not is_newcomer(standings[opponent.pk].finished, opponent.date_joined, now):
            return full
        room = last_day.today(own.pk, Kind.BOTS if with_an_api_bot else Kind.PEOPLE).room
        return full if full.win <= room else Exchange(room, full.loss, str(EXPLANATIONS[CAPPED]))

    def at_stake(seat: Seat) -> Exchange | None:
        if players[seat].is_bot:
            return None
        if with_an_api_bot and not players[seat].is_api_bot:
            return Exchange(0, 0, gettext("A game with a player’s bot never changes your points."))
        if is_beyond_ten:
            return Exchange(0, 0, str(EXPLANATIONS[BEYOND_TEN]))
        own, opponent = points[seat], as_opponent(players[seat.other].brain, points[seat.other])
        full = exchange_between_equals(own) if even else exchange(own, opponent)
        return _begun_later(full if with_a_bot else capped(full, players[seat], players[seat.other]))

    return {
        "points": points,
        **_by_seat([at_stake(seat) for seat in Seat], win="win", loss="loss", why="why"),
    }


def _begun_later(stake: Exchange) -> Exchange:
    """Add the sentence that says from when on an exchange applies."""
    if not (stake.win or stake.loss):
        return stake
    says = gettext("The game changes points once its first deal has been counted.")
    return replace(stake, why=f"{stake.why} {says}")


@dataclass(frozen=True, slots=True)
class OfferedBot:
    """A bot with its points, and the stakes of a rated game with it for a player with points."""

    bot: BotProfile
    points: int | None
    stake: Exchange | None


def offered_bots(points: dict[Kind, int] | None) -> list[OfferedBot]:
    """Return the bots that a player may play."""
    return [_offer(bot, bot.points, points) for bot in bot_accounts.load_bots()]


def _offer(bot: BotProfile, points: int | None, own: dict[Kind, int] | None) -> OfferedBot:
    if points is None or own is None:
        return OfferedBot(bot, points, None)
    return OfferedBot(bot, points, exchange(own[Kind.HOUSE], as_opponent(bot.key, points)))


def points_by_kind(player: object) -> dict[Kind, int] | None:
    """Return a player's points of either kind; None without an account."""
    if not (isinstance(player, Player) and player.has_account):
        return None
    return {kind: standing.points for kind, standing in load_standings(player.pk).items()}


def load_settlement(game: Game) -> Json:
    """Return a finished game's changes by seat; empty in the end if it is void."""
    changes = {change.player_id: change for change in Change.objects.filter(game=game.pk, undoes=None)}
    by_seat = [changes.get(player) for player in (game.seat_a_id, game.seat_b_id)]
    is_void = (game.winner is None and not changes) or game.voided_at is not None
    reasons = [change and explain_change(change) for change in by_seat]
    values = _by_seat(by_seat, before="own", change="change", after="after")
    return {**values, "why": reasons, "voided": is_void}


def _by_seat(exchanges: Sequence[Exchange | Change | None], **named: str) -> Json:
    """Return the values for each seat by its player; null for a seat without one."""
    return {name: [one and getattr(one, field) for one in exchanges] for name, field in named.items()}
