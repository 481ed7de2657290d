"""Before the first card: a seat that does not reveal its secret, and a server that can't reveal its part."""

import asyncio
from collections.abc import Callable

import pytest

from common import clock
from game.accounts.guests import create_guest
from game.engine.moves import Resign, Throw
from game.engine.state import Ended, Rules, Seat
from game.lobby import seeks
from game.lobby.friends import commit_ahead
from game.lobby.pairing import GameSettings
from game.models import Game, Heartbeat, Player, Scoresheet, Secrets
from game.table import bot_accounts
from game.table.clocks.time_control import START_TIMEOUTS
from game.table.forced_endings import forfeit_live_games, load_live_row_async, void_live_game
from game.table.opening import open_game
from game.table.record import ledger as ledgers
from game.table.record.ledger import Ledger
from game.table.record.steps import Ack, Answer, Refused
from game.table.table import Table
from game.table.tables import Tables
from game.web.replay_wire import replay_json
from game.wire.replays import FlagMove
from ranking.models import Change, Kind, Standing
from rng import entropy
from rng.models import Deal, Unshown
from tests.worlds.tables import (
    A,
    B,
    RecordingWatcher,
    both_throw,
    create_game,
    load_dealt_table,
    load_table,
    secrets_of,
    update_row,
)

pytestmark = pytest.mark.django_db(transaction=True)

SECRETS = {A: "61" * 32, B: "62" * 32}


@pytest.fixture
def tables(ledger: Ledger) -> Tables:
    tables = Tables()
    tables.ledger = ledger
    return tables


def accounts() -> tuple[Player, Player]:
    return Player.objects.create(username="Ann"), Player.objects.create(username="Bob")


def committed(shown: tuple[Seat, ...] = (), **how: object) -> Game:
    """Return a quick game with both commitments, some secrets revealed, and the time to begin up."""
    game = create_game("quick", begun=False, **how)  # type: ignore[arg-type]
    fields = secrets_of(game.pk)
    for seat in Seat:
        if seat not in shown:
            del fields[f"secret_{'ab'[seat]}"]
    update_row(game.pk, deadline=clock.milliseconds() - 1000, **fields)
    return game


def on_record(game: Game) -> tuple[str, int | None]:
    game.refresh_from_db()
    return game.ended, game.winner


def code(answer: Answer) -> str:
    assert isinstance(answer, Refused)
    return answer.code


class TestASeatThatDoesNotShowItsSecret:
    @pytest.mark.parametrize("seat", Seat)
    def test_it_loses_on_time_and_has_left_a_rated_game(self, tables: Tables, seat: Seat):
        players = accounts()
        game = committed((seat.other,), players=players, rated=True)
        asyncio.run(tables.call_overdue_flags())  # in a process without this table
        assert on_record(game) == ("flag", seat.other)
        assert game.transcript == f"121 auto {'ab'[seat]}-flag"
        lost = Standing.objects.get(player=players[seat], kind=Kind.PEOPLE)
        assert (lost.points, lost.losses, lost.unfinished) == (1500, 1, 1)

    def test_nothing_was_dealt_in_such_a_game(self, tables: Tables):
        game = committed((A,))
        asyncio.run(tables.call_overdue_flags())
        assert not Deal.objects.exists()
        assert [sheet.deals_as_dealer + sheet.deals_as_pone for sheet in Scoresheet.objects.all()] == [0, 0]
        assert [step.move for step in replay_json(ledgers.load_row(game.pk)).steps] == [FlagMove()]

    @pytest.mark.rows
    @pytest.mark.parametrize("fields", [{}, {"commitment_a": ""}])
    def test_if_neither_does_the_game_is_void(self, tables: Tables, fields: dict[str, str]):
        game = committed()
        update_row(game.pk, **fields)
        asyncio.run(tables.call_overdue_flags())
        assert on_record(game) == ("void", None)
        assert not Change.objects.exists()

    def test_the_seat_that_revealed_is_notified_and_no_step_is_left(self, ledger: Ledger):
        game, listener = committed((A,)), RecordingWatcher(B)

        async def wait() -> tuple[Table, Answer, Answer]:
            table = await load_table(game.pk, ledger)
            table.join(listener)
            await table.call_time()
            return table, await table.reveal(B, SECRETS[B]), await table.act(A, table.ply, Resign())

        table, late, after = asyncio.run(wait())
        assert (table.state.ended, table.state.winner) == (Ended.FLAG, A)
        assert listener.kinds() == ["event", "fair", "receipts"]
        assert table.commitments.fairness.to_json(B, table.state).must is None
        assert (code(late), code(after)) == ("late", "illegal")

    def test_a_late_secret_is_refused_even_before_the_flag_is_called(self, ledger: Ledger):
        game = committed((A,))

        async def reveal() -> Answer:
            return await (await load_table(game.pk, ledger)).reveal(B, SECRETS[B])

        assert code(asyncio.run(reveal())) == "late"
        assert on_record(game) == ("flag", A)

    @pytest.mark.rows
    def test_a_secret_written_first_by_another_process_prevents_the_flag(self, ledger: Ledger):
        game = committed((A,))

        async def flag() -> Table:
            table = await load_table(game.pk, ledger)
            table._reload = at_once(table, game)  # type: ignore[method-assign]
            await table.call_time()
            return table

        table = asyncio.run(flag())
        game.refresh_from_db()
        assert (table.state.is_over, game.ended, bool(game.secret_b)) == (False, "", True)

    def test_the_second_commitment_gives_both_seats_new_time(self, ledger: Ledger):
        """Otherwise a seat that commits in the last second would leave the other no time to reveal its
        secret.
        """
        game = create_game("quick", begun=False)
        commitments = secrets_of(game.pk)

        async def commit(seat: Seat) -> int:
            table = await load_table(game.pk, ledger)
            assert await table.commit(seat, commitments[f"commitment_{'ab'[seat]}"]) == Ack(0)
            return table.deadline or 0

        update_row(game.pk, deadline=clock.milliseconds() + 5000)
        assert asyncio.run(commit(A)) <= clock.milliseconds() + 5000
        assert asyncio.run(commit(B)) > clock.milliseconds() + START_TIMEOUTS["quick"] - 5000

    def test_a_game_with_both_secrets_and_no_process_to_deal_does_not_end(self, tables: Tables):
        game = committed((A, B))
        asyncio.run(tables.call_overdue_flags())
        assert on_record(game) == ("", None)
        assert game.transcript == "121 auto #0 #1"

    def test_a_banned_player_who_has_not_revealed_loses_and_other_games_are_void(self):
        lost, void = committed((A,)), committed((B,))
        forfeit_live_games(lost.seat_b)
        forfeit_live_games(void.seat_b)
        assert (on_record(lost), on_record(void)) == (("left", A), ("void", None))


