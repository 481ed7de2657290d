"""Scoresheets and the games they belong to."""

from datetime import UTC, datetime, timedelta
from typing import Any

from game.models import Game, Player, Scoresheet
from ranking.models import Change, Kind
from rng import entropy

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


def create_scoresheet(player: Player, opponent: Player, *, minutes: int = 0, **figures: Any) -> Scoresheet:
    """A game won 121 to 100, so many minutes after noon, unless given otherwise."""
    at = NOON + timedelta(minutes=minutes)
    game = Game.objects.create(
        id=entropy.game_id(), seat_a=player, seat_b=opponent, created_at=at, transcript=""
    )
    usual = {
        "won": True,
        "value": 1,
        "ended": "played",
        "points": 121,
        "points_against": 100,
        "rated": False,
        "pegged": 0,
    }
    return Scoresheet.objects.create(
        game=game, seat=0, player=player, opponent=opponent, at=at, dealt_first=True, **(usual | figures)
    )


def create_change(player: Player, own: int, change: int, kind: Kind = Kind.PEOPLE, **more: Any) -> Change:
    """A rated game's change: from so many points, by so many."""
    usual = {
        "game": entropy.game_id(),
        "won": change > 0,
        "rules": 1,
        "opponents": 1500,
        "why": "",
        "at": NOON,
    }
    return Change.objects.create(
        player=player, kind=kind, own=own, change=change, after=own + change, **(usual | more)
    )
