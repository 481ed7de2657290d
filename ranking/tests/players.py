"""Players and rated games for tests of the ladder."""

from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction

from ranking.models import Change, Kind, Standing
from ranking.settlement import EndedGame, Side, settle

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def create_player(name: str, **standing: int) -> int:
    """Return a new player's id. The given points and counts are those between people."""
    pk = get_user_model().objects.create(username=name, date_joined=NOON - timedelta(days=30)).pk
    if standing:
        Standing.objects.create(player_id=pk, kind=Kind.PEOPLE, **standing)
    return pk


def people_game(
    game: str, winner: int, loser: int, *, unfinished: bool = False, minutes: int = 0
) -> EndedGame:
    """Return a game of two people, so many minutes after noon."""
    return EndedGame(game, (Side(winner), Side(loser)), 0, unfinished, NOON + timedelta(minutes=minutes))


def bot_game(game: str, person: int, bot: str, *, is_won: bool, unfinished: bool = False) -> EndedGame:
    """Return a game with a bot, whose account the tests never create."""
    return EndedGame(game, (Side(person), Side(10**9, bot)), 0 if is_won else 1, unfinished, NOON)


def settle_games(*games: EndedGame) -> None:
    """End games in one transaction, as the ledger does."""
    with transaction.atomic():
        settle(games)


def load_standing(player: int, kind: Kind = Kind.PEOPLE) -> Standing:
    return Standing.objects.get(player=player, kind=kind)


def load_points(*players: int, kind: Kind = Kind.PEOPLE) -> list[int]:
    return [load_standing(player, kind).points for player in players]


def load_changes(player: int) -> list[int]:
    return list(Change.objects.filter(player=player).order_by("pk").values_list("change", flat=True))