class TestAFriendWhoMadeALinkAndNeverComes:
    @pytest.mark.rows
    @pytest.mark.parametrize(
        ("wanted", "ends"),
        [
            (GameSettings(), ("void", None)),
            (GameSettings(clock="quick"), ("void", None)),
            (GameSettings(clock="relaxed", rated=True), ("flag", B)),
        ],
    )
    def test_the_game_waits_for_a_week_and_not_longer(
        self, tables: Tables, later: Callable[..., None], wanted: GameSettings, ends: tuple[str, int | None]
    ):
        ann, bob = accounts()
        link = seeks.challenge_by_link(player=ann, settings=wanted)
        commit_ahead(seek_id=link.game, player=ann, commitment=secrets_of(link.game)["commitment_a"])
        game = seeks.join(code=str(link.invite).rpartition("/")[2], player=bob)

        async def sit_down() -> None:
            table = await load_table(game.pk, tables.ledger)
            assert await table.commit(B, secrets_of(game.pk)["commitment_b"]) == Ack(0)
            assert await table.reveal(B, SECRETS[B]) == Ack(0)

        asyncio.run(sit_down())
        for hours, stands in ((6 * 24 + 23, ("", None)), (2, ends)):
            later(hours=hours)
            Heartbeat.objects.update(at=clock.milliseconds())  # the service was up all the time
            asyncio.run(tables.call_overdue_flags())
            assert on_record(game) == stands
        assert Change.objects.exists() == (ends[0] == "flag")


def at_once(table: Table, game: Game) -> Callable[[], object]:
    """Return a function that reads the row, after which another process writes seat B's secret first."""
    look = table._reload

    async def look_then_other_writes() -> None:
        await look()
        await ledgers.on_the_database_thread(update_row)(game.pk, secret_b=SECRETS[B])

    return look_then_other_writes


class TestBots:
    def begun(self, ledger: Ledger) -> Game:
        """Return a rated game with Novice whose player has committed and then leaves."""
        ann = Player.objects.create(username="Ann")
        game = open_game(
            entropy.game_id(),
            (ann, bot_accounts.get_or_create_account("novice")),
            Rules(),
            "relaxed",
            rated=True,
        )

        async def commit() -> None:
            await (await load_table(game.pk, ledger)).commit(A, secrets_of(game.pk)["commitment_a"])

        asyncio.run(commit())
        return game

    def test_a_bot_shows_its_secret_as_soon_as_both_have_committed(self, ledger: Ledger):
        game = self.begun(ledger)
        game.refresh_from_db()
        assert (len(game.secret_b), game.secret_a) == (64, "")

    def test_a_player_who_commits_against_a_bot_and_leaves_loses(self, tables: Tables):
        game = self.begun(tables.ledger)
        update_row(game.pk, deadline=clock.milliseconds() - 1000)
        asyncio.run(tables.call_overdue_flags())
        assert on_record(game) == ("flag", B)
        assert Change.objects.values_list("change", "unfinished").get() == (0, True)


