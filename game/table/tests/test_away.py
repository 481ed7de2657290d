"""Presence at a table, unknown presence, and claiming a win."""

import asyncio
from collections.abc import Callable

import pytest

from common import clock
from game.accounts.guests import create_guest
from game.engine.state import Ended, Rules, Seat
from game.table.clocks.away import CLAIM_AFTER, AwayTracker
from game.table.record.ledger import Ledger
from game.table.record.steps import Ack, Refused
from game.table.table import Table
from tests.worlds.bot_games import open_bot_game
from tests.worlds.tables import (
    A,
    B,
    RecordingWatcher,
    both_throw,
    create_game,
    load_dealt_table,
    load_table,
    plain_move,
)


class TestAway:
    def test_player_without_a_presence_check_is_not_away(self):
        assert not AwayTracker().is_away(A)

    def test_player_who_is_offline_is_away(self):
        away = AwayTracker()
        assert away.update(A, False, 0)
        assert away.is_away(A)

    def test_player_who_returns_is_no_longer_away(self):
        away = AwayTracker()
        away.update(A, False, 0)
        assert away.update(A, True, 5000)
        assert not away.is_away(A)

    def test_repeated_absence_is_no_change(self):
        away = AwayTracker()
        away.update(A, False, 0)
        assert not away.update(A, False, 5000)

    def test_countdown_starts_at_the_first_absence_and_does_not_restart(self):
        away = AwayTracker()
        away.update(A, False, 0)
        away.update(A, False, 20_000)
        assert away.claim_in_ms(A, 20_000) == CLAIM_AFTER - 20_000

    def test_countdown_stops_at_zero(self):
        away = AwayTracker()
        away.update(A, False, 0)
        assert away.claim_in_ms(A, 10 * CLAIM_AFTER) == 0

    def test_no_win_can_be_claimed_from_a_present_player(self):
        assert AwayTracker().claim_in_ms(A, 10 * CLAIM_AFTER) is None

    def test_player_with_unknown_presence_is_not_away(self):
        away = AwayTracker()
        away.update(A, False, 0)
        away.update(A, None, 30_000)
        assert not away.is_away(A)

    def test_countdown_restarts_after_unknown_presence(self):
        away = AwayTracker()
        away.update(A, False, 0)
        away.update(A, None, 30_000)
        away.update(A, False, 40_000)
        assert away.claim_in_ms(A, 40_000) == CLAIM_AFTER

    def test_presence_is_tracked_per_seat(self):
        away = AwayTracker()
        away.update(A, False, 0)
        assert not away.is_away(B)


@pytest.fixture
def claiming(ledger: Ledger, later: Callable[..., None]) -> Callable[..., object]:
    """Return the answer to a claim by B, some time after A, whose turn it is, was seen to be away."""

    def claim(after: float, clock_kind: str = "quick", by: Seat = B, look: bool | None = False) -> object:
        game = create_game(clock_kind)

        async def play() -> object:
            table = await load_dealt_table(game.pk, ledger)
            await both_throw(table)
            await make_it_turn_of(A, table)
            table.update_presence(by.other, look)
            later(seconds=after)
            return await table.claim_win(by)

        return asyncio.run(play())

    return claim


async def make_it_turn_of(seat: Seat, table: Table) -> None:
    if table.state.turn is not seat:
        await table.act(seat.other, table.ply, plain_move(table.state, seat.other))


def test_a_win_can_be_claimed_after_a_minute_of_absence(claiming: Callable[..., object]):
    assert isinstance(claiming(after=60), Ack)


def test_a_win_is_not_claimed_too_soon(claiming: Callable[..., object]):
    assert refused(claiming(after=59)) == "not_away"


def test_a_win_cannot_be_claimed_from_a_present_player(claiming: Callable[..., object]):
    assert refused(claiming(after=70, look=True)) == "not_away"


def test_a_win_cannot_be_claimed_while_presence_is_unknown(claiming: Callable[..., object]):
    assert refused(claiming(after=70, look=None)) == "not_away"


