"""Whole games of two people over real sockets: both ends agree on every card and every point."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bench.chaos.database import load_game
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from rng.commitment import parse_record, verify
from tests.worlds.scripted_player import (
    Frame,
    ScriptedPlayer,
    Visitor,
    connect_player,
    connect_two_players,
    play_together,
)

PUBLIC = ("scores", "dealer", "starter", "pile", "count", "played", "show", "laid", "held", "thrown", "turn")
SLIPS: dict[str, Callable[[int], int]] = {
    "counts right": lambda worth: worth,
    "overlooks": lambda worth: max(0, worth - 2),
    "counts too much": lambda worth: min(29, worth + 1),
}


async def a_whole_game(
    server: Server, slip: str = "counts right", **wanted: Any
) -> tuple[ScriptedPlayer, ScriptedPlayer]:
    one, other = Visitor(server.url), Visitor(server.url)
    async with connect_two_players(one, other, **wanted) as (a, b):
        a.choose_claim = SLIPS[slip]
        await asyncio.wait_for(play_together(a, b), PATIENCE)
        for person in (a, b):
            await asyncio.wait_for(person.wait_for_last_link(), PATIENCE)
        return a, b


def events(person: ScriptedPlayer) -> list[Frame]:
    return [event for frame in person.frames if frame["t"] == "event" for event in frame["events"]]


def by_ply(person: ScriptedPlayer) -> dict[int, Frame]:
    return {frame["ply"]: frame["view"] for frame in person.frames if frame["t"] == "event"}


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(("auto", "counts right"), id="auto"),
        pytest.param(("manual", "counts too much"), id="manual", marks=pytest.mark.slow),
        pytest.param(("muggins", "overlooks"), id="muggins", marks=pytest.mark.slow),
    ],
)
def played(request: pytest.FixtureRequest, server: Server) -> tuple[ScriptedPlayer, ScriptedPlayer]:
    counting, slip = request.param
    return asyncio.run(a_whole_game(server, slip, counting=counting, target=121))


def test_the_game_is_played_out(played: tuple[ScriptedPlayer, ScriptedPlayer]) -> None:
    for person in played:
        assert person.view["ended"] == "played"
        assert person.view["scores"][person.view["winner"]] == 121


def test_both_received_the_same_events_in_the_same_order(
    played: tuple[ScriptedPlayer, ScriptedPlayer],
) -> None:
    one, other = map(events, played)
    assert one == other
    assert len(one) > 80


def test_both_saw_the_same_table_after_every_move(played: tuple[ScriptedPlayer, ScriptedPlayer]) -> None:
    one, other = map(by_ply, played)
    assert one.keys() == other.keys()
    for ply, view in one.items():
        assert [view.get(field) for field in PUBLIC] == [other[ply].get(field) for field in PUBLIC]


def test_the_plies_leave_no_gap(played: tuple[ScriptedPlayer, ScriptedPlayer]) -> None:
    for person in played:
        told = [(frame["since"], frame["ply"]) for frame in person.frames if frame["t"] == "event"]
        assert [since for since, _ in told[1:]] == [ply for _, ply in told[:-1]]


def test_pegged_points_add_up_to_the_scores(played: tuple[ScriptedPlayer, ScriptedPlayer]) -> None:
    for person in played:
        pegged = [0, 0]
        for event in events(person):
            if event["e"] == "pegged":
                pegged[event["seat"]] += event["points"]
                assert event["score"] == pegged[event["seat"]]
        assert pegged == person.view["scores"]


def test_no_move_was_refused(played: tuple[ScriptedPlayer, ScriptedPlayer]) -> None:
    for person in played:
        assert not [frame for frame in person.frames if frame["t"] == "refused"]


def test_each_can_prove_every_deal(played: tuple[ScriptedPlayer, ScriptedPlayer]) -> None:
    for person in played:
        assert verify(parse_record(person.fair)) is None


def test_the_row_has_the_same_result(played: tuple[ScriptedPlayer, ScriptedPlayer], server: Server) -> None:
    one, _ = played
    found = load_game(server.environment, one.game)
    assert (found["winner"], found["value"], found["ended"], found["ply"]) == (
        *(one.view[field] for field in ("winner", "value", "ended")),
        one.ply,
    )


def kinds(person: ScriptedPlayer) -> set[str]:
    return {event["kind"] for event in events(person) if event["e"] == "pegged"}


@pytest.mark.slow
def test_an_excess_goes_to_the_opponent(server: Server) -> None:
    a, b = asyncio.run(a_whole_game(server, "counts too much", counting="manual", target=61))
    seats = {event["seat"] for event in events(a) if event.get("kind") == "overcount"}
    assert seats == {b.you}


@pytest.mark.slow
def test_overlooked_points_go_to_the_caller(server: Server) -> None:
    a, b = asyncio.run(a_whole_game(server, "overlooks", counting="muggins", target=61))
    seats = {event["seat"] for event in events(a) if event.get("kind") == "muggins"}
    assert seats == {b.you}


@pytest.mark.slow
def test_without_muggins_overlooked_points_are_lost(server: Server) -> None:
    a, _ = asyncio.run(a_whole_game(server, "overlooks", counting="manual", target=61))
    assert not kinds(a) & {"muggins", "overcount"}


def test_the_owner_waits_at_the_link_until_a_friend_follows_it(server: Server) -> None:
    async def wait() -> list[str]:
        one, other = Visitor(server.url), Visitor(server.url)
        game, invite = one.create_link_game()
        async with connect_player(one, game) as a:
            waiting = await a.receive_until("waiting")
            assert waiting["invite"] == invite
            other.join(invite)
            async with connect_player(other, game) as b:
                await asyncio.wait_for(asyncio.gather(a.wait_for_cards(), b.wait_for_cards()), PATIENCE)
            return [frame["t"] for frame in a.frames][:2]

    assert asyncio.run(wait()) == ["waiting", "table"]


def test_both_throws_at_once_stand_without_a_refusal(server: Server) -> None:
    async def throw() -> list[str]:
        one, other = Visitor(server.url), Visitor(server.url)
        async with connect_two_players(one, other) as (a, b):
            answers = await asyncio.gather(a.make_move(a.choose_move()), b.make_move(b.choose_move()))
            return [answer["t"] for answer in answers]

    assert asyncio.run(throw()) == ["ack", "ack"]


def test_a_player_who_reloads_has_the_game_as_it_stands(server: Server) -> None:
    async def reload() -> tuple[Frame, Frame]:
        one, other = Visitor(server.url), Visitor(server.url)
        async with connect_two_players(one, other) as (a, b):
            await play_together(a, b, moves=2)
            async with connect_player(one, a.game) as again:
                await again.receive_until("table")
                await a.resync_until(again.ply)
                return a.view, again.view

    before, after = asyncio.run(reload())
    assert before == after
