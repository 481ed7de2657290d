"""Play the tables of a running sample evening, so that its standings change while a host watches.

The process that runs the site's jobs takes the players' seats, and makes moves as they would over a socket.
An evening is a sample if a sample player created it and only sample players are in it.
"""

from collections.abc import Iterator
from contextlib import suppress

from common.database.thread import on_the_database_thread
from game.bots import choose
from game.decisions.stream import decision_stream
from game.engine.state import Seat
from game.engine.view import seats_to_move, view
from game.models import Game
from game.runtime.presence import presence
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

# The tables whose sample players this process plays. Without a reference they would be freed at once.
_kept: dict[str, Table] = {}


async def play_sample_tables() -> None:
    """Make the moves of one second at all tables of sample evenings."""
    live = await on_the_database_thread(_load_live_games)()
    for game_id in _kept.keys() - live:
        _leave(_kept.pop(game_id))
    chance = stream(entropy.secret(), "pace")
    for game_id in live:
        with suppress(Game.DoesNotExist):  # the samples are being removed
            await _play_on(await _sit_down(game_id), chance)
    if _kept:  # `manage.py sweep` runs no other job that renews leases
        await presence.renew_leases()


def _load_live_games() -> set[str]:
    """Return the ids of running event games whose players and organizer are all sample players."""
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
    """Return the table of a game, with both players seated."""
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
    """Begin a game, or make a move for each seat whose thinking time is over."""
    if not table.commitments.fairness.is_complete:
        return await _begin(table)
    for seat in seats_to_move(table.state):
        if seat in seats_to_move(table.state) and chance.random() < INTERVAL_SECONDS / MEAN_SECONDS_A_MOVE:
            await _move(table, seat)


async def _begin(table: Table) -> None:
    """Let both seats commit, and then reveal."""
    secrets = [entropy.secret() for _ in Seat]
    for seat in Seat:
        await table.commit(seat, seat_commitment(table.id, seat, secrets[seat]).hex())
    for seat in Seat:
        await table.reveal(seat, secrets[seat].hex())


async def _move(table: Table, seat: Seat) -> None:
    """Make a move. Like every sample game's, it is chosen with the secret of its seat."""
    secret = bytes.fromhex(table.commitments.fairness.row.secrets[seat])
    brain = stand_in(SKILL, stream(secret, "stand-in"))
    randomness = decision_stream(secret, table.id, table.state)
    move = choose(brain, view(table.state, seat), (), randomness)
    await table.act(seat, table.ply, move)
