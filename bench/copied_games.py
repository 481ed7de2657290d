"""Make many finished games, as their tables leave them."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.models import Player

PLAYED = 100  # games that are played; all others are copies of them
PLAYERS = "One", "Other"


def fill(games: int) -> None:
    """Let bots play some games, and copy them in the database."""
    from game.models import Player
    from hosting.row_statistics import count_sqlite_rows

    players = [Player.objects.create(username=name) for name in PLAYERS]
    for number in range(PLAYED):
        _create_game(number, players)
    _copy("game_game", "id", games // PLAYED - 1)
    _copy("rng_deal", "game", games // PLAYED - 1)
    _copy("ranking_change", "game", games // PLAYED - 1)
    _create_scoresheets()
    count_sqlite_rows()


def _create_game(number: int, players: Sequence["Player"]) -> None:
    """Create a game as its table leaves it: its row, its decks and both changes of points."""
    from game.arena.chance import Chance
    from game.arena.game import positions
    from game.engine.play import start
    from game.engine.state import Ended, Rules
    from game.engine.tally import Tally
    from game.engine.transcript import dump
    from game.table.opening import build_game
    from game.table.record.revealed_deals import newly_revealed
    from game.table.record.steps import parse_steps
    from ranking.models import Change
    from rng.models import Deal

    *_, table = positions(("novice", "intermediate"), Rules(), Chance(1, number))
    end, decks = table.state, Chance(1, number).decks()
    by_number = [next(decks) for _ in range(end.deal + 1)]
    at = datetime(2026, 10, 1, tzinfo=UTC) + timedelta(hours=7 * number)
    game, _ = build_game(f"g{number:02}", (players[0], players[1]), Rules(), "quick", rated=True)
    game.created_at = game.finished_at = at
    game.transcript, game.ended = dump(end), Ended.PLAYED.value
    game.winner, game.value, (game.score_a, game.score_b) = end.winner, end.value, end.scores
    game.save(force_insert=True)
    steps = parse_steps(start(end.rules), end.record, by_number.__getitem__)
    revealed = newly_revealed(start(end.rules), Tally(), steps, by_number.__getitem__)
    Deal.objects.bulk_create([Deal(game=game.pk, at=at, **deal.columns) for deal in revealed])
    points = {"own": 1500, "opponents": 1500, "change": 20, "after": 1520, "rules": 1, "why": "", "at": at}
    for player in players:
        Change.objects.create(game=game.pk, player=player, kind="people", won=True, **points)


def _create_scoresheets() -> None:
    """Write the scoresheets of a player's history. No two of their games end at once."""
    from game.models import Game, Scoresheet

    def sheets() -> Iterator[Scoresheet]:
        for second, game in zip(count(), Game.objects.iterator(), strict=False):
            assert game.finished_at is not None
            assert game.value is not None
            seats = (game.seat_a_id, game.score_a), (game.seat_b_id, game.score_b)
            for seat, ((own, points), (others, points_against)) in enumerate((seats, seats[::-1])):
                yield Scoresheet(
                    game=game, seat=seat, player_id=own, opponent_id=others, rated=True, ended=game.ended,
                    at=game.finished_at + timedelta(seconds=second), won=game.winner == seat,
                    value=game.value, dealt_first=not seat, points=points, points_against=points_against,
                )  # fmt: skip

    Scoresheet.objects.bulk_create(sheets())


def _copy(table: str, name: str, times: int) -> None:
    """Copy all rows of a table this many times, each under the id of another game."""
    from django.db import connection

    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
        kept = [column for column in columns if column not in (name, "id")]
        named = ", ".join(f'"{column}"' for column in kept)
        cursor.execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %s) "
            f'INSERT INTO {table} ("{name}", {named}) '
            f"SELECT \"{name}\" || 'n' || n, {named} FROM {table}, numbers",
            [times],
        )
