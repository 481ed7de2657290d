"""Dailies as a test needs them: days that pass, and tries at them."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from common import clock
from common.database.thread import on_the_database_thread
from game.accounts.guests import create_guest
from game.bots.registry import choose
from game.engine.play import start
from game.engine.state import Seat
from game.engine.transcript import header, parse_transcript
from game.engine.view import seats_to_move, view
from game.models import Game, Player
from game.shared_decks.models import DeckSet
from game.shared_rounds import delaying
from game.shared_rounds.rounds import close_due_rounds
from game.table.record.ledger import load_row
from game.table.record.steps import Step
from game.table.shuffle.fairness import build_fairness
from game.table.unasked import find_due_move
from rng import entropy
from rng.commitment import seat_commitment
from study.daily.models import Daily
from study.daily.playing import play_today
from study.daily.running import run_due_dailies
from tests.worlds.tables import update_row

DAY = timedelta(days=1)


@contextmanager
def moved_clock(to: datetime) -> Iterator[Callable[[datetime], None]]:
    """The clock, set to a moment, and to others within."""
    moved = timedelta()

    def move(moment: datetime) -> None:
        nonlocal moved
        by = moment - clock.now()
        clock.shift(by)
        moved += by

    try:
        move(to)
        yield move
    finally:
        clock.shift(-moved)


def run_jobs() -> None:
    """All that is due for rounds and dailies by now, until nothing is."""

    async def run() -> None:
        for _ in range(6):
            await finish_delays()
            await close_due_rounds()
            await run_due_dailies()

    asyncio.run(run())


async def finish_delays() -> None:
    """Compute every delay that waits, or let a server on this database finish it."""
    is_any_left = on_the_database_thread(DeckSet.objects.filter(stage=DeckSet.Stage.DELAYING).exists)
    while await is_any_left():
        for deck_set in await on_the_database_thread(delaying.take_delays)():
            await delaying.compute(deck_set)
        await asyncio.sleep(0.05)


def open_today() -> Daily:
    """Today's daily, open."""
    run_jobs()
    return Daily.objects.get(day=clock.now().date())


def create_account(name: str) -> Player:
    """An account that is older than today."""
    return Player.objects.create(username=name, likeness=name.lower(), date_joined=clock.now() - DAY)


def begin(player: Player | None = None) -> Game:
    """A try at today's daily, in which both secrets are shown."""
    game = play_today(player or create_guest())
    reveal_secrets(game)
    return game


def reveal_secrets(game: Game) -> None:
    """Show both secrets of a table, as its browser and the server do."""
    secrets = (entropy.secret(), load_row(game.pk).server_secrets.bot_seat)
    fields: dict[str, Any] = {}
    for seat, letter, secret in zip(Seat, "ab", secrets, strict=True):
        fields[f"secret_{letter}"] = secret.hex()
        fields[f"commitment_{letter}"] = seat_commitment(game.pk, seat, secret).hex()
    update_row(game.pk, **fields)


def finish(game: Game, scores: tuple[int, int] = (121, 100), ended: str = "played", words: str = "") -> None:
    """End a game with a result, as its row has it."""
    winner = 0 if scores[0] > scores[1] else 1
    fields = {"score_a": scores[0], "score_b": scores[1], "winner": winner, "value": 1, "ended": ended}
    update_row(game.pk, finished_at=clock.now(), **fields, **({"transcript": words} if words else {}))


def play(game: Game, seed: int = 0) -> None:
    """Play a game to its end in memory, and write its row: the player decides as Novice by a seed."""
    row = load_row(game.pk)
    fairness, memory = build_fairness(row), row.remembered
    rules, _ = parse_transcript(row.transcript)
    state = start(rules)
    while not state.is_over:
        due = find_due_move(state, fairness.deck, with_seats_moves=False)
        if due is None:
            seat = seats_to_move(state)[0]
            chance = Random(f"{seed} {len(state.record)} {seat}")
            due = seat, choose("novice", view(state, seat), memory, chance)
        step = Step.apply(state, *due)
        state, memory = step.state, memory + step.events
    finish(game, state.scores, words=" ".join((header(rules), *state.record)))


def midnight_of(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=clock.now().tzinfo)
