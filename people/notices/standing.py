"""Whether what a notice says still stands."""

from collections.abc import Callable, Iterable, Mapping

from django.db.models import Q

from common import clock
from game.engine.state import Seat
from game.engine.transcript import parse_transcript
from game.lobby.matchmaking import is_open
from game.models import Game, Seek
from game.table.clocks.turns import is_turn_of, turn_start_ply
from people.notices.kinds import CHALLENGE, EVENT_SOON, PAIRED, REMATCH, TURN, TURN_ENDING
from people.notices.models import Notice


def still_stands(notice: Notice) -> bool:
    """Whether a notice is still worth being told to somebody who has not seen it."""
    return STANDS.get(notice.kind, _is_unread)(notice)


def find_lapsed(notices: Iterable[Notice]) -> set[int]:
    """Those unread ones that are no more news: of tables that have begun, and of events that have."""
    unread = [notice for notice in notices if notice.read_at is None]
    tables = {notice.pk: notice.parts["game"] for notice in unread if notice.kind == PAIRED.name}
    begun = _begun(tables.values()) if tables else set()
    soon = [notice for notice in unread if notice.kind == EVENT_SOON.name]
    has_started = {notice.pk for notice in soon if notice.until and notice.until <= clock.now()}
    return has_started | {key for key, game in tables.items() if game in begun}


def _begun(games: Iterable[str]) -> set[str]:
    """The games in which both seats have committed, or which ended without that."""
    waiting = Q(commitment_a="") | Q(commitment_b="")
    begun = Game.objects.filter(pk__in=games).exclude(waiting, finished_at=None)
    return set(begun.values_list("pk", flat=True))


def _is_table_waiting(notice: Notice) -> bool:
    return notice.read_at is None and not _begun([notice.parts["game"]])


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
    PAIRED.name: _is_table_waiting,
}
