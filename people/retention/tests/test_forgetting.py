"""Unused guests and abandoned games are removed after 90 days, and nothing else."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common import clock
from game.accounts.guests import create_guest
from game.engine.state import Rules
from game.models import Block, ForgottenGames, Game, IdleGame, Leaf, Player, Scoresheet, Seek
from game.table.bot_accounts import get_or_create_account
from game.table.forced_endings import void_untouched
from game.table.record.entries import Entry, write_entries
from people.notices.listing import load_notices
from people.retention import forgetting
from people.retention.forgetting import forget_untouched
from proof.evidence.checks.check import verify
from proof.evidence.standalone import verify as standalone
from ranking.models import Change
from tests.worlds.bot_games import open_bot_game
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.tables import update_row
from tests.worlds.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

Later = Callable[..., None]


def forget() -> None:
    """Run the job once, as a process does, a few rows at a time."""

    async def run() -> None:
        await forget_untouched()

    asyncio.run(run())


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    for size, most in (("BATCH_SIZE", 3), ("MAX_DELETED", 2), ("MAX_ENDED", 2)):
        monkeypatch.setattr(forgetting, size, most)


@pytest.fixture
def pass_days(later: Later) -> Callable[[int], None]:
    """Let days pass, with the job on the first day and after the last."""

    def pass_them(days: int) -> None:
        forget()
        later(days=days)
        forget()

    return pass_them


def untimed(*players: Player) -> Game:
    """Return a game of two players without a clock, in which both have discarded."""
    game = create_thrown_game(*players, clock="none")
    update_row(game.pk, deadline=None, created_at=clock.now() - timedelta(days=2))
    return Game.objects.get(pk=game.pk)


@pytest.mark.rows
class TestGuests:
    def guest(self, days: float) -> Player:
        guest = create_guest()
        Player.objects.filter(pk=guest.pk).update(date_joined=clock.now() - timedelta(days=days))
        return guest

    def left(self) -> set[int]:
        return set(Player.objects.filter(is_guest=True).values_list("pk", flat=True))

    @pytest.mark.slow
    def test_guest_without_games_is_deleted_after_ninety_days(self):
        for _ in range(5):
            self.guest(91)
        fresh = self.guest(89)
        forget()
        assert self.left() == {fresh.pk}

    @pytest.mark.slow
    def test_guest_with_any_reference_stays(self, ann: Player):
        player, blocked, asked, other = (self.guest(400) for _ in range(4))
        open_bot_game(player, "novice", Rules())
        Block.objects.create(by=ann, blocked=blocked)
        times = {"created_at": clock.now(), "expires_at": clock.now()}
        about: dict[str, Any] = {"target": 121, "counting": "auto", "clock": "none", **times}
        Seek.objects.create(id="declined", player=ann, to=asked, declined="no", **about)
        forget()
        assert self.left() == {player.pk, blocked.pk, asked.pk}
        assert other.pk not in self.left()

    def test_query_covers_every_table_that_refers_to_a_player(self):
        """The database's own schema decides, so that no later table is overlooked, and nothing cascades."""
        names = {
            (one.related_model._meta.db_table, one.field.column)
            for one in forgetting._references_to_players()
        }
        with connection.cursor() as cursor:
            there = {
                (table, column)
                for table in connection.introspection.table_names(cursor)
                for column, (_, target) in connection.introspection.get_relations(cursor, table).items()
                if target == "game_player"
            }
        assert there <= names

    @pytest.mark.slow
    def test_guest_seen_recently_or_banned_stays(self):
        seen, banned = self.guest(400), self.guest(400)
        Player.objects.filter(pk=seen.pk).update(seen_at=clock.now() - timedelta(days=89))
        Player.objects.filter(pk=banned.pk).update(banned_until=clock.now() + timedelta(days=9))
        forget()
        assert self.left() == {seen.pk, banned.pk}

    def test_accounts_and_bots_stay(self, ann: Player):
        bot = get_or_create_account("novice")
        Player.objects.update(date_joined=clock.now() - timedelta(days=4000))
        forget()
        assert set(Player.objects.values_list("pk", flat=True)) >= {ann.pk, bot.pk}


