"""A watcher sees public information, and everything of a deal once it is over."""

import asyncio
import json
import re
from typing import Any

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from tests.worlds.scripted_player import (
    Frame,
    ScriptedPlayer,
    Visitor,
    connect_player,
    connect_two_players,
    play_together,
)

pytestmark = pytest.mark.slow

A_CARD = re.compile(r'"([A2-9TJQK][CDHS])"')


async def watched(server: Server, **wanted: Any) -> tuple[ScriptedPlayer, ScriptedPlayer, ScriptedPlayer]:
    """Play a whole game of two players, with a watcher from the first card on."""
    one, other, passer_by = (Visitor(server.url) for _ in range(3))
    async with (
        connect_two_players(one, other, target=61, **wanted) as (a, b),
        connect_player(passer_by, a.game) as watcher,
    ):
        await watcher.receive_until("table")
        await asyncio.gather(play_together(a, b), hear_out(watcher))
        for person in (a, b, watcher):
            await asyncio.wait_for(person.wait_for_last_link(), PATIENCE)
        return a, b, watcher


async def hear_out(person: ScriptedPlayer) -> None:
    while person.view.get("phase") != "over":
        await asyncio.wait_for(person.receive(), PATIENCE)


@pytest.fixture(scope="module")
def game(server: Server) -> tuple[ScriptedPlayer, ScriptedPlayer, ScriptedPlayer]:
    return asyncio.run(watched(server))


@pytest.fixture(scope="module")
def counted_by_hand(server: Server) -> tuple[ScriptedPlayer, ScriptedPlayer, ScriptedPlayer]:
    return asyncio.run(watched(server, counting="muggins"))


def events_heard(person: ScriptedPlayer) -> list[Frame]:
    """Every event, as it was sent when it happened."""
    return [event for frame in person.frames if frame["t"] == "event" for event in frame["events"]]


def test_late_and_returning_watchers_get_the_history(server: Server) -> None:
    async def history(person: ScriptedPlayer, since: int) -> list[Frame]:
        await person.send(t="hello", since=since, history=True)
        while "history" not in (table := await person.receive_until("table")):
            pass
        return list(table["history"])

    async def come_and_go() -> None:
        one, other, passer_by = (Visitor(server.url) for _ in range(3))
        async with connect_two_players(one, other, counting="muggins") as (a, b):
            await asyncio.gather(a.play_to_deal(2), b.play_to_deal(2))
            async with connect_player(one, a.game) as back, connect_player(passer_by, a.game) as watcher:
                for person in (a, b, back, watcher):
                    moves = await history(person, -1)
                    assert [move["ply"] for move in moves] == list(range(1, person.ply + 1))
                    told = [event for move in moves for event in move["events"]]
                    assert told == max(events_heard(a), events_heard(b), key=len)
                    assert await history(person, person.ply - 2) == moves[-2:]
                await a.send(t="hello", since=-1)
                assert "history" not in await a.receive_until("table")

    asyncio.run(come_and_go())


def views(person: ScriptedPlayer) -> list[Frame]:
    return [frame["view"] for frame in person.frames if "view" in frame]


def viewed_plies(person: ScriptedPlayer) -> list[int]:
    return [frame["ply"] for frame in person.frames if "view" in frame]


@pytest.mark.parametrize("kind", ["game", "counted_by_hand"])
def test_no_frame_of_a_watcher_holds_a_hand(kind: str, request: pytest.FixtureRequest) -> None:
    a, _, watcher = request.getfixturevalue(kind)
    first, *_ = seen = viewed_plies(watcher)
    assert seen == [ply for ply in viewed_plies(a) if ply >= first]
    for view in views(watcher):
        assert (view["hand"], view["throw"], view["playable"], view["must_go"]) == ([], [], [], False)


@pytest.mark.parametrize("kind", ["game", "counted_by_hand"])
def test_a_watcher_gets_no_card_before_it_is_played_or_laid(
    kind: str, request: pytest.FixtureRequest
) -> None:
    a, b, watcher = request.getfixturevalue(kind)
    hands = {view["deal"]: {} for view in views(a)}
    for person in (a, b):
        for view in views(person):
            if view["phase"] == "throw" and len(view["hand"]) == 6:
                hands[view["deal"]][person.you] = set(view["hand"])
    looked = 0
    for frame in watcher.frames:
        if frame["t"] != "event" or frame["view"]["phase"] not in ("throw", "play"):
            continue
        view = frame["view"]
        played = {card for _, card in view["played"]}
        dealt = hands[view["deal"]].get(0, set()) | hands[view["deal"]].get(1, set())
        events = frame["events"]
        since_dealt = [n for n, event in enumerate(events) if event["e"] == "dealt"]
        of_this_deal = events[since_dealt[-1] :] if since_dealt else events
        told = set(A_CARD.findall(json.dumps([{**view, "show": None, "cut": None}, of_this_deal])))
        assert not told & (dealt - played)
        looked += len(dealt - played)
    assert looked > 100


