"""Play the tables of a running sample evening, so that its standings change while a host watches.

The process that runs the site's jobs takes the players' seats, and makes moves as they would over a socket.
An evening is a sample if a sample player created it. Only sample players and visiting hosts are in it.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Q

from common.database.thread import on_the_database_thread
from game.bots.registry import choose
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


class Seated(NamedTuple):
    """A table, and the seats of its sample players. A host who looks at the evening plays the other seat."""

    table: Table
    seats: tuple[Seat, ...]


# The tables whose sample players this process plays. Without a reference they would be freed at once.
_kept: dict[str, Seated] = {}


async def play_sample_tables() -> None:
    """Make the moves of one second at all tables of sample evenings."""
    live = await on_the_database_thread(_load_live_games)()
    for game_id in _kept.keys() - live.keys():
        _leave(_kept.pop(game_id))
    chance = stream(entropy.secret(), "pace")
    for game_id, seats in live.items():
        with suppress(Game.DoesNotExist):  # the samples are being removed
            await _play_on(await _sit_down(game_id, seats), chance)
    if _kept:  # `manage.py sweep` runs no other job that renews leases
        await presence.renew_leases()


def _load_live_games() -> dict[str, tuple[Seat, ...]]:
    """Return the seats of sample players in running event games that a sample player organizes.

    A game is left out if anyone else is in it, except one host.
    """
    live = Pairing.objects.filter(
        Q(game__seat_a__is_sample=True) | Q(game__seat_a__is_staff=True),
        Q(game__seat_b__is_sample=True) | Q(game__seat_b__is_staff=True),
        ending="",
        event__due_at__isnull=False,
        event__by__is_sample=True,
        game__finished_at=None,
    ).values_list("game", "game__seat_a__is_sample", "game__seat_b__is_sample")
    found = {game_id: tuple(seat for seat in Seat if is_sample[seat]) for game_id, *is_sample in live}
    return {game_id: seats for game_id, seats in found.items() if seats}


async def _sit_down(game_id: str, seats: tuple[Seat, ...]) -> Seated:
    """Return the table of a game, with its sample players seated."""
    if game_id not in _kept:
        _kept[game_id] = Seated(await tables.open(game_id), seats)
        for name in _leases(_kept[game_id]):
            presence.arrive(SEATS, name)
    return _kept[game_id]


def _leave(seated: Seated) -> None:
    for name in _leases(seated):
        presence.leave(SEATS, name)


def _leases(seated: Seated) -> Iterator[str]:
    return (f"{seated.table.id}:{seat}" for seat in seated.seats)


async def _play_on(seated: Seated, chance: Twister) -> None:
    """Begin a game, or make a move for each seat whose thinking time is over."""
    table, seats = seated
    if not table.commitments.fairness.is_complete:
        return await _begin(table, seats)
    for seat in seats:
        if seat in seats_to_move(table.state) and chance.random() < INTERVAL_SECONDS / MEAN_SECONDS_A_MOVE:
            await _move(table, seat)


async def _begin(table: Table, seats: Sequence[Seat]) -> None:
    """Let these seats commit, and reveal once both seats have committed."""
    for seat in seats:
        if not table.commitments.fairness.row.commitments[seat]:
            await table.commit(seat, seat_commitment(table.id, seat, _secret_of(table, seat)).hex())
    if all(table.commitments.fairness.row.commitments):
        for seat in seats:
            if not table.commitments.fairness.row.secrets[seat]:
                await table.reveal(seat, _secret_of(table, seat).hex())


def _secret_of(table: Table, seat: Seat) -> bytes:
    """Return the secret of a sample player's seat, which stays the same in each process and after a restart.

    It follows from the secret that the server draws for a bot's seat, which no bot has here.
    """
    drawn = table.commitments.fairness.row.server_secrets.bot_seat
    return sha256(b"every-other sample seat %d " % seat + drawn).digest()


async def _move(table: Table, seat: Seat) -> None:
    """Make a move. Like every sample game's, it is chosen with the secret of its seat."""
    secret = bytes.fromhex(table.commitments.fairness.row.secrets[seat])
    brain = stand_in(SKILL, stream(secret, "stand-in"))
    randomness = decision_stream(secret, table.id, table.state)
    move = choose(brain, view(table.state, seat), (), randomness)
    await table.act(seat, table.ply, move)
