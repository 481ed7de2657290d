"""Whole games over real sockets against a real server."""

import asyncio

import pytest

from cribbage_site.tests.server import Server
from game.engine.cards import card
from game.tests.live.person import Person, Visitor, sit_down
from rng import fresh
from rng.commitment import context, deal_key, read_record, verify
from rng.deal import deal_six, deck

pytestmark = pytest.mark.rows


async def a_whole_game(visitor: Visitor, game: str) -> Person:
    async with sit_down(visitor, game) as person:
        await person.play_on()
        await person.hear_last_link()
        return person


@pytest.mark.parametrize(("against", "target"), [("novice", 121), ("intermediate", 121), ("novice", 61)])
def test_a_guest_plays_a_bot_to_the_end(server: Server, against: str, target: int) -> None:
    visitor = Visitor(server.url)
    person = asyncio.run(a_whole_game(visitor, visitor.new_game(against, target=target)))
    assert person.view["ended"] == "played"
    assert person.view["scores"][person.view["winner"]] == target
    assert not [frame for frame in person.frames if frame["t"] == "refused"]


def test_every_deck_of_a_game_follows_from_what_was_committed_to(server: Server) -> None:
    visitor = Visitor(server.url)
    person = asyncio.run(a_whole_game(visitor, visitor.new_game()))
    fair = person.fair
    assert verify(read_record(fair)) is None
    assert fair["commitments"] == person.frames[1]["commitments"] or person.frames[0]["t"] == "table"
    a, b = (bytes.fromhex(secret) for secret in fair["secrets"])
    assert a == person.secret
    ctx = context(fair["params"], bytes.fromhex(fair["tip"]), *map(bytes.fromhex, fair["commitments"]))
    first_views = {
        frame["view"]["deal"]: frame["view"] for frame in reversed(person.frames) if "view" in frame
    }
    for number, view in first_views.items():
        if number == 0:
            continue
        link = bytes.fromhex(fair["links"][str(number)])
        dealt = deal_six(deck(deal_key(ctx, number, link, a, b)))
        mine = dealt.dealer if view["dealer"] == person.you else dealt.pone
        assert tuple(map(card, view["hand"])) == mine


def test_no_frame_holds_a_card_this_seat_may_not_know(server: Server) -> None:
    visitor = Visitor(server.url)
    person = asyncio.run(a_whole_game(visitor, visitor.new_game()))
    links = {int(d): bytes.fromhex(link) for d, link in person.fair["links"].items()}
    a, b = (bytes.fromhex(secret) for secret in person.fair["secrets"])
    ctx = context(
        person.fair["params"],
        bytes.fromhex(person.fair["tip"]),
        *map(bytes.fromhex, person.fair["commitments"]),
    )
    looked = 0
    for frame in person.frames:
        if frame["t"] != "event" or frame["view"]["phase"] not in ("throw", "play"):
            continue
        view, number = frame["view"], frame["view"]["deal"]
        dealt = deal_six(deck(deal_key(ctx, number, links[number], a, b)))
        theirs = dealt.pone if view["dealer"] == person.you else dealt.dealer
        open_cards = {name for seat, name in view["played"] if seat != person.you}
        # What is told of this deal alone; a show of the deal before names other cards.
        told = str({**view, "show": None, "cut": None}) + str(
            [event for event in frame["events"] if event["e"] not in ("counted", "cut_for_deal")]
        )
        if view["phase"] == "throw" and any(event["e"] == "played" for event in frame["events"]):
            continue
        hidden = [number_ for number_ in theirs if text_of(number_) not in open_cards]
        if view["starter"] is None:
            hidden.append(dealt.starter)
        for one in hidden:
            assert f"'{text_of(one)}'" not in told
            looked += 1
    assert looked > 200


def text_of(number: int) -> str:
    return "A23456789TJQK"[number >> 2] + "CDHS"[number & 3]


def test_a_reload_in_the_middle_of_a_deal_goes_on_from_the_table_frame_alone(server: Server) -> None:
    async def play() -> None:
        visitor, secret = Visitor(server.url), fresh.secret()
        game = visitor.new_game()
        for moves in (1, 3, 10_000):
            async with sit_down(visitor, game, secret) as person:
                await person.play_on(moves)
        assert person.view["phase"] == "over"

    asyncio.run(play())


def test_two_tabs_of_one_player_see_the_same_game(server: Server) -> None:
    async def play() -> None:
        visitor, secret = Visitor(server.url), fresh.secret()
        game = visitor.new_game()
        async with sit_down(visitor, game, secret) as one:
            await one.play_on(2)
            async with sit_down(visitor, game, secret) as other:
                await other.hear_until("table")
                await one.play_on(3)
                while other.ply < one.ply:
                    await other.hear()
                await other.play_on()
                assert other.view["phase"] == "over"

    asyncio.run(play())


def test_resigning_ends_the_game_and_shows_the_last_deal(server: Server) -> None:
    async def play() -> Person:
        visitor = Visitor(server.url)
        async with sit_down(visitor, visitor.new_game()) as person:
            await person.play_on(2)
            await person.hear_turn()
            assert (await person.make({"kind": "resign"}))["t"] == "ack"
            await person.hear_last_link()
            return person

    person = asyncio.run(play())
    assert (person.view["ended"], person.view["winner"], person.view["value"]) == ("resigned", 1, 1)
    assert verify(read_record(person.fair)) is None