def test_a_watcher_sees_the_hands_that_are_laid_in_the_show(
    counted_by_hand: tuple[ScriptedPlayer, ScriptedPlayer, ScriptedPlayer],
) -> None:
    _, _, watcher = counted_by_hand
    laid = [view["laid"] for view in views(watcher) if view["phase"] == "count"]
    assert {one["what"] for one in laid} == {"hand", "crib"}
    assert all(len(one["cards"]) == 4 and one["starter"] for one in laid)


def test_a_laid_hand_does_not_reveal_its_points(
    counted_by_hand: tuple[ScriptedPlayer, ScriptedPlayer, ScriptedPlayer],
) -> None:
    for person in counted_by_hand:
        for view in views(person):
            assert view["laid"] is None or set(view["laid"]) == {
                "seat",
                "what",
                "cards",
                "starter",
                "claimed",
            }


def test_after_the_game_all_cards_of_the_last_deal_are_open(
    game: tuple[ScriptedPlayer, ScriptedPlayer, ScriptedPlayer],
) -> None:
    a, b, watcher = game
    opened = watcher.view["open"]
    assert opened == a.view["open"] == b.view["open"]
    for person in (a, b):
        throws = [view["throw"] for view in views(person) if view["deal"] == watcher.view["deal"]]
        assert throws[-1] == opened["throws"][person.you]
        assert set(throws[-1]) < set(opened["dealt"][person.you])


def test_while_the_game_lasts_nothing_is_open(
    game: tuple[ScriptedPlayer, ScriptedPlayer, ScriptedPlayer],
) -> None:
    for person in game:
        assert all(view["open"] is None for view in views(person) if view["phase"] != "over")


def test_a_watcher_is_shown_every_link_in_the_end(
    game: tuple[ScriptedPlayer, ScriptedPlayer, ScriptedPlayer],
) -> None:
    a, _, watcher = game
    assert watcher.fair["links"] == a.fair["links"]


def test_a_watcher_who_comes_in_the_middle_sees_the_table_as_it_is(server: Server) -> None:
    async def come() -> tuple[Frame, Frame]:
        one, other = Visitor(server.url), Visitor(server.url)
        async with connect_two_players(one, other) as (a, b):
            await play_together(a, b, moves=2)
            async with connect_player(Visitor(server.url), a.game) as watcher:
                await watcher.receive_until("table")
                await a.resync_until(watcher.ply)
                return a.view, watcher.view

    mine, theirs = asyncio.run(come())
    own = {"hand": [], "throw": [], "playable": [], "must_go": False}
    assert theirs == {**mine, **own}


def test_a_watcher_has_no_say_in_the_deal(server: Server) -> None:
    async def look() -> Frame:
        one, other = Visitor(server.url), Visitor(server.url)
        game, invite = one.create_link_game()
        other.join(invite)
        async with connect_player(Visitor(server.url), game) as watcher:
            return (await watcher.receive_until("table"))["fair"]

    fair = asyncio.run(look())
    assert (fair["must"], fair["commitments"], fair["secrets"]) == (None, [None, None], [None, None])


def test_a_watcher_who_does_not_read_is_dropped_and_play_goes_on(
    impatient_server: Server,
) -> None:
    async def watch_without_a_word() -> tuple[Frame, int | None, ScriptedPlayer]:
        one, other = Visitor(impatient_server.url), Visitor(impatient_server.url)
        async with (
            connect_two_players(one, other, counting="muggins") as (a, b),
            connect_player(Visitor(impatient_server.url), a.game) as watcher,
        ):
            await watcher.receive_until("table")
            await play_together(a, b)
            bye = await asyncio.wait_for(watcher.receive_until("bye"), PATIENCE)
            await watcher.socket.wait_closed()
            return bye, watcher.socket.close_code, a

    bye, close, player = asyncio.run(watch_without_a_word())
    assert (bye["code"], bye["back_in_ms"], close) == ("silent", 0, 4408)
    assert player.view["ended"] == "played"


def test_a_flood_closes_its_own_socket_alone(server: Server) -> None:
    async def flood() -> tuple[Frame, int | None]:
        one, other = Visitor(server.url), Visitor(server.url)
        async with (
            connect_two_players(one, other) as (a, b),
            connect_player(Visitor(server.url), a.game) as watcher,
        ):
            for _ in range(150):
                await watcher.socket.send('{"t": "ping"}')
            bye = await asyncio.wait_for(watcher.receive_until("bye"), PATIENCE)
            await watcher.socket.wait_closed()
            await play_together(a, b, moves=2)
            return bye, watcher.socket.close_code

    bye, close = asyncio.run(flood())
    assert (bye["code"], bye["back_in_ms"], close) == ("flood", None, 4429)
