"""Live games that are ended from outside, in whichever process they run."""

import asyncio
from collections.abc import Sequence

import pytest
from django.db import transaction

from game.accounts.guests import create_guest
from game.engine.cards import text
from game.engine.moves import IllegalMove
from game.engine.state import Ended, Seat
from game.models import Game, Player, Scoresheet
from game.runtime import pubsub
from game.table import forced_endings
from game.table.forced_endings import forfeit_live_games, void_live_game
from game.table.record.ending import Result
from game.table.record.entries import Entry, Outcome, write_entries
from game.table.record.ledger import Ledger
from game.table.table import Table
from ranking.models import Kind, Standing
from tests.worlds.tables import A, B, RecordingWatcher, both_throw, create_game, load_dealt_table

pytestmark = pytest.mark.django_db(transaction=True)


def account(name: str) -> Player:
    return Player.objects.create(username=name)


def in_play(game: Game, ledger: Ledger) -> Table:
    """Return the table of a game after both discards."""

    async def throw() -> Table:
        table = await load_dealt_table(game.pk, ledger)
        await both_throw(table)
        return table

    return asyncio.run(throw())


def on_record(game: Game) -> tuple[str, int | None]:
    game.refresh_from_db()
    return game.ended, game.winner


@pytest.fixture
def another_is_first(monkeypatch: pytest.MonkeyPatch) -> list[Entry]:
    """Let another process write these entries just before the next last move."""
    first: list[Entry] = []

    def write_after_the_other(entries: Sequence[Entry]) -> list[Outcome]:
        while first:
            assert write_entries([first.pop()]) == [True]
        return write_entries(entries)

    monkeypatch.setattr(forced_endings, "write_entries", write_after_the_other)
    return first


class TestLosing:
    @pytest.mark.parametrize("seat", Seat)
    def test_a_game_under_way_is_lost_by_leaving(self, ledger: Ledger, seat: Seat):
        ann, bob = account("Ann"), account("Bob")
        game = create_game("standard", players=(ann, bob), rated=True)
        in_play(game, ledger)
        assert forfeit_live_games((ann, bob)[seat]) == [game.pk]
        assert on_record(game) == ("left", seat.other)
        assert game.transcript.endswith(("a-left", "b-left")[seat])
        left = Standing.objects.get(player=(ann, bob)[seat], kind=Kind.PEOPLE)
        assert (left.points, left.losses, left.unfinished) == (1500, 1, 1)

    @pytest.mark.rows
    def test_the_scoresheets_count_the_moves_played(self, ledger: Ledger):
        game = create_game()
        in_play(game, ledger)
        forfeit_live_games(game.seat_a)
        assert {sheet.ended for sheet in Scoresheet.objects.filter(game=game)} == {"left"}
        assert sum(sheet.dealt_first for sheet in Scoresheet.objects.filter(game=game)) == 1

    @pytest.mark.parametrize("begun", [False, True])
    def test_a_game_without_discards_is_void(self, ledger: Ledger, begun: bool):
        game = create_game(begun=begun)
        if begun:
            asyncio.run(load_dealt_table(game.pk, ledger))
        assert forfeit_live_games(game.seat_a) == [game.pk]
        assert on_record(game) == ("void", None)

    @pytest.mark.rows
    def test_all_games_of_the_player_end_and_no_others(self, ledger: Ledger):
        ann = create_guest()
        games = [
            create_game(players=(ann, create_guest())),
            create_game(players=(create_guest(), ann)),
            create_game(),
        ]
        for game in games:
            in_play(game, ledger)
        assert sorted(forfeit_live_games(ann)) == sorted(game.pk for game in games[:2])
        assert [on_record(game) for game in games] == [("left", B), ("left", A), ("", None)]

    def test_games_that_are_over_stay_as_they_are(self, ledger: Ledger):
        game = create_game()
        in_play(game, ledger)
        forfeit_live_games(game.seat_a)
        assert forfeit_live_games(game.seat_b) == []
        assert on_record(game) == ("left", B)

    @pytest.mark.rows
    def test_an_earlier_move_of_another_process_is_kept(self, ledger: Ledger, another_is_first: list[Entry]):
        game = create_game()
        table = in_play(game, ledger)
        at_turn = Seat.A if table.state.turn is Seat.A else Seat.B
        card = f"{'ab'[at_turn]}{text(table.state.hands[at_turn][0])}"
        another_is_first.append(Entry(game_id=game.pk, ply=table.ply, tokens=(card,)))
        assert forfeit_live_games(game.seat_a) == [game.pk]
        assert on_record(game) == ("left", B)
        assert game.transcript.endswith(f"{card} a-left")

    @pytest.mark.rows
    def test_an_earlier_end_by_another_process_is_kept(self, ledger: Ledger, another_is_first: list[Entry]):
        game = create_game()
        table = in_play(game, ledger)
        another_is_first.append(
            Entry(
                game_id=game.pk,
                ply=table.ply,
                tokens=("b-resign",),
                result=Result(A, 1, Ended.RESIGNED.value),
            )
        )
        assert forfeit_live_games(game.seat_a) == []
        assert on_record(game) == ("resigned", A)

    def test_its_table_catches_up(self, ledger: Ledger):
        game, listener = create_game(), RecordingWatcher(A)
        table = in_play(game, ledger)
        table.hub.join(listener)
        forfeit_live_games(game.seat_a)
        asyncio.run(passing(table))
        assert (table.state.ended, table.state.winner) == (Ended.LEFT, B)
        assert listener.kinds()[0] == "event"

    @pytest.mark.rows
    def test_tables_are_notified_once_the_end_is_durable(
        self, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
    ):
        told: list[tuple[str, str]] = []
        game = create_game()
        in_play(game, ledger)
        monkeypatch.setattr(pubsub, "publish", lambda *hint: told.append(hint))
        with transaction.atomic():
            forfeit_live_games(game.seat_a)
            assert told == []
        assert told == [("row", game.pk)]

    def test_an_unreadable_game_does_not_stop_other_endings(self, ledger: Ledger):
        ann = create_guest()
        torn, other = (create_game(players=(ann, create_guest())) for _ in range(2))
        in_play(other, ledger)
        Game.objects.filter(pk=torn.pk).update(transcript="121 auto nonsense")
        assert forfeit_live_games(ann) == [other.pk]


async def passing(table: Table) -> None:
    await table.refresh()


class TestCallingOff:
    def test_a_game_without_discards_is_void(self, ledger: Ledger):
        game = create_game(rated=True)
        asyncio.run(load_dealt_table(game.pk, ledger))
        assert void_live_game(game.pk)
        assert on_record(game) == ("void", None)

    def test_a_game_under_way_goes_on(self, ledger: Ledger):
        game = create_game()
        in_play(game, ledger)
        with pytest.raises(IllegalMove, match="before its first throw"):
            void_live_game(game.pk)
        assert on_record(game) == ("", None)

    @pytest.mark.rows
    def test_an_earlier_discard_in_another_process_is_kept(
        self, ledger: Ledger, another_is_first: list[Entry]
    ):
        game = create_game()
        table = asyncio.run(load_dealt_table(game.pk, ledger))
        another_is_first.append(Entry(game_id=game.pk, ply=table.ply, tokens=("a56",)))
        with pytest.raises(IllegalMove):
            void_live_game(game.pk)
        assert on_record(game) == ("", None)

    def test_a_finished_game_cannot_be_voided(self):
        game = create_game()
        assert [void_live_game(game.pk) for _ in range(2)] == [True, False]
