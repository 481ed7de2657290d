"""Whose move it is in the games that people leave and come back to, and word of it to their other pages."""

from collections.abc import Collection, Sequence

from game.engine.state import Seat, State
from game.engine.view import seats_to_move
from game.models import Game
from game.runtime.pubsub import publish

DEALT, LETTERS = "#", "ab"
# The columns that say whose move it is, and against whom; hidden cards are not among them.
TURN_COLUMNS = (
    "ply", "turn", "clock", "deadline", "secret_a", "secret_b",
    "seat_a__username", "seat_a__brain", "seat_a__is_guest", "seat_a__nickname", "seat_a__is_api_bot",
    "seat_b__username", "seat_b__brain", "seat_b__is_guest", "seat_b__nickname", "seat_b__is_api_bot",
)  # fmt: skip


def is_slow(clock: str, *, with_bot: bool) -> bool:
    """Whether players leave such a game and come back: a day a move, or people without a clock."""
    return clock == "relaxed" or (clock == "none" and not with_bot)


def turn_as_text(state: State) -> str:
    """The seats whose move is awaited, by their letters."""
    return "".join([LETTERS[seat] for seat in seats_to_move(state)])


def seats_awaited(game: Game) -> list[Seat] | None:
    """The seats that a live game waits for, by its row; None where the row does not say."""
    if game.ply == 0:  # no card is dealt before both have sat down
        return [seat for seat, secret in zip(Seat, (game.secret_a, game.secret_b), strict=True) if not secret]
    return None if game.turn is None else [seat for seat in Seat if LETTERS[seat] in game.turn]


def is_turn_of(game: Game, seat: Seat) -> bool:
    """Whether lists say that it is this seat's turn: only in slow games, which a player leaves meanwhile."""
    with_bot = game.seat_a.is_bot or game.seat_b.is_bot
    return is_slow(game.clock, with_bot=with_bot) and seat in (seats_awaited(game) or ())


def turn_start_ply(record: Sequence[str], seat: Seat) -> int:
    """The ply since which a seat's next move is awaited: that of its last one, or of the deal."""
    own = (LETTERS[seat], DEALT)
    return max((ply for ply, word in enumerate(record, 1) if word.startswith(own)), default=0)


def move_due_at(game: Game) -> int | None:
    """Until when the move has to be made, where a day is given for each."""
    return game.deadline if game.clock == "relaxed" else None


class TurnPublisher:
    """Tells the pages of both players, wherever they are, that a slow game waits for somebody else now."""

    def __init__(self, players: Collection[int], clock: str, *, with_bot: bool) -> None:
        self._players = list(players)
        self._is_slow, self._is_shown = is_slow(clock, with_bot=with_bot), not with_bot

    def publish_change(self, before: State, after: State, *, is_anyone_away: bool) -> None:
        """Publish what a move has changed; a turn only where somebody is not here to see it."""
        is_unseen = self._is_slow and (is_anyone_away or after.is_over)
        if is_unseen and seats_to_move(before) != seats_to_move(after):
            publish("notices", self._players)
        if self._is_shown and (not before.record or after.is_over):
            publish("lobby")  # it has begun, or is over: the list of games to watch changes
