"""Who is away, who only may be, and when a win may be claimed."""

import asyncio
from collections.abc import Callable

import pytest

from common import clock
from game.accounts.guests import create_guest
from game.engine.state import Ended, Rules, Seat
from game.table.clocks.away import CLAIM_AFTER, AwayTracker
from game.table.opening import open_bot_game
from game.table.record.ledger import Ledger
from game.table.record.steps import Ack, Refused
from game.table.table import Table
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
    def test_who_was_never_looked_for_is_not_away(self):
        assert not AwayTracker().is_away(A)

    def test_who_is_not_seen_is_away(self):
        away = AwayTracker()
        assert away.update(A, False, 0)
        assert away.is_away(A)

    def test_who_is_seen_again_is_back(self):
        away = AwayTracker()
        away.update(A, False, 0)
        assert away.update(A, True, 5000)
        assert not away.is_away(A)

    def test_to_see_the_same_again_is_no_news(self):
        away = AwayTracker()
        away.update(A, False, 0)
        assert not away.update(A, False, 5000)

    def test_the_countdown_begins_when_it_is_first_seen_and_not_anew_with_every_look(self):
        away = AwayTracker()
        away.update(A, False, 0)
        away.update(A, False, 20_000)
        assert away.claim_in_ms(A, 20_000) == CLAIM_AFTER - 20_000

    def test_the_countdown_ends_at_nothing(self):
        away = AwayTracker()
        away.update(A, False, 0)
        assert away.claim_in_ms(A, 10 * CLAIM_AFTER) == 0

    def test_of_who_is_here_no_win_can_be_claimed(self):
        assert AwayTracker().claim_in_ms(A, 10 * CLAIM_AFTER) is None

    def test_whoever_cannot_be_looked_for_is_not_away(self):
        away = AwayTracker()
        away.update(A, False, 0)
        away.update(A, None, 30_000)
        assert not away.is_away(A)

    def test_after_it_could_not_be_known_the_countdown_begins_anew(self):
        away = AwayTracker()
        away.update(A, False, 0)
        away.update(A, None, 30_000)
        away.update(A, False, 40_000)
        assert away.claim_in_ms(A, 40_000) == CLAIM_AFTER

    def test_the_seats_are_looked_at_apart(self):
        away = AwayTracker()
        away.update(A, False, 0)
        assert not away.is_away(B)


@pytest.fixture
def claiming(ledger: Ledger, later: Callable[..., None]) -> Callable[..., object]:
    """What becomes of a claim by B, some time after A, whose turn it is, was seen to be away."""

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


def test_a_win_is_claimed_of_who_has_been_away_for_a_minute(claiming: Callable[..., object]):
    assert isinstance(claiming(after=60), Ack)


def test_a_win_is_not_claimed_too_soon(claiming: Callable[..., object]):
    assert refused(claiming(after=59)) == "not_away"


def test_a_win_is_not_claimed_of_who_is_here(claiming: Callable[..., object]):
    assert refused(claiming(after=70, look=True)) == "not_away"


def test_a_win_is_not_claimed_while_nobody_knows_who_is_here(claiming: Callable[..., object]):
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


def test_who_comes_back_takes_the_claim_away(ledger: Ledger, later: Callable[..., None]):
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
    def test_everyone_is_told_who_is_away(self, ledger: Ledger):
        assert told_of(ledger, lambda table: table.update_presence(A, False)) == ["here"]

    def test_that_it_cannot_be_known_is_no_news(self, ledger: Ledger):
        # Found by reading: an unknown presence was taken for an absence.
        assert told_of(ledger, lambda table: table.update_presence(A, None)) == []

    def test_who_is_here_as_before_is_no_news(self, ledger: Ledger):
        assert told_of(ledger, lambda table: table.update_presence(A, True)) == []

    def test_only_the_opponent_is_told_when_the_win_may_be_claimed(self, ledger: Ledger):
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
