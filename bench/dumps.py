"""Measures how fast the dump of a month is made, and in how much memory: `python -m bench.dumps 20000`."""

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import PIPE, Popen, run
from time import perf_counter

import django
from django.core.management import call_command

from bench.admin.measure import temporary_sqlite_path

PLAYED = 100  # games that are played; all others are their copies
MONTH = "2026-10"


def measure(games: int) -> str:
    """One month of so many games, on SQLite: both processes are new, so that nothing is in memory yet."""
    with temporary_sqlite_path() as path:
        environment = os.environ | {"DATABASE_PATH": path}
        run([sys.executable, "-m", "bench.dumps", str(games), "--fill"], env=environment, check=True)
        folder = Path(path).with_name("dumps")
        command = [sys.executable, "manage.py", "dump", MONTH, "--to", str(folder), "--json"]
        begun = perf_counter()
        dump = Popen(command, env=environment, stdout=PIPE)
        _, status, used = os.wait4(dump.pid, 0)
        took, cpu = perf_counter() - begun, used.ru_utime + used.ru_stime
        if status:
            raise SystemExit("the dump could not be made; why stands above.")
        sizes = [f"{file.suffix} {file.stat().st_size / games:.0f}" for file in sorted(folder.iterdir())]
    peak = used.ru_maxrss / 1024
    return (
        f"{games:,} games: {took:.1f} s, {games / took:,.0f} games/s, "
        f"{cpu / games * 1e3:.2f} ms of CPU each, at most {peak:,.0f} MB; bytes a game: {', '.join(sizes)}"
    )


def fill(games: int) -> None:
    """Bots play some games, and the database copies them."""
    players = _create_players()
    for number in range(PLAYED):
        _create_game(number, players)
    _copy("game_game", "id", games // PLAYED - 1)
    _copy("rng_deal", "game", games // PLAYED - 1)
    _copy("ranking_change", "game", games // PLAYED - 1)


def _create_players() -> list[int]:
    from game.models import Player

    return [Player.objects.create(username=name).pk for name in ("One", "Other")]


def _create_game(number: int, players: list[int]) -> None:
    """A game as its table leaves it: its row, its decks and both changes of points."""
    from game.arena.chance import Chance
    from game.arena.game import positions
    from game.engine.play import start
    from game.engine.state import Rules
    from game.engine.tally import Tally
    from game.engine.transcript import dump
    from game.models import Game
    from game.table.record import parse_steps
    from game.table.revealed_deals import newly_revealed
    from ranking.models import Change
    from rng.models import Deal

    *_, table = positions(("novice", "intermediate"), Rules(), Chance(1, number))
    end, decks = table.state, Chance(1, number).decks()
    by_number = [next(decks) for _ in range(end.deal + 1)]
    at = datetime(2026, 10, 1, tzinfo=UTC) + timedelta(hours=7 * number)
    game = Game.objects.create(
        id=f"g{number:02}", seat_a_id=players[0], seat_b_id=players[1], created_at=at, finished_at=at,
        clock="quick", rated=True, transcript=dump(end), winner=end.winner, value=end.value, ended="played",
        score_a=end.scores[0], score_b=end.scores[1],
    )  # fmt: skip
    steps = parse_steps(start(end.rules), end.record, by_number.__getitem__)
    revealed = newly_revealed(start(end.rules), Tally(), steps, by_number.__getitem__)
    Deal.objects.bulk_create([Deal(game=game.pk, at=at, **deal.columns) for deal in revealed])
    points = {"own": 1500, "opponents": 1500, "change": 20, "after": 1520, "rules": 1, "why": "", "at": at}
    for player in players:
        Change.objects.create(game=game.pk, player_id=player, kind="people", won=True, **points)


def _copy(table: str, name: str, times: int) -> None:
    """Copy all rows of a table so often, each under the name of another game."""
    from django.db import connection

    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
        kept = [column for column in columns if column not in (name, "id")]
        named = ", ".join(f'"{column}"' for column in kept)
        cursor.execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %s) "
            f'INSERT INTO {table} ("{name}", {named}) '
            f"SELECT \"{name}\" || '-' || n, {named} FROM {table}, numbers",
            [times],
        )


if __name__ == "__main__":
    wanted = int(sys.argv[1])
    if "--fill" in sys.argv:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
        django.setup()
        call_command("migrate", verbosity=0)
        fill(wanted)
    else:
        print(measure(wanted))
