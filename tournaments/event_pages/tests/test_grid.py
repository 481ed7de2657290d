"""The live games on an event's page: four at most, the closest followed, and no hidden card for anyone."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from common.database.thread import on_the_database_thread
from cribbage_site.tests.patience import PATIENCE
from game.engine.cards import texts
from game.engine.moves import Resign
from game.models import Player
from game.shared_decks.models import SharedGame
from game.table.record.ledger import Ledger
from game.table.tables import tables
from tests.worlds.duplicates import begin_duplicate
from tests.worlds.shared_decks import create_round, create_shared_game
from tests.worlds.stepped_evenings import announce, enter_all, live, players, steps_until_nothing_is_due
from tests.worlds.tables import begin, both_throw, update_row
from tests.worlds.transport import FakeTransport, open_consumer
from tournaments.event_pages import consumer as event_socket
from tournaments.event_pages import grid
from tournaments.event_pages.consumer import EventConsumer
from tournaments.events.models import Event, Pairing
from tournaments.events.show.live_games import load_live_games
from tournaments.formats.closest import MOST_SHOWN

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("newcomers_may_enter", "without_redis"),
    pytest.mark.slow,
]


@pytest.fixture
def without_redis(settings: Any) -> None:
    settings.REDIS_URL = ""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make broadcasts immediate, and look at the scores for each of them."""
    monkeypatch.setattr(event_socket.feed, "interval", 0.01)
    monkeypatch.setattr(grid.feed, "interval", 0.01)
    monkeypatch.setattr(grid, "CHOICE_MS", 0)


