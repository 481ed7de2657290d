"""The records that the end of a game leaves: the result, two scoresheets, and points if it was rated."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError

from common import clock
from game.accounts.places import note_place
from game.engine.moves import Resign
from game.engine.state import Ended, Rules, Seat
from game.engine.tally import Sheet
from game.ladder.audit import find_differences
from game.models import Game, Player, Scoresheet
from game.runtime import pubsub
from game.table import bot_accounts
from game.table.record.ending import Result
from game.table.record.entries import Entry, write_entries
from game.table.record.ledger import Ledger
from game.table.record.steps import Ack
from game.table.table import Table
from ranking import settlement
from ranking.models import Change, Kind, Standing
from tests.worlds.tables import A, B, create_game, load_dealt_table, load_table, play_to_end

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_places() -> Iterator[None]:
    """Clear the recorded network places: the cache outlives a test, and player ids repeat."""
    yield
    cache.clear()


def account(name: str) -> Player:
    return Player.objects.create(username=name)


def a_rated_game(*names: str, clock_kind: str = "standard") -> Game:
    """Return a rated game between two accounts, or between an account and Novice."""
    players = [Player.objects.get_or_create(username=name)[0] for name in names]
    a, b = players if len(players) == 2 else (players[0], bot_accounts.get_or_create_account("novice"))
    return create_game(clock_kind, players=(a, b), rated=True)


def sheets_of(deals: int) -> tuple[Sheet, Sheet]:
    """Return both sheets of a game with this many counted deals; A dealt the first."""
    a, b = deals - deals // 2, deals // 2
    return Sheet(deals_as_dealer=a, deals_as_pone=b), Sheet(deals_as_dealer=b, deals_as_pone=a)


def over(game: Game, winner: Seat | None = A, ended: Ended = Ended.PLAYED, deals: int = 3) -> Entry:
    """Return the last entry of a game as its table would write it."""
    return Entry(
        game_id=game.pk,
        ply=game.ply,
        tokens=("b-resign",),
        result=Result(winner, 1, ended.value, sheets_of(deals), deals),
        scores=(121, 100),
    )


def points(*names: str, kind: Kind = Kind.PEOPLE) -> list[int]:
    return [Standing.objects.get(player__username=name, kind=kind).points for name in names]


def played_out(game: Game, ledger: Ledger) -> Table:
    """Play a game to its end at a table."""

    async def play() -> Table:
        table = await load_dealt_table(game.pk, ledger)
        await play_to_end(table)
        return table

    return asyncio.run(play())


class TestAGamePlayedOut:
    @pytest.mark.rows
    def test_a_rated_one_changes_the_points_of_both(self, ledger: Ledger):
        table = played_out(a_rated_game("Ann", "Bob"), ledger)
        winner, loser = ("Ann", "Bob") if table.state.winner is A else ("Bob", "Ann")
        assert points(winner, loser) == [1521, 1479]
        assert Change.objects.filter(game=table.id, unfinished=False).count() == 2

    def test_a_casual_one_changes_none(self, ledger: Ledger):
        played_out(create_game(rules=Rules(61), players=(account("Ann"), account("Bob"))), ledger)
        assert not Standing.objects.exists()
        assert not Change.objects.exists()

    def test_two_sheets_tell_it_from_both_sides(self, ledger: Ledger):
        game = a_rated_game("Ann", "Bob")
        state = played_out(game, ledger).state
        game.refresh_from_db()
        told_again = asyncio.run(load_table(game.pk, ledger)).tally.sheets
        a, b = Scoresheet.objects.filter(game=game).order_by("seat")
        assert (a.player, a.opponent, b.player, b.opponent) == (
            game.seat_a,
            game.seat_b,
            game.seat_b,
            game.seat_a,
        )
        assert (a.points, a.points_against) == (b.points_against, b.points) == state.scores
        assert (a.won, b.won) == (state.winner is A, state.winner is B)
        for sheet, told in zip((a, b), told_again, strict=True):
            assert (sheet.value, sheet.ended, sheet.rated) == (state.value, "played", True)
            assert sheet.at == game.finished_at
            assert Sheet(**{figure: getattr(sheet, figure) for figure in Sheet._fields}) == told
        assert a.dealt_first != b.dealt_first
        assert min(a.hands, b.hands) >= 3


class TestHowItEnded:
    @pytest.mark.parametrize(
        ("ended", "unfinished"),
        [(Ended.PLAYED, 0), (Ended.RESIGNED, 0), (Ended.FLAG, 1), (Ended.LEFT, 1)],
    )
    def test_the_loser_by_flag_or_leaving_gets_an_unfinished_game(self, ended: Ended, unfinished: int):
        assert write_entries([over(a_rated_game("Ann", "Bob"), A, ended)]) == [True]
        ann, bob = (Standing.objects.get(player__username=name, kind=Kind.PEOPLE) for name in ("Ann", "Bob"))
        assert (ann.wins, ann.unfinished) == (1, 0)
        assert (bob.losses, bob.unfinished) == (1, unfinished)

    @pytest.mark.rows
    @pytest.mark.parametrize("ended", [Ended.RESIGNED, Ended.FLAG, Ended.LEFT])
    def test_resigning_before_a_deal_is_counted_is_leaving_and_has_no_winner(self, ended: Ended):
        write_entries([over(a_rated_game("Ann", "Bob"), A, ended, deals=0)])
        assert points("Ann", "Bob") == [1500, 1500]
        ann, bob = (Standing.objects.get(player__username=name, kind=Kind.PEOPLE) for name in ("Ann", "Bob"))
        assert (ann.wins, ann.losses, bob.losses, bob.unfinished) == (0, 0, 1, 1)
        assert not list(find_differences(progress=lambda read: None))

    def test_given_up_before_the_third_counted_deal_it_is_under_the_cap_of_a_day(self):
        bob = Player.objects.create(username="Bob", date_joined=clock.now() - timedelta(days=9))
        Standing.objects.create(player=bob, kind=Kind.PEOPLE, wins=10)
        terms = []
        for deals in (1, 2, 3):
            game = a_rated_game("Ann", "Bob")
            write_entries([over(game, A, Ended.RESIGNED, deals)])
            terms.append(Change.objects.get(game=game.pk, player__username="Ann").terms)
        assert terms == ["capped", "capped", "plain"]
        assert not list(find_differences(progress=lambda read: None))

    def test_a_game_of_two_players_from_one_place_counts_for_neither(self):
        game = a_rated_game("Ann", "Bob")
        for player in (game.seat_a, game.seat_b):
            note_place(player, "192.0.2.7")
        write_entries([over(game, A)])
        assert points("Ann", "Bob") == [1500, 1500]
        assert set(Change.objects.values_list("terms", flat=True)) == {"shared"}
        assert not list(find_differences(progress=lambda read: None))

    def test_a_loss_to_a_bot_costs_points_with_the_house(self):
        write_entries([over(a_rated_game("Ann"), B, Ended.FLAG)])
        assert points("Ann", kind=Kind.HOUSE) == [1479]
        assert Change.objects.get().bot == "novice"
        assert set(Standing.objects.values_list("player__username", flat=True)) == {"Ann"}

    def test_a_bot_has_its_scoresheet(self):
        game = a_rated_game("Ann")
        write_entries([over(game, B)])
        assert Scoresheet.objects.get(player=game.seat_b).won

    def test_a_void_game_leaves_only_its_row(self):
        game = a_rated_game("Ann", "Bob")
        assert write_entries([over(game, None, Ended.VOID)]) == [True]
        assert Game.objects.get(pk=game.pk).ended == "void"
        assert not Scoresheet.objects.exists()
        assert not Change.objects.exists()

    def test_guests_have_no_points_to_play_for(self):
        write_entries([over(create_game(rated=True))])
        assert Scoresheet.objects.count() == 2
        assert not Standing.objects.exists()


@pytest.mark.rows
class TestOnce:
    def test_an_end_is_written_once_despite_retries(self):
        game = a_rated_game("Ann", "Bob")
        assert write_entries([over(game), over(game)]) == [True, False]
        assert write_entries([over(game)]) == [False]
        assert (points("Ann", "Bob"), Scoresheet.objects.count()) == ([1521, 1479], 2)

    def test_games_that_end_in_one_batch_are_all_settled(self):
        games = [a_rated_game(*names) for names in (("Ann", "Bob"), ("Bob", "Cat"), ("Cat", "Ann"), ("Ann",))]
        assert write_entries([over(game) for game in games]) == [True] * 4
        assert sum(points("Ann", "Bob", "Cat")) == 3 * 1500
        assert points("Ann", kind=Kind.HOUSE) == [1521]
        assert (Change.objects.count(), Scoresheet.objects.count()) == (7, 8)

    def test_an_end_in_a_batch_that_is_taken_back_is_settled_with_its_own(self):
        one, other = a_rated_game("Ann", "Bob"), a_rated_game("Bob", "Ann")
        assert write_entries([over(one), replace(over(other), ply=7)]) == [True, False]
        assert points("Ann", "Bob") == [1521, 1479]

    def test_a_game_continues_if_its_points_cannot_be_written(self, monkeypatch: pytest.MonkeyPatch):
        def fail(games: Any) -> None:
            raise OperationalError("the disk is full")

        game = a_rated_game("Ann", "Bob")
        with monkeypatch.context() as full:
            full.setattr(settlement, "settle", fail)
            [fault] = write_entries([over(game)])
        assert isinstance(fault, OperationalError)
        assert (Game.objects.get(pk=game.pk).finished_at, Scoresheet.objects.count()) == (None, 0)
        assert write_entries([over(game)]) == [True]
        assert points("Ann", "Bob") == [1521, 1479]

    def test_an_end_whose_answer_was_lost_is_an_end(self, ledger: Ledger):
        class Deaf(Ledger):
            async def append(self, entry: Entry) -> bool:  # type: ignore[override]
                await ledger.append(entry)
                raise OperationalError("the connection was lost")

        game = a_rated_game("Ann", "Bob")

        async def give_up() -> list[Any]:
            table = await load_dealt_table(game.pk, ledger)
            ply, table.ledger = table.ply, Deaf()
            return [await table.act(B, ply, Resign()) for _ in range(2)]

        assert [type(answer) for answer in asyncio.run(give_up())] == [Ack, Ack]
        assert Change.objects.filter(game=game.pk).count() == 2


@pytest.mark.rows
def test_watchers_see_the_end_once_it_is_durable(monkeypatch: pytest.MonkeyPatch):
    told: list[tuple[Any, ...]] = []
    games = [a_rated_game("Ann", "Bob"), a_rated_game("Bob", "Cat"), create_game()]

    def hear(*hint: Any) -> None:
        assert Change.objects.exists()
        told.append(hint)

    monkeypatch.setattr(pubsub, "publish", hear)
    write_entries([over(game) for game in games])
    assert sorted(told) == sorted([("points", games[0].pk), ("points", games[1].pk), ("ladder", None)])
