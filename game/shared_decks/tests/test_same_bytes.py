"""Equal decisions give equal bytes at any two tables of a round, to the last card, also with a bot."""

import asyncio
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots.registry import choose
from game.decisions.stream import decision_stream
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.transcript import header, parse_transcript
from game.engine.view import seats_to_move, view
from game.models import Game
from game.runtime.worker_pool import JobFailed
from game.shared_rounds.rounds import open_round
from game.table import bot
from game.table.bot_replay import replay_decisions
from game.table.record.ledger import GameRow, Ledger, load_row
from game.table.record.steps import Ack, Step
from game.table.shuffle.fairness import build_fairness
from game.table.unasked import find_due_move
from tests.worlds.shared_decks import create_round, create_shared_game, create_started_set
from tests.worlds.tables import load_dealt_table, plain_move

pytestmark = pytest.mark.django_db(transaction=True)


def play_in_memory(row: GameRow, seed: int) -> str:
    """Return a game's transcript. People decide by their view and a seed, a bot by its brain."""
    fairness = build_fairness(row)
    rules, _ = parse_transcript(row.transcript)
    state, memory = start(rules), row.remembered
    while not state.is_over:
        due = find_due_move(state, fairness.deck, with_seats_moves=False)
        step = Step.apply(state, *(due or _decide(row, state, memory, seed)))
        state, memory = step.state, memory + step.events
    return " ".join((header(rules), *state.record))


def _decide(row: GameRow, state: State, memory: Any, seed: int) -> Any:
    seat = seats_to_move(state)[0]
    if row.players[seat].brain:
        chance = decision_stream(row.server_secrets.bot_stream, row.stream_name, state)
        return seat, choose(row.brain(seat), view(state, seat), memory, chance)
    return seat, choose("novice", view(state, seat), memory, Random(f"{seed} {len(state.record)} {seat}"))


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=15)
def test_two_games_of_a_round_with_the_same_decisions_are_the_same(seed: int):
    _, games = create_round(tables=2)
    one, other = (play_in_memory(load_row(game.pk), seed) for game in games)
    assert one == other
    assert one.count(" #") > 3


@pytest.mark.slow
@pytest.mark.parametrize("brain", ["novice", "intermediate", "advanced", "master"])
def test_two_games_with_a_bot_and_equal_decisions_are_equal(brain: str):
    _, games = create_round(tables=2, bot=brain)
    for seed in range(2):
        one, other = (play_in_memory(load_row(game.pk), seed) for game in games)
        assert one == other


def test_two_rounds_are_dealt_otherwise_and_a_bot_draws_otherwise():
    started = create_started_set(rounds=2)
    games = [create_shared_game(open_round(started.pk, number), bot="novice") for number in (1, 2)]
    one, other = (load_row(game.pk) for game in games)
    assert one.server_secrets.bot_stream != other.server_secrets.bot_stream
    assert build_fairness(one).deck(1) != build_fairness(other).deck(1)


def test_after_the_sixteenth_deal_the_decks_go_on_and_differ():
    _, (game,) = create_round(tables=1)
    fairness = build_fairness(load_row(game.pk))
    assert len({fairness.deck(number) for number in range(1, 40)}) == 39
    assert fairness.link(16) == fairness.link(17) != fairness.link(15)


def play_against_bot(game: Game, ledger: Ledger) -> str:
    async def play() -> None:
        table = await load_dealt_table(game.pk, ledger)
        while not table.state.is_over:
            await table.bots[0].thinking_task
            if Seat.A in seats_to_move(table.state):
                assert isinstance(await table.act(Seat.A, table.ply, plain_move(table.state, Seat.A)), Ack)

    asyncio.run(play())
    return str(Game.objects.get(pk=game.pk).transcript)


@pytest.mark.slow
def test_live_tables_stay_equal_when_a_brain_answers_late(ledger: Ledger, monkeypatch: pytest.MonkeyPatch):
    """A brain that sometimes fails is retried, and no fallback move replaces it."""
    _, games = create_round(tables=2, bot="intermediate", target=61)
    undisturbed = play_against_bot(games[0], ledger)
    asked, true_pool = iter(range(10**6)), bot.interactive

    class Unreliable:
        """A brain that fails on every third call."""

        def submit(self, *job: Any) -> Any:
            if next(asked) % 3 == 0:
                raise JobFailed("its worker was lost")
            return true_pool().submit(*job)

    monkeypatch.setattr(bot, "interactive", Unreliable)
    monkeypatch.setattr(bot, "FIRST_PAUSE", 0)
    assert play_against_bot(games[1], ledger) == undisturbed
    assert all(decision.is_same for decision in replay_decisions(load_row(games[1].pk)))
