"""Two clubs are founded, fill with members, agree on a duel and play it until all have met."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from bench.chaos.database import query
from bench.events.browser import get, post, post_form
from bench.events.crowd import Wanted
from cribbage_site.tests.server_process import Server
from tests.worlds.evenings import (
    Transcript,
    check_record,
    fill,
    load_transcripts,
    read_json,
    set_times,
    until,
)
from tests.worlds.live_evening import play_until_over

pytestmark = pytest.mark.slow

HARES, OWLS = 4, 2
AN_HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Side:
    """A club with its members; the first member founds the club."""

    name: str
    members: Sequence[str]
    cookies: Sequence[str]

    @property
    def page(self) -> str:
        return f"/club/{self.name.lower()}"


async def found_club(server: Server, side: Side) -> None:
    """Found a club, and have its other members join by the club's link."""
    founder, *others = side.cookies
    assert await post_form(server.port, "/clubs/new", founder, name=side.name) == side.page
    await post_form(server.port, side.page, founder, do="make_link")
    link = await find_in_page(server, side.page, founder, r"/clubs/join/[\w-]+")
    for own in others:
        assert await post_form(server.port, link, own) == side.page


async def agree_on_duel(server: Server, one: Side, other: Side) -> str:
    """Have one club invite the other, which accepts; return the duel's id."""
    starts = f"{datetime.now(UTC) + AN_HOUR:%Y-%m-%dT%H:%M}"
    by, answers = one.cookies[0], other.cookies[0]
    settings = {"games": 9, "clock": "quick", "starts": starts, "rival": other.name}
    await post_form(server.port, f"{one.page}/duel", by, **settings)
    offer = await find_in_page(server, other.page, answers, r'(?<=name="offer" value=")\d+')
    await post_form(server.port, other.page, answers, do="accept_duel", offer=offer)
    return await find_in_page(server, one.page, by, r'(?<=href="/events/)(?!new)\w+(?=")')


async def find_in_page(server: Server, path: str, cookies: str, pattern: str) -> str:
    found = re.search(pattern, (await get(server.port, path, cookies)).decode())
    assert found, f"{path} has no {pattern}"
    return found[0]


async def leave_at_second_table(server: Server, event: str, name: str, cookies: str) -> None:
    tables = """
        SELECT 1 FROM events_seating JOIN events_entry ON events_entry.id = entry_id
        JOIN game_player ON game_player.id = player_id WHERE username = %s AND number = 2
    """
    await until(lambda: query(server.environment, tables, name))
    await post(server.port, f"/api/events/{event}/leave", cookies)


async def play_duel(server: Server, hares: Side, owls: Side) -> str:
    for side in (hares, owls):
        await found_club(server, side)
    event = await agree_on_duel(server, hares, owls)
    everyone = [*hares.cookies, *owls.cookies]
    for own in everyone:
        await post(server.port, f"/api/events/{event}/join", own)
    now = datetime.now(UTC)
    # The close is moved so that half time is past: no player may join any more.
    set_times(server, event, starts_at=now, closes_at=now + timedelta(minutes=50))
    await asyncio.gather(
        play_until_over([server.port], event, everyone),
        leave_at_second_table(server, event, owls.members[-1], owls.cookies[-1]),
    )
    return event


def score_of(side: Side, games: Sequence[Transcript]) -> dict[str, int]:
    """Add up the games of a club's members."""
    own = [(game, place) for game in games for place in (0, 1) if game.names[place] in side.members]
    return {
        "points": sum(game.points(place) for game, place in own),
        "wins": sum(game.points(place) > 0 for game, place in own),
        "spread": sum(game.spread(place) for game, place in own),
        "games": len(own),
    }


def test_duel_of_four_and_two_ends_once_all_have_met(own_server: Server):
    made = fill(own_server, Wanted(players=HARES + OWLS))
    names, cookies = made["names"], made["cookies"]
    hares = Side("Hares", names[:HARES], cookies[:HARES])
    owls = Side("Owls", names[HARES:], cookies[HARES:])
    event = asyncio.run(play_duel(own_server, hares, owls))
    page = asyncio.run(read_json(own_server, f"/api/events/{event}"))
    games = asyncio.run(load_transcripts(own_server, event))

    assert page["ended"] < page["closes"]
    assert all(game.was_played for game in games)
    met = [frozenset(game.names) for game in games]
    assert len({*met}) == len(met)
    leaver = owls.members[-1]
    across = {frozenset(pair) for pair in product(hares.members, owls.members)}
    assert {*met} <= across
    assert {pair for pair in across if leaver not in pair} <= {*met}
    assert 2 <= sum(leaver in pair for pair in met) < HARES
    assert [line["left"] for line in page["standings"] if line["name"] == leaver] == [True]

    shown = {side["club"]["name"]: side for side in page["sides"]}
    for side in (hares, owls):
        expected = score_of(side, games)
        assert {name: shown[side.name][name] for name in expected} == expected
    assert shown["Hares"]["spread"] == -shown["Owls"]["spread"]
    check_record(own_server)
