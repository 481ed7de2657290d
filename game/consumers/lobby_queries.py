"""Queries of a table's consumer to the lobby: what became of a seek, and who wants a rematch."""

from dataclasses import dataclass

from django.db.models import Q

from common import clock
from game.lobby.match import match_json
from game.lobby.seeks import invite_path
from game.lobby.snapshot import waiting_json
from game.models import Game, Player, Seek
from game.table.ledger import on_the_database_thread
from game.table.wire import Json, encode
from ranking.models import Kind
from ranking.standings import load_points


@dataclass(frozen=True, slots=True)
class SeekStatus:
    """What has become of a seek."""

    is_mine: bool
    game: str | None
    is_expired: bool
    declined: bool
    frame: bytes


@on_the_database_thread
def find_seek_status(seek_id: str, player: Player | None) -> SeekStatus | None:
    """The seek whose game is to be played at this table; None where there is none."""
    seek = Seek.objects.select_related("player", "to").filter(pk=seek_id).first()
    if seek is None:
        return None
    declined = {"by": seek.to.username, "reason": seek.declined} if seek.to and seek.declined else None
    frame = {
        "t": "waiting",
        "game": seek.pk,
        "invite": invite_path(seek),
        "seek": waiting_json(seek, clock.now(), load_points([seek.player_id], Kind.PEOPLE), to_owner=True),
        "declined": declined,
    }
    return SeekStatus(
        is_mine=player is not None and seek.player_id == player.pk,
        game=seek.game_id,
        is_expired=not seek.declined and seek.expires_at <= clock.now(),
        declined=bool(seek.declined),
        frame=encode(frame),
    )


@on_the_database_thread
def load_match(game_id: str) -> Json | None:
    """The match that a game belongs to."""
    return match_json(Game.objects.get(pk=game_id))


@on_the_database_thread
def rematch_json(game_id: str) -> Json | None:
    """Which seats want a rematch of a game, and which game it is once both do."""
    waits_or_led_to_a_game = Q(expires_at__gt=clock.now()) | Q(game__isnull=False)
    seeks = list(
        Seek.objects.select_related("rematch_of").filter(
            waits_or_led_to_a_game, rematch_of=game_id, declined=""
        )
    )
    if not seeks:
        return None
    game = next((seek.game_id for seek in seeks if seek.game_id), None)
    return {"by": [seek.rematch_of.seat_of(seek.player) for seek in seeks if seek.rematch_of], "game": game}