@pytest.fixture(autouse=True)
def own_ledger(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ledger", ledger)


def create_night(count: int = 12) -> tuple[Event, list[Pairing]]:
    """A night of so many players at their first tables, where both have begun."""
    event = announce()
    enter_all(event, players(count))
    steps_until_nothing_is_due(event)
    pairings = live(event)
    for pairing in pairings:
        begin(pairing.game)
    return event, pairings


async def hear(wire: FakeTransport, matches: Callable[[Any], bool] = lambda frame: True) -> Any:
    """Return the newest frame of games, once it matches."""
    async with asyncio.timeout(PATIENCE):
        while True:
            games = [frame for frame in wire.frames if frame["t"] == "games"]
            if games and matches(games[-1]):
                return games[-1]
            grid.feed.mark_dirty()
            await asyncio.sleep(0.02)


def watch(
    event_id: str, player: Player | None, doing: Callable[[EventConsumer, FakeTransport], Awaitable[None]]
) -> None:
    """Open an event's socket as this player, and ask for the live games."""

    async def run() -> None:
        wire = FakeTransport()
        consumer = EventConsumer({"event_id": event_id}, wire.send)
        async with open_consumer(consumer, wire):
            consumer.player = player
            wire.push_frame('{"t":"watch"}')
            await doing(consumer, wire)

    asyncio.run(run())


def hidden_cards(game_id: str) -> set[str]:
    """Return the cards of a table that its spectators may not know yet."""
    table = tables.get(game_id)
    assert table is not None
    known = {card for pair in table.state.cut for card in pair} | {card for _, card in table.state.played}
    known |= {table.state.starter} if table.state.starter is not None else set()
    dealt = {card for six in table.state.dealt for card in six}
    return set(texts(tuple(dealt - known)))


def test_a_night_shows_four_of_its_games_without_a_hidden_card_to_anyone():
    event, pairings = create_night()
    player = pairings[0].first.player

    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        shown = await hear(wire, lambda frame: len(frame["games"]) == MOST_SHOWN)
        assert len(pairings) == 6
        for game in shown["games"]:
            table = tables.get(game["id"])
            assert table is not None
            await table.resume()
            await both_throw(table)
        later = await hear(wire, lambda frame: all(game["view"]["starter"] for game in frame["games"]))
        for game in later["games"]:
            hidden = hidden_cards(game["id"])
            assert len(hidden) >= 11
            frames = [
                json.dumps(each)
                for frame in wire.frames
                if frame["t"] == "games"
                for each in frame["games"]
                if each["id"] == game["id"]
            ]
            assert not [card for card in hidden for frame in frames if f'"{card}"' in frame]
            assert not {"hand", "throw", "playable", "must_go"} & game["view"].keys()

    watch(event.pk, player, see)
    watch(event.pk, None, see_public)


async def see_public(consumer: EventConsumer, wire: FakeTransport) -> None:
    shown = await hear(wire, lambda frame: len(frame["games"]) == MOST_SHOWN)
    assert all(game["view"]["open"] is None for game in shown["games"])


def test_the_closest_game_gets_a_slot_and_is_followed():
    event, pairings = create_night()

    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        first = await hear(wire, lambda frame: len(frame["games"]) == MOST_SHOWN)
        assert first["follow"] is None
        shown = [game["id"] for game in first["games"]]
        other = next(pairing.game_id for pairing in pairings if pairing.game_id not in shown)
        await on_the_database_thread(update_row)(other, score_a=110, score_b=105)
        later = await hear(wire, lambda frame: frame["follow"] is not None)
        assert later["follow"] == other
        assert len([game for game in later["games"] if game["id"] in shown]) == MOST_SHOWN - 1

    watch(event.pk, None, see)


def test_cards_that_other_tables_still_play_are_never_shown(later: Any):
    event, _ = begin_duplicate(later)
    assert live(event)
    assert load_live_games(event.pk) == []

    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        shown = await hear(wire)
        assert (shown["games"], shown["follow"]) == ([], None)
        assert len(tables) == 0

    watch(event.pk, live(event)[0].first.player, see)


def test_a_board_that_is_open_is_hidden_even_at_a_table_of_a_night():
    event, pairings = create_night(2)
    (pairing,) = pairings
    round_, _ = create_round()
    shared = create_shared_game(round_, (pairing.first.player, pairing.second.player))
    Pairing.objects.filter(pk=pairing.pk).update(game=shared)
    assert SharedGame.objects.filter(game=shared).exists()
    assert load_live_games(event.pk) == []
    watched = grid.Grid(event.pk, lambda event_id: None)

    async def sneak_in() -> None:
        """Show the table in spite of the choice, as if the cards were shared after it."""
        await watched.tables.watch([shared.pk])
        assert watched.tables.games == [shared.pk]
        assert json.loads(watched.frame()) == {"t": "games", "games": [], "follow": None}
        watched.close()

    asyncio.run(sneak_in())


def test_a_finished_game_keeps_its_slot_for_a_moment(monkeypatch: pytest.MonkeyPatch):
    event, _ = create_night(10)

    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        first = await hear(wire, lambda frame: len(frame["games"]) == MOST_SHOWN)
        done = first["games"][0]["id"]
        table = tables.get(done)
        assert table is not None
        await table.resume()
        await end(table)
        still = await hear(wire, lambda frame: frame["games"][0]["view"]["phase"] == "over")
        assert still["games"][0]["id"] == done
        monkeypatch.setattr(grid, "END_SHOWN_MS", 0)
        later = await hear(wire, lambda frame: done not in [game["id"] for game in frame["games"]])
        assert len(later["games"]) == MOST_SHOWN

    watch(event.pk, None, see)


async def end(table: Any) -> None:
    await both_throw(table)
    await table.act(table.state.turn, table.ply, Resign())


def test_tables_are_left_when_no_viewer_is_there():
    event, _ = create_night(4)
    seen = []

    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        shown = await hear(wire, lambda frame: len(frame["games"]) == 2)
        seen.extend(tables.get(game["id"]) for game in shown["games"])
        assert all(table.hub.watchers_of(None) for table in seen)

    watch(event.pk, None, see)
    assert not any(table.hub.watchers_of(None) for table in seen)
    assert not grid.feed._grids


def test_a_viewer_who_did_not_ask_gets_no_games():
    event, _ = create_night(4)

    async def run() -> None:
        wire = FakeTransport()
        consumer = EventConsumer({"event_id": event.pk}, wire.send)
        async with open_consumer(consumer, wire):
            wire.push_frame('{"t":"hello"}')
            wire.push_frame('{"t":"watch","event":"another"}')
            wire.push_frame('{"t":"watch","seat":0}')
            await asyncio.sleep(0.1)
            await grid.refresh_feed()
            await asyncio.sleep(0.1)
            kinds = [frame["t"] for frame in wire.frames]
            assert "games" not in kinds
            assert kinds.count("refused") == 2

    asyncio.run(run())


def test_an_event_that_is_not_there_has_no_games():
    async def see(consumer: EventConsumer, wire: FakeTransport) -> None:
        assert (await hear(wire))["games"] == []

    watch("nothing", None, see)


def test_one_query_reads_the_scores_of_a_large_event(django_assert_num_queries: Any):
    event, _ = create_night(40)
    with django_assert_num_queries(1):
        assert len(load_live_games(event.pk)) == 20
