"""Turns in slow games, and notices to the other open pages of their players."""

from collections.abc import Collection, Sequence

from game.engine.state import Seat, State
from game.engine.view import seats_to_move
from game.models import Game
from game.runtime.pubsub import publish

DEALT, LETTERS = "#", "ab"
# The columns needed to show whose turn it is and against which opponent. They hold no hidden cards.
TURN_COLUMNS = (
    "ply", "turn", "clock", "deadline", "secret_a", "secret_b",
    "seat_a__username", "seat_a__brain", "seat_a__is_guest", "seat_a__nickname", "seat_a__is_api_bot",
    "seat_b__username", "seat_b__brain", "seat_b__is_guest", "seat_b__nickname", "seat_b__is_api_bot",
)  # fmt: skip


def is_slow(clock: str, *, with_bot: bool) -> bool:
    """Return whether the game has a day per move, or two people without a clock.

    Players leave such games between moves.
    """
    return clock == "relaxed" or (clock == "none" and not with_bot)


def turn_as_text(state: State) -> str:
    """Return the letters of the seats to move."""
    return "".join([LETTERS[seat] for seat in seats_to_move(state)])


def seats_awaited(game: Game) -> list[Seat] | None:
    """Return the seats that a live game waits for, from its row. None if the row does not say."""
    if game.ply == 0:  # no card is dealt before both players have sat down
        return [seat for seat, secret in zip(Seat, (game.secret_a, game.secret_b), strict=True) if not secret]
    return None if game.turn is None else [seat for seat in Seat if LETTERS[seat] in game.turn]


def is_turn_of(game: Game, seat: Seat) -> bool:
    """Return whether lists show it as this seat's turn.

    Only slow games count: players leave them between moves.
    """
    with_bot = game.seat_a.is_bot or game.seat_b.is_bot
    return is_slow(game.clock, with_bot=with_bot) and seat in (seats_awaited(game) or ())


def turn_start_ply(record: Sequence[str], seat: Seat) -> int:
    """Return the ply since which a seat's next move is awaited: its own last move, or the deal."""
    own = (LETTERS[seat], DEALT)
    return max((ply for ply, word in enumerate(record, 1) if word.startswith(own)), default=0)


def move_due_at(game: Game) -> int | None:
    """Return the deadline of the move in a game with a day per move."""
    return game.deadline if game.clock == "relaxed" else None


class TurnPublisher:
    """The notices to both players' open pages when the turn changes in a slow game."""

    def __init__(self, players: Collection[int], clock: str, *, with_bot: bool) -> None:
        self._players = list(players)
        self._is_slow, self._is_shown = is_slow(clock, with_bot=with_bot), not with_bot

    def publish_change(self, before: State, after: State, *, is_anyone_away: bool) -> None:
        """Publish the change after a move. Publish a change of turn only if a player is away."""
        is_unseen = self._is_slow and (is_anyone_away or after.is_over)
        if is_unseen and seats_to_move(before) != seats_to_move(after):
            publish("notices", self._players)
        if self._is_shown and (not before.record or after.is_over):
            publish("lobby")  # the game began or ended, so the list of games to watch changes