class TestAServerThatCannotShowItsPart:
    def in_play(self, ledger: Ledger, **how: object) -> tuple[Game, Table]:
        game = create_game(**how)  # type: ignore[arg-type]

        async def play() -> Table:
            table = await load_dealt_table(game.pk, ledger)
            await both_throw(table)
            return table

        return game, asyncio.run(play())

    @pytest.mark.rows
    def test_a_live_game_is_void_counted_in_public_and_announced_once(
        self, tables: Tables, caplog: pytest.LogCaptureFixture
    ):
        game, _ = self.in_play(tables.ledger, players=accounts(), rated=True)
        Secrets.objects.filter(game=game).update(sealed="torn")
        with caplog.at_level("WARNING", "game"):
            for _ in range(2):
                with pytest.raises(ledgers.SealBroken):
                    asyncio.run(tables.open(game.pk))
        assert on_record(game) == ("void", None)
        assert (game.value, game.deadline, game.ply) == (0, None, 5)
        assert game.transcript.endswith(" -unshown")
        assert [row.game for row in Unshown.objects.all()] == [game.pk]
        assert [game.pk in record.getMessage() for record in caplog.records] == [True]
        assert not Change.objects.exists()

    def test_secrets_that_are_gone_are_as_bad_as_torn_ones(self, tables: Tables):
        game, _ = self.in_play(tables.ledger)
        Secrets.objects.filter(game=game).delete()
        with pytest.raises(ledgers.SealBroken):
            asyncio.run(tables.open(game.pk))
        assert on_record(game) == ("void", None)

    def test_no_later_move_is_accepted_at_a_table_with_the_secrets_in_memory(self, ledger: Ledger):
        game, table = self.in_play(ledger)
        Secrets.objects.filter(game=game).update(sealed="torn")
        turn = table.state.turn

        async def play() -> Answer:
            with pytest.raises(ledgers.SealBroken):
                await load_live_row_async(game.pk)
            return await table.act(turn, table.ply, Resign())

        assert code(asyncio.run(play())) == "unshown"
        assert on_record(game) == ("void", None)

    def test_the_row_stays_void_if_the_secrets_can_be_decrypted_again(self, ledger: Ledger):
        game, _ = self.in_play(ledger)
        sealed = Secrets.objects.get(game=game).sealed
        Secrets.objects.filter(game=game).update(sealed="torn")
        with pytest.raises(ledgers.SealBroken):
            asyncio.run(load_table(game.pk, ledger))
        Secrets.objects.filter(game=game).update(sealed=sealed)
        state = asyncio.run(load_table(game.pk, ledger)).state
        assert (state.is_over, state.ended, state.winner) == (True, Ended.VOID, None)

    def test_a_finished_game_stays_as_it_was(self, ledger: Ledger):
        game, _ = self.in_play(ledger)
        forfeit_live_games(game.seat_a)
        Secrets.objects.filter(game=game).update(sealed="torn")
        with pytest.raises(ledgers.SealBroken):
            asyncio.run(load_table(game.pk, ledger))
        assert on_record(game) == ("left", B)
        assert not Unshown.objects.exists()

    def test_ended_from_outside_it_is_void_too(self, ledger: Ledger):
        ann = create_guest()
        torn, called_off = create_game(players=(ann, create_guest())), create_game()
        Secrets.objects.all().update(sealed="torn")
        assert forfeit_live_games(ann) == [torn.pk]
        assert void_live_game(called_off.pk)
        assert (on_record(torn), on_record(called_off)) == (("void", None),) * 2
        assert Unshown.objects.count() == 2

    def test_its_flag_does_not_fall_again_and_again(self, tables: Tables, caplog: pytest.LogCaptureFixture):
        game = create_game("quick")
        Secrets.objects.filter(game=game).update(sealed="torn")
        update_row(game.pk, deadline=clock.milliseconds() - 1000)
        with caplog.at_level("WARNING", "game"):
            for _ in range(3):
                asyncio.run(tables.call_overdue_flags())
        assert on_record(game) == ("void", None)
        assert len(caplog.records) == 1


def test_a_discard_after_both_secrets_is_not_late(ledger: Ledger):
    """The time for the first discard starts with the cards, not with the rest of the time to begin."""
    game = create_game("quick")
    update_row(game.pk, deadline=clock.milliseconds() - 1000)

    async def throw() -> Answer:
        table = await load_dealt_table(game.pk, ledger)
        return await table.act(A, table.ply, Throw(table.state.dealt[A][4:]))

    assert asyncio.run(throw()) == Ack(3)
