"""What a rated game is played for and what came of it, as its table is told."""

from collections.abc import Sequence

from django.utils.translation import gettext

from common import clock
from game.engine.state import Seat
from game.models import Game, Player
from game.table import bot_accounts
from game.table.bot_accounts import Bot
from game.table.ledger import on_the_database_thread
from game.table.wire import Json
from ranking.models import Change, Kind
from ranking.points import BOTS, Exchange, exchange
from ranking.settlement import BEYOND_TEN, GAMES_A_DAY, played_today, why
from ranking.standings import points_of

CASUAL: Json = {"stakes": None, "settled": None}


@on_the_database_thread
def points_json(game_id: str) -> Json:
    """What is at stake in a rated game by the points that both have now; once it is over, what came of it."""
    game = Game.objects.select_related("seat_a", "seat_b").get(pk=game_id)
    if game.finished_at is None:
        return {"stakes": stakes((game.seat_a, game.seat_b)), "settled": None}
    return {"stakes": None, "settled": settled(game)}


def stakes(players: tuple[Player, Player]) -> Json:
    """What a win brings and a loss costs each of two players now, and why; a bot has nothing to lose."""
    one, other = players
    with_a_bot = one.is_bot or other.is_bot
    have = points_of([one.pk, other.pk], Kind.HOUSE if with_a_bot else Kind.PEOPLE)
    points = [BOTS[player.brain].points if player.is_bot else have[player.pk] for player in players]
    is_beyond_ten = not with_a_bot and played_today(one.pk, other.pk, clock.now()) >= GAMES_A_DAY

    def at_stake(seat: Seat) -> Exchange | None:
        if players[seat].is_bot:
            return None
        if is_beyond_ten:
            return Exchange(0, 0, gettext(BEYOND_TEN))
        return exchange(points[seat], players[seat.other].brain or points[seat.other])

    return {
        "points": points,
        **_by_seat([at_stake(seat) for seat in Seat], win="win", loss="loss", why="why"),
    }


def against_bots(player: object) -> list[tuple[Bot, Exchange | None]]:
    """The house's bots, and what a rated game is worth with each that plays any, to who may play one."""
    if not (isinstance(player, Player) and player.has_account):
        return [(bot, None) for bot in bot_accounts.BOTS.values()]
    own = points_of([player.pk], Kind.HOUSE)[player.pk]
    return [(bot, exchange(own, bot.key) if bot.is_rated else None) for bot in bot_accounts.BOTS.values()]


def points_of_mine(player: object) -> dict[Kind, int] | None:
    """A player's points of either kind; None without an account."""
    if not (isinstance(player, Player) and player.has_account):
        return None
    return {kind: points_of([player.pk], kind)[player.pk] for kind in Kind}


def fitting(points: dict[Kind, int] | None) -> Bot:
    """The bot nearest in points, and the first one for who has none yet."""
    rated = [(bot, bot.points) for bot in bot_accounts.BOTS.values() if bot.points is not None]
    own = points[Kind.HOUSE] if points else 0
    return min(rated, key=lambda each: abs(each[1] - own))[0]


def settled(game: Game) -> Json:
    """What a game that is over changed, for whom it changed anything; if it is void, nothing in the end."""
    changes = {change.player_id: change for change in Change.objects.filter(game=game.pk, undoes=None)}
    by_seat = [changes.get(player) for player in (game.seat_a_id, game.seat_b_id)]
    is_void = game.winner is None or game.voided_at is not None
    reasons = [change and why(change) for change in by_seat]
    told = _by_seat(by_seat, before="own", change="change", after="after")
    return {**told, "why": reasons, "voided": is_void}


def _by_seat(theirs: Sequence[Exchange | Change | None], **named: str) -> Json:
    """What each seat has under these names; null for one that has nothing."""
    return {name: [one and getattr(one, field) for one in theirs] for name, field in named.items()}
