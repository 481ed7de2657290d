"""Whether what a notice says still stands."""

from collections.abc import Callable, Mapping

from game.engine.state import Seat
from game.engine.transcript import parse_transcript
from game.lobby.matchmaking import is_open
from game.models import Game, Seek
from game.notices.kinds import CHALLENGE, REMATCH, TURN, TURN_ENDING
from game.notices.models import Notice
from game.table.turns import is_turn_of, turn_start_ply


def still_stands(notice: Notice) -> bool:
    """Whether a notice is still worth being told to somebody who has not seen it."""
    return STANDS.get(notice.kind, _is_unread)(notice)


def _is_unread(notice: Notice) -> bool:
    return notice.read_at is None


def _is_turn_still(notice: Notice) -> bool:
    """Whether a game waits for the same move as when this was written down."""
    _, _, ply = notice.about.split(":")
    games = Game.objects.unfinished().select_related("seat_a", "seat_b")
    game = games.filter(pk=notice.parts["game"]).first()
    seat = Seat(notice.parts["seat"])
    if game is None or not is_turn_of(game, seat):
        return False
    return turn_start_ply(parse_transcript(game.transcript)[1], seat) == int(ply)


def _is_offer_open(notice: Notice) -> bool:
    seek = Seek.objects.filter(pk=notice.about.partition(":")[2]).first()
    return seek is not None and is_open(seek)


# By kind; of all others it is enough that nobody has read them.
STANDS: Mapping[str, Callable[[Notice], bool]] = {
    TURN.name: _is_turn_still,
    TURN_ENDING.name: _is_turn_still,
    CHALLENGE.name: _is_offer_open,
    REMATCH.name: _is_offer_open,
}
