"""A bracket of eight over real sockets: a finalist leaves at the first table of the final, and is second."""

import asyncio
from collections import Counter, defaultdict
from typing import Any

import pytest

from bench.events.crowd import Wanted
from cribbage_site.tests.server_process import Server
from tests.worlds.crowd import World
from tests.worlds.evenings import check_record, fill

pytestmark = pytest.mark.slow

PLAYERS, ROUNDS, WINS_DECIDE = 8, 3, 2


def test_a_finalist_who_leaves_is_second_and_keeps_the_matches_that_they_won(own_server: Server):
    made = fill(own_server, Wanted(players=PLAYERS, games=9, starts_in=600, kind="bracket"))
    page, replays, leaver = asyncio.run(play_bracket(World(own_server, made)))
    won = count_matches(replays, leaver)
    places = {line["name"]: line["place"] for line in page["standings"]}
    assert places == {name: place_of(won[name]) for name in made["names"]}
    assert places[leaver] == 2
    assert won[leaver] == ROUNDS - 1
    assert [line["name"] for line in page["standings"] if line["left"]] == [leaver]
    check_record(own_server)


async def play_bracket(world: World) -> tuple[dict[str, Any], list[dict[str, Any]], str]:
    """Play until the bracket is over; return its page, the replays, and the finalist who left."""
    left: list[str] = []

    async def play(number: int) -> None:
        while True:
            game = await world.wait_for_table(number)
            if is_in_final(world, game) and not left:
                left.append(world.names[number])
                await world.call(number, "leave")
            await world.evening.play(game, world.cookies[number])

    await world.join_all()
    world.start_now()
    await world.live_through([play(number) for number in range(PLAYERS)])
    (leaver,) = left
    return await world.load_page(), await world.load_replays(), leaver


def is_in_final(world: World, game: str) -> bool:
    (row,) = world.query("SELECT stage FROM events_pairing WHERE game_id = %s", game)
    return bool(row["stage"] == ROUNDS - 1)


def count_matches(replays: list[dict[str, Any]], leaver: str) -> Counter[str]:
    """Count the matches that each player won, from the games that the replays show between two players."""
    wins: dict[frozenset[str], Counter[str]] = defaultdict(Counter)
    for replay in replays:
        names = [player["name"] for player in replay["players"]]
        wins[frozenset(names)][names[replay["result"]["winner"]]] += 1
    assert len(wins) == PLAYERS - 1
    return Counter(winner_of(two, games, leaver) for two, games in wins.items())


def winner_of(two: frozenset[str], games: Counter[str], leaver: str) -> str:
    """Return the player with two wins; a match without one goes to the opponent of the leaver."""
    best, has = games.most_common(1)[0]
    if has >= WINS_DECIDE:
        return best
    assert leaver in two
    (opponent,) = two - {leaver}
    return opponent


def place_of(won: int) -> int:
    """Return the place of a player who lost the match after so many that they won."""
    return 1 if won == ROUNDS else 1 + 2 ** (ROUNDS - 1 - won)