class TestGames:
    @pytest.mark.slow
    @pytest.mark.rows
    def test_game_untouched_for_ninety_days_ends_and_does_not_count(
        self, ann: Player, bob: Player, pass_days: Callable[[int], None]
    ):
        game = untimed(ann, bob)
        pass_days(89)
        game.refresh_from_db()
        assert game.finished_at is None
        pass_days(2)
        game.refresh_from_db()
        assert (game.ended, game.voided_at == game.finished_at, game.is_untouched) == ("left", True, True)
        assert [sheet.voided for sheet in Scoresheet.objects.filter(game=game)] == [True, True]
        assert not Change.objects.exists()
        assert not IdleGame.objects.exists()

    @pytest.mark.slow
    def test_its_transcript_is_one_that_any_checker_takes(
        self, ann: Player, bob: Player, pass_days: Callable[[int], None], client: Client, tmp_path: Path
    ):
        game = untimed(ann, bob)
        pass_days(91)
        file = client.get(f"/api/games/{game.pk}/transcript").content
        assert verify(file).faults == ()
        (tmp_path / "game.json").write_bytes(file)
        told = subprocess.run(
            [sys.executable, standalone.__file__, str(tmp_path / "game.json")],
            capture_output=True,
            check=False,
        )
        assert told.returncode == 0, told.stdout

    def test_the_public_log_holds_its_end(self, ann: Player, bob: Player, pass_days: Callable[[int], None]):
        game = untimed(ann, bob)
        Leaf.objects.create(kind="open", game=game.pk, body="")
        pass_days(91)
        assert list(Leaf.objects.filter(game=game.pk).order_by("pk").values_list("kind", flat=True)) == [
            "open",
            "close",
        ]

    def test_unstarted_game_against_a_bot_is_called_off(self, pass_days: Callable[[int], None]):
        game = open_bot_game(create_guest(), "novice", Rules())
        update_row(game.pk, created_at=clock.now() - timedelta(days=400))
        pass_days(91)
        game.refresh_from_db()
        assert (game.ended, game.winner, game.value) == ("void", None, 0)

    @pytest.mark.slow
    def test_a_move_restarts_the_time(
        self, ann: Player, bob: Player, pass_days: Callable[[int], None], later: Later
    ):
        game = untimed(ann, bob)
        pass_days(80)
        update_row(game.pk, ply=game.ply + 1)
        pass_days(80)
        game.refresh_from_db()
        assert game.finished_at is None
        update_row(game.pk, ply=game.ply - 1)  # restored, so that the game can be read
        pass_days(80)
        pass_days(11)
        game.refresh_from_db()
        assert game.finished_at is not None

    @pytest.mark.parametrize("kind", ["quick", "relaxed"])
    def test_games_with_a_clock_end_by_it(
        self, ann: Player, bob: Player, kind: str, pass_days: Callable[[int], None]
    ):
        game = create_thrown_game(ann, bob, clock=kind)
        update_row(game.pk, created_at=clock.now() - timedelta(days=2))
        pass_days(400)
        game.refresh_from_db()
        assert game.finished_at is None  # not by this job: no table is open here to end it on time
        assert not IdleGame.objects.exists()

    def test_upgrade_ends_no_game_at_once(self, ann: Player, bob: Player):
        game = untimed(ann, bob)
        update_row(game.pk, created_at=clock.now() - timedelta(days=4000))
        forget()
        game.refresh_from_db()
        assert game.finished_at is None

    @pytest.mark.slow
    @pytest.mark.rows
    def test_game_with_a_recent_move_is_not_ended(self, ann: Player, bob: Player):
        game = untimed(ann, bob)
        assert not void_untouched(game.pk, game.ply - 1)
        game.refresh_from_db()
        assert game.finished_at is None
        assert void_untouched(game.pk, game.ply)
        assert not void_untouched(game.pk, game.ply)

    @pytest.mark.slow
    @pytest.mark.rows
    def test_concurrent_move_and_end_exclude_each_other(self, ann: Player, bob: Player):
        for _ in range(5):
            game = untimed(ann, bob)

            def move(game: Game = game) -> bool:
                entry = Entry(game_id=game.pk, ply=game.ply, tokens=("a-resign",))
                return write_entries([entry]) == [True]

            def end(game: Game = game) -> bool:
                return void_untouched(game.pk, game.ply)

            assert sorted(at_once(move, end)) == [False, True]
            game.refresh_from_db()
            assert len(game.transcript.split()) == len(Game.objects.get(pk=game.pk).transcript.split())
            assert game.transcript.split()[-1] in ("a-resign", "a-left", "b-left")


@pytest.mark.slow
@pytest.mark.rows
def test_games_that_are_over_are_not_looked_at(ann: Player, bob: Player):
    """Finished games are the great majority. The index of live games leads to the others."""
    over = untimed(ann, bob)
    Game.objects.bulk_create(
        [
            Game(
                id=f"over{n}",
                seat_a=ann,
                seat_b=bob,
                created_at=over.created_at + timedelta(seconds=n),
                finished_at=clock.now(),
                transcript=over.transcript,
            )
            for n in range(2000)
        ]
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE game_game")
    with CaptureQueriesContext(connection) as asked:
        forgetting.watch_some_games((clock.now() - timedelta(days=9), "a"))
    explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {asked.captured_queries[0]['sql']}")
        plan = "\n".join(str(line[-1]) for line in cursor.fetchall())
    assert "live_games_created_at" in plan, plan


class TestNotices:
    def told(self, player: Player) -> list[dict[str, Any]]:
        notices, _ = load_notices({player.pk})
        return [notice for notice in notices.get(player.pk, []) if notice["kind"] == "forgotten"]

    @pytest.mark.slow
    def test_account_is_notified_once_of_all_its_games_for_a_month(
        self, ann: Player, bob: Player, pass_days: Callable[[int], None]
    ):
        guest = create_guest()
        for one, other in ((ann, bob), (guest, ann), (ann, bob)):
            untimed(one, other)
        pass_days(91)
        assert [notice["games"] for notice in self.told(ann)] == [3]
        assert [notice["games"] for notice in self.told(bob)] == [2]
        assert self.told(guest) == []
        pass_days(31)
        assert self.told(ann) == []
        assert not ForgottenGames.objects.exists()

    @pytest.mark.slow
    def test_the_pages_say_why_it_does_not_count(
        self, ann: Player, bob: Player, pass_days: Callable[[int], None], client: Client
    ):
        game = untimed(ann, bob)
        pass_days(91)
        replay = client.get(f"/game/{game.pk}").content.decode()
        assert "There was no move for 90 days" in replay
        assert "A host called off" not in replay
        assert "no move for 90 days" in client.get("/@Ann").content.decode()
        assert "ends after 90 days without a move" in client.get("/privacy").content.decode()
