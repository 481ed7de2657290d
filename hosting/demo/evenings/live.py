"""Plays the tables of a sample evening that runs, so that its standings move while one looks.

The process that does the site's jobs sits at these tables for their players, and moves as they would by
socket. An evening is a sample if a sample player made it, and all who are in it are sample players.
"""

from collections.abc import Iterator
from contextlib import suppress

from common.database.thread import on_the_database_thread
from game.bots import choose
from game.engine.state import Seat
from game.engine.view import seats_to_move, view
from game.models import Game
from game.runtime.presence import presence
from game.table.decision_stream import decision_stream
from game.table.table import Table
from game.table.tables import SEATS, tables
from hosting.demo.playing import MEAN_SECONDS_A_MOVE, stand_in
from rng import entropy
from rng.commitment import seat_commitment
from rng.twister import Twister, stream
from tournaments.events.models import Pairing

INTERVAL_SECONDS = 1.0
RUNS = """
    SELECT 1 FROM events_event JOIN game_player ON game_player.id = events_event.by_id
    WHERE NOT (events_event.due_at IS NULL) AND game_player.is_sample
"""
SKILL = 0.5

# The tables at which this process sits for sample players; without this they would be freed at once.
_kept: dict[str, Table] = {}


async def play_sample_tables() -> None:
    """Make the moves of a second at all tables of sample evenings."""
    live = await on_the_database_thread(_load_live_games)()
    for game_id in _kept.keys() - live:
        _leave(_kept.pop(game_id))
    chance = stream(entropy.secret(), "pace")
    for game_id in live:
        with suppress(Game.DoesNotExist):  # they are being removed
            await _play_on(await _sit_down(game_id), chance)
    if _kept:  # `manage.py sweep` runs no other job that would
        await presence.renew_leases()


def _load_live_games() -> set[str]:
    """The games that are being played in events of sample players, by sample players alone."""
    live = Pairing.objects.filter(
        ending="",
        event__due_at__isnull=False,
        event__by__is_sample=True,
        game__finished_at=None,
        game__seat_a__is_sample=True,
        game__seat_b__is_sample=True,
    )
    return set(live.values_list("game", flat=True))


async def _sit_down(game_id: str) -> Table:
    """The table of a game, at which both players are."""
    if game_id not in _kept:
        _kept[game_id] = await tables.open(game_id)
        for name in _leases(_kept[game_id]):
            presence.arrive(SEATS, name)
    return _kept[game_id]


def _leave(table: Table) -> None:
    for name in _leases(table):
        presence.leave(SEATS, name)


def _leases(table: Table) -> Iterator[str]:
    return (f"{table.id}:{seat}" for seat in Seat)


async def _play_on(table: Table, chance: Twister) -> None:
    """Begin a game, or make a move for each seat that has thought for long enough."""
    if not table.commitments.fairness.is_complete:
        return await _begin(table)
    for seat in seats_to_move(table.state):
        if seat in seats_to_move(table.state) and chance.random() < INTERVAL_SECONDS / MEAN_SECONDS_A_MOVE:
            await _move(table, seat)


async def _begin(table: Table) -> None:
    """Have both seats commit, and then reveal."""
    secrets = [entropy.secret() for _ in Seat]
    for seat in Seat:
        await table.commit(seat, seat_commitment(table.id, seat, secrets[seat]).hex())
    for seat in Seat:
        await table.reveal(seat, secrets[seat].hex())


async def _move(table: Table, seat: Seat) -> None:
    """Make a move, chosen as in every sample game from the secret of its seat."""
    secret = bytes.fromhex(table.commitments.fairness.row.secrets[seat])
    brain = stand_in(SKILL, stream(secret, "stand-in"))
    randomness = decision_stream(secret, table.id, table.state)
    move = choose(brain, view(table.state, seat), (), randomness)
    await table.act(seat, table.ply, move)
