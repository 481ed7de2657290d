"""A player's games in progress."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import QuerySet

from common import clock
from game.engine.state import Seat
from game.models import Game, Player
from game.table.clocks.turns import is_turn_of, move_due_at
from game.table.clocks.vacations import load_vacations, players_at, rests_until
from game.table.record.seated_games import SeatedGames

MAX_GAMES = 50
HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class GameInProgress:
    """A game that the player can return to."""

    id: str
    opponent: str
    is_my_turn: bool
    left_ms: int | None
    away_until: datetime | None

    @property
    def hours_left(self) -> int | None:
        """Return the hours left for the move, rounded as scripts do, or None without a limit.

        0 is less than an hour.
        """
        if self.left_ms is None or self.left_ms < HOUR_MS:
            return None if self.left_ms is None else 0
        return (self.left_ms + HOUR_MS // 2) // HOUR_MS


def games_in_progress(player: Player, but: str) -> list[GameInProgress]:
    """Return a player's other games: their turn first, most urgent before all, then the newest."""
    games = _unfinished.fetch_all(player.pk, but)
    vacations = load_vacations(players_at(games))
    found = [_in_progress(game, player, vacations) for game in games]
    return sorted(found, key=lambda each: (not each.is_my_turn, _urgency(each) if each.is_my_turn else 0))


def _select_unfinished(player: int, but: str) -> QuerySet[Game]:
    games = Game.objects.with_player(Player(pk=player)).unfinished().exclude(pk=but)
    return games.order_by("-created_at")[:MAX_GAMES]


TURN_FIELDS = ("ply", "turn", "clock", "deadline", "secret_a", "secret_b")
_unfinished = SeatedGames(_select_unfinished, TURN_FIELDS, -1, "a game's id")


def _in_progress(game: Game, player: Player, vacations: Mapping[int, int]) -> GameInProgress:
    seat = Seat.A if game.seat_a_id == player.pk else Seat.B
    opponent = (game.seat_b, game.seat_a)[seat]
    due_at, is_my_turn = move_due_at(game), is_turn_of(game, seat)
    left = max(0, due_at - clock.milliseconds()) if is_my_turn and due_at is not None else None
    away = rests_until(game, seat, vacations)
    away_until = None if away is None else datetime.fromtimestamp(away / 1000, UTC)
    return GameInProgress(game.pk, opponent.shown_name, is_my_turn, left, away_until)


def _urgency(game: GameInProgress) -> float:
    return float("inf") if game.left_ms is None else game.left_ms