def test_a_win_is_not_claimed_on_ones_own_turn(claiming: Callable[..., object]):
    assert refused(claiming(after=70, by=A)) == "not_away"


def test_a_relaxed_game_cannot_be_claimed(claiming: Callable[..., object]):
    assert refused(claiming(after=7000, clock_kind="relaxed")) == "not_away"


def test_a_game_without_a_clock_can_be_claimed(claiming: Callable[..., object]):
    assert isinstance(claiming(after=60, clock_kind="none"), Ack)


def refused(answer: object) -> str:
    assert isinstance(answer, Refused)
    return answer.code


def test_a_claimed_win_is_a_game_that_was_left(ledger: Ledger, later: Callable[..., None]):
    game = create_game("quick")

    async def play() -> None:
        table = await load_dealt_table(game.pk, ledger)
        table.update_presence(A, False)
        later(seconds=60)
        await table.claim_win(B)

    asyncio.run(play())
    game.refresh_from_db()
    assert (game.ended, game.winner, game.value) == (Ended.LEFT.value, B, 1)


def test_a_claim_sent_again_is_acknowledged_again(ledger: Ledger, later: Callable[..., None]):
    game = create_game("quick")

    async def play() -> object:
        table = await load_dealt_table(game.pk, ledger)
        table.update_presence(A, False)
        later(seconds=60)
        await table.claim_win(B)
        return await table.claim_win(B)

    assert isinstance(asyncio.run(play()), Ack)


def test_a_returning_player_ends_the_right_to_claim(ledger: Ledger, later: Callable[..., None]):
    game = create_game("quick")

    async def play() -> object:
        table = await load_dealt_table(game.pk, ledger)
        table.update_presence(A, False)
        later(seconds=60)
        table.join(RecordingWatcher(A))
        return await table.claim_win(B)

    assert refused(asyncio.run(play())) == "not_away"


def test_before_the_first_cards_no_win_can_be_claimed(ledger: Ledger, later: Callable[..., None]):
    game = create_game("none", begun=False)

    async def play() -> object:
        table = await load_table(game.pk, ledger)
        table.update_presence(A, False)
        later(seconds=70)
        return await table.claim_win(B)

    assert refused(asyncio.run(play())) == "not_away"


class TestTold:
    def test_absence_is_broadcast(self, ledger: Ledger):
        assert told_of(ledger, lambda table: table.update_presence(A, False)) == ["here"]

    def test_unknown_presence_is_not_broadcast(self, ledger: Ledger):
        # Regression: unknown presence was treated as absence.
        assert told_of(ledger, lambda table: table.update_presence(A, None)) == []

    def test_unchanged_presence_is_not_broadcast(self, ledger: Ledger):
        assert told_of(ledger, lambda table: table.update_presence(A, True)) == []

    def test_only_the_opponent_gets_the_time_until_the_claim(self, ledger: Ledger):
        game = create_game("quick")

        async def play() -> list[bytes]:
            table = await load_dealt_table(game.pk, ledger)
            listeners = [RecordingWatcher(A), RecordingWatcher(B), RecordingWatcher()]
            for listener in listeners:
                table.join(listener)
            table.update_presence(A, False)
            return [listener.frames[-1] for listener in listeners]

        a, b, watcher = asyncio.run(play())
        assert [b'"claim_in_ms":null' in frame for frame in (a, b, watcher)] == [True, False, True]


def told_of(ledger: Ledger, look: Callable[[Table], None]) -> list[str]:
    game, listener = create_game("quick"), RecordingWatcher(B)

    async def play() -> list[str]:
        table = await load_dealt_table(game.pk, ledger)
        table.join(listener)
        look(table)
        return listener.kinds()

    return asyncio.run(play())


def test_a_bot_is_never_away(ledger: Ledger):
    game = open_bot_game(create_guest(), "novice", Rules())

    async def play() -> int | None:
        table = await load_table(game.pk, ledger)
        table.update_presence(B, False)
        return table.away.claim_in_ms(B, clock.milliseconds())

    assert asyncio.run(play()) is None
