"""Queries of the table's consumer: the state of a seek, and the data that a page shows next to the game."""

from dataclasses import dataclass

from django.db.models import Q

from common import clock
from common.database.thread import on_the_database_thread
from common.formats.json import Json, encode
from game.engine.state import Seat
from game.ladder.stakes import CASUAL, points_json
from game.lobby.display.snapshot import waiting_seek
from game.lobby.match import match_json
from game.lobby.seeks import invite_path
from game.models import Game, Player, Seek
from game.shared_decks import barrier
from game.table import chat
from game.table.record.seated_games import SeatedGames
from game.wire.frames import Declined, Rematch, WaitingFrame
from ranking.models import Kind
from ranking.standings import load_points


@dataclass(frozen=True, slots=True)
class SeekStatus:
    """The state of a seek."""

    is_mine: bool
    game: str | None
    is_expired: bool
    declined: bool
    frame: bytes


@on_the_database_thread
def find_seek_status(seek_id: str, player: Player | None) -> SeekStatus | None:
    """Return the state of the seek for this table, or None if there is none."""
    seek = Seek.objects.select_related("player", "to").filter(pk=seek_id).first()
    if seek is None:
        return None
    declined = Declined(seek.to.username, seek.declined) if seek.to and seek.declined else None
    frame = WaitingFrame(
        seek.pk,
        invite_path(seek),
        waiting_seek(seek, clock.now(), load_points([seek.player_id], Kind.PEOPLE), to_owner=True),
        declined,
    )
    return SeekStatus(
        is_mine=player is not None and seek.player_id == player.pk,
        game=seek.game_id,
        is_expired=not seek.declined and seek.expires_at <= clock.now(),
        declined=bool(seek.declined),
        frame=encode(frame),
    )


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The data that a page shows next to the game, and the names of players that its player has blocked."""

    fields: Json
    blocked_names: frozenset[str]


@on_the_database_thread
def load_surroundings(
    game_id: str,
    seat: Seat | None,
    player: Player | None,
    *,
    rated: bool,
    is_in_match: bool,
    is_over: bool,
    is_open_board: bool,
) -> Surroundings:
    """Load everything for one page."""
    lines, blocked_names = chat.load_lines(game_id, seat, player)
    fields: Json = {
        "said": lines,
        "rematch": rematch_json(game_id) if is_over else None,
        "match": None,
        "open_board": barrier.describe(game_id) if is_open_board else None,
    }
    if rated or is_in_match:
        game = _load_game(game_id)
        fields["match"] = match_json(game) if is_in_match else None
    return Surroundings(fields | (points_json(game) if rated else CASUAL), blocked_names)


@on_the_database_thread
def load_points_of_game(game_id: str) -> Json:
    """Return the points at stake in a rated game, or its change of points."""
    return points_json(_load_game(game_id))


_games = SeatedGames(
    lambda game_id: Game.objects.filter(pk=game_id),
    ("created_at", "match", "best_of", "finished_at", "winner", "voided_at", "params"),
    "a game's id",
)


def _load_game(game_id: str) -> Game:
    game = _games.fetch(game_id)
    if game is None:
        raise Game.DoesNotExist(f"There is no game {game_id}.")
    return game


def rematch_json(game_id: str) -> Rematch | None:
    """Return which seats want a rematch, and the id of the new game once both do."""
    waits_or_led_to_a_game = Q(expires_at__gt=clock.now()) | Q(game__isnull=False)
    seeks = list(
        Seek.objects.select_related("rematch_of").filter(
            waits_or_led_to_a_game, rematch_of=game_id, declined=""
        )
    )
    if not seeks:
        return None
    game = next((seek.game_id for seek in seeks if seek.game_id), None)
    seats = [seek.rematch_of.seat_of(seek.player) for seek in seeks if seek.rematch_of]
    return Rematch(tuple([seat for seat in seats if seat is not None]), game)


load_rematch = on_the_database_thread(rematch_json)
