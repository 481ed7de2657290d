"""How a bot chooses moves at a table, and the fallback move when its brain does not answer."""

import asyncio
import re

import pytest

from game.accounts.guests import create_guest
from game.decisions.replayed import ReplayedDecision
from game.engine.state import Rules, Seat
from game.engine.view import seats_to_move
from game.table import bot
from game.table.bot_replay import replay_decisions
from game.table.record import ledger as ledgers
from game.table.record.ledger import Ledger
from game.table.record.steps import Ack
from tests.worlds import worker_tasks
from tests.worlds.bot_games import open_bot_game
from tests.worlds.tables import load_dealt_table, plain_move, secrets_of, update_row

pytestmark = pytest.mark.django_db(transaction=True)

ME, BOT = Seat.A, Seat.B


def first_moves_of(brain: str, ledger: Ledger, cards: int) -> list[ReplayedDecision]:
    """Return a bot's moves with so many cards of its own in the first deal, replayed."""
    game = open_bot_game(create_guest(), brain, Rules())
    update_row(game.pk, **secrets_of(game.pk))

    async def play() -> None:
        table = await load_dealt_table(game.pk, ledger)
        while table.state.deal == 1 and sum(seat is BOT for seat, _ in table.state.played) < cards:
            await table.bots[0].thinking_task
            if ME in seats_to_move(table.state):
                assert isinstance(await table.act(ME, table.ply, plain_move(table.state, ME)), Ack)

    asyncio.run(play())
    return list(replay_decisions(ledgers.load_row(game.pk)))


@pytest.mark.parametrize("brain", ["novice", "halscrib", "advanced"])
def test_a_worker_process_chooses_the_same_moves(ledger: Ledger, brain: str):
    moves = first_moves_of(brain, ledger, cards=3)
    assert len(moves) >= 4
    assert all(move.is_same for move in moves)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("brain", "why"),
    [
        (worker_tasks.failing_brain, "ValueError in raise_with_cards"),
        (worker_tasks.slow_brain, "OutOfTime"),
        (worker_tasks.dying_brain, "its worker was lost"),
    ],
)
def test_a_brain_that_does_not_answer_stops_no_game(
    ledger: Ledger, brain, why: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(bot, "choose", brain)
    moves = first_moves_of("novice", ledger, cards=1)
    assert len(moves) >= 2
    assert [move.original for move in moves] == [move.fallback for move in moves]
    said = [record.getMessage() for record in caplog.records if record.name == "game.table.bot"]
    assert len(said) == len(moves)
    assert all(why in line and "novice failed to move" in line for line in said)
    assert not re.search(r"\b[A2-9TJQK][CDHS]\b", " ".join(said))
