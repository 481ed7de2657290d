"""Whole games over real sockets against a real server."""

import asyncio
import json
import re
from collections.abc import Iterable

import pytest

from cribbage_site.tests.server_process import Server
from rng import entropy
from rng.commitment import context, deal_key, parse_record, verify
from rng.deal import DealtCards, card_text, deal_six, deck
from tests.worlds.scripted_player import Frame, ScriptedPlayer, Visitor, connect_player


async def a_whole_game(visitor: Visitor, game: str) -> ScriptedPlayer:
    async with connect_player(visitor, game) as person:
        await person.play_moves()
        await person.wait_for_last_link()
        return person


@pytest.mark.rows
@pytest.mark.parametrize(
    ("against", "target"),
    [
        ("novice", 61),
        pytest.param("halscrib", 61, marks=pytest.mark.slow),
        pytest.param("advanced", 121, marks=pytest.mark.slow),
    ],
)
def test_a_guest_plays_a_bot_to_the_end(server: Server, against: str, target: int) -> None:
    visitor = Visitor(server.url)
    person = asyncio.run(a_whole_game(visitor, visitor.new_game(against, target=target)))
    assert person.view["ended"] == "played"
    assert person.view["scores"][person.view["winner"]] == target
    assert not [frame for frame in person.frames if frame["t"] == "refused"]


@pytest.mark.slow
def test_every_deck_of_a_game_follows_from_the_commitments(server: Server) -> None:
    visitor = Visitor(server.url)
    person = asyncio.run(a_whole_game(visitor, visitor.new_game()))
    assert verify(parse_record(person.fair)) is None
    assert person.fair["secrets"][person.you] == person.secret.hex()
    views = [frame["view"] for frame in person.frames if "view" in frame]
    for view in [view for view in views if view["phase"] == "throw" and not any(view["thrown"])]:
        dealt = dealt_by(person.fair, view["deal"])
        assert view["hand"] == written(dealt.dealer if view["dealer"] == person.you else dealt.pone)
    assert views[-1]["deal"] > 5


@pytest.mark.slow
def test_no_frame_holds_a_card_this_seat_may_not_know(server: Server) -> None:
    visitor = Visitor(server.url)
    person = asyncio.run(a_whole_game(visitor, visitor.new_game()))
    looked = 0
    for frame in person.frames:
        if frame["t"] != "event" or frame["view"]["phase"] not in ("throw", "play"):
            continue
        view = frame["view"]
        dealt = dealt_by(person.fair, view["deal"])
        played = [text for seat, text in view["played"] if seat != person.you]
        theirs = written(dealt.pone if view["dealer"] == person.you else dealt.dealer)
        hidden = {text for text in theirs if text not in played}
        hidden |= {written([dealt.starter])[0]} if view["starter"] is None else set()
        assert not hidden & cards_of_this_deal(frame)
        looked += len(hidden)
    assert looked > 200


def cards_of_this_deal(frame: Frame) -> set[str]:
    """Every card a frame names but for those of the deal before, which is open."""
    events = frame["events"]
    since_dealt = [i for i, event in enumerate(events) if event["e"] == "dealt"]
    told = [
        {**frame["view"], "show": None, "cut": None},
        events[since_dealt[-1] :] if since_dealt else events,
    ]
    return set(re.findall(r'"([A2-9TJQK][CDHS])"', json.dumps(told)))


def dealt_by(fair: Frame, number: int) -> DealtCards:
    """Return each seat's cards of a deal, computed from the values revealed at the end."""
    c0, c1, secret0, secret1 = map(bytes.fromhex, fair["commitments"] + fair["secrets"])
    ctx = context(fair["params"], bytes.fromhex(fair["tip"]), c0, c1)
    link = bytes.fromhex(fair["links"][str(number)])
    return deal_six(deck(deal_key(ctx, number, link, secret0, secret1)))


def written(numbers: Iterable[int]) -> list[str]:
    return [card_text(number) for number in numbers]


def test_a_reload_in_the_middle_of_a_deal_goes_on_from_the_table_frame_alone(server: Server) -> None:
    async def play() -> None:
        visitor, secret = Visitor(server.url), entropy.secret()
        game = visitor.new_game()
        for moves in (1, 3, 10_000):
            async with connect_player(visitor, game, secret) as person:
                await person.play_moves(moves)
        assert person.view["phase"] == "over"

    asyncio.run(play())


def test_two_tabs_of_one_player_see_the_same_game(server: Server) -> None:
    async def play() -> None:
        visitor, secret = Visitor(server.url), entropy.secret()
        game = visitor.new_game()
        async with connect_player(visitor, game, secret) as one:
            await one.play_moves(2)
            async with connect_player(visitor, game, secret) as other:
                await other.receive_until("table")
                await one.play_moves(3)
                while other.ply < one.ply:
                    await other.receive()
                await other.play_moves()
                assert other.view["phase"] == "over"

    asyncio.run(play())


def test_resigning_ends_the_game_and_shows_the_last_deal(server: Server) -> None:
    async def play() -> ScriptedPlayer:
        visitor = Visitor(server.url)
        async with connect_player(visitor, visitor.new_game()) as person:
            await person.play_moves(2)
            await person.resign()
            await person.wait_for_last_link()
            return person

    person = asyncio.run(play())
    assert (person.view["ended"], person.view["winner"], person.view["value"]) == ("resigned", 1, 1)
    assert verify(parse_record(person.fair)) is None
