"""Games that end at the same time in several processes lose no points and never deadlock."""

from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from random import Random
from threading import Barrier

import pytest
from django.db import connections, transaction
from django.db.models import F, Sum

from ranking.models import Change, Kind, Standing
from ranking.settlement import EndedGame, void
from ranking.tests.players import NOON, bot_game, create_player, people_game, settle_games

pytestmark = [
    pytest.mark.rows, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_is_new"),
]  # fmt: skip

WRITERS = 6  # each has a connection, of which a process has ten, and earlier tests may hold some
BATCHES = 12


def a_batch(chance: Random, writer: int, number: int, pairs: list[tuple[int, int]]) -> list[EndedGame]:
    """Return games between random players. Every fourth is with a bot."""
    games = []
    for n, (one, other) in enumerate(chance.sample(pairs, 4)):
        game = f"{chance.randrange(1000):03}-{writer}-{number}-{n}"
        games.append(people_game(game, one, other) if n else bot_game(game, one, "novice", is_won=True))
    return games


@pytest.mark.slow
def test_concurrent_writers_settle_every_game_once():
    players = [create_player(f"player {n}") for n in range(6)]
    pairs = list(permutations(players, 2))
    batches = [
        [a_batch(Random(writer * 100 + n), writer, n, pairs) for n in range(BATCHES)]
        for writer in range(WRITERS)
    ]
    begin, failures = Barrier(WRITERS), []

    def write(mine: list[list[EndedGame]]) -> None:
        try:
            for batch in mine:
                begin.wait(60)  # few players, so that they collide often
                settle_games(*batch)
        except Exception as failure:
            failures.append(failure)
            begin.abort()  # ends the wait for a process that has failed
        finally:
            connections.close_all()

    # The players have no standings yet, so all processes create them at the same time. Two write the same
    # games.
    with ThreadPoolExecutor(WRITERS) as writers:
        list(writers.map(write, [batches[0], *batches[:-1]]))
    if failures:
        raise failures[0]  # the others are consequences

    games = [game for mine in batches[:-1] for batch in mine for game in batch]
    people = [game for game in games if game.kind is Kind.PEOPLE]
    house = [game for game in games if game.kind is Kind.HOUSE]
    assert Change.objects.count() == 2 * len(people) + len(house)
    standings = Standing.objects.filter(kind=Kind.PEOPLE)
    assert standings.aggregate(points=Sum("points"), games=Sum(F("wins") + F("losses"))) == {
        "points": 1500 * len(players),
        "games": 2 * len(people),
    }
    for own in Standing.objects.all():
        record = Change.objects.filter(player=own.player, kind=own.kind).order_by("pk")
        assert [change.own for change in record] == [1500, *[change.after for change in record]][
            : len(record)
        ]
        assert own.points == record[len(record) - 1].after


def test_a_game_that_two_hosts_void_at_once_is_given_back_once():
    players = [create_player(f"player {n}") for n in range(2)]
    games = [people_game(str(n), *players) for n in range(8)]
    settle_games(*games)
    begin = Barrier(2)

    def take_back(order: list[EndedGame]) -> int:
        try:
            done = 0
            for game in order:
                begin.wait(30)
                with transaction.atomic():
                    done += void(game.game, NOON)
            return done
        except Exception:
            begin.abort()  # ends the wait for a process that has failed
            raise
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as hosts:
        done = sum(hosts.map(take_back, [games, games]))
    assert done == len(games)
    assert {own.points for own in Standing.objects.all()} == {1500}
