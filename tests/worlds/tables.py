"""Games on record as a test needs them, and the tables they are played at."""

import asyncio
from typing import Any

from game.accounts.guests import create_guest
from game.engine.moves import Go, Move, Play, Throw
from game.engine.state import Phase, Rules, Seat, State
from game.engine.view import seats_to_move
from game.models import Game, Player
from game.table.forced_endings import load_live_row_async
from game.table.opening import open_game
from game.table.record.ledger import Ledger
from game.table.table import Table
from rng import entropy
from rng.commitment import seat_commitment

A, B = Seat.A, Seat.B


def create_game(
    clock_kind: str = "none",
    rules: Rules | None = None,
    players: tuple[Player, Player] | None = None,
    begun: bool = True,
    rated: bool = False,
) -> Game:
    """A game of two people on record; begun, both secrets are shown."""
    game = open_game(
        entropy.game_id(), players or (create_guest(), create_guest()), rules or Rules(), clock_kind, rated
    )
    if begun:
        begin(game)
    return game


def begin(game: Game) -> None:
    """Have both seats of a game of two people commit and show their secrets."""
    game.secret_a, game.secret_b = entropy.secret().hex(), entropy.secret().hex()
    game.commitment_a, game.commitment_b = (
        seat_commitment(game.pk, seat, bytes.fromhex(secret)).hex()
        for seat, secret in zip(Seat, (game.secret_a, game.secret_b), strict=True)
    )
    game.save()


def update_row(game_id: str, **fields: Any) -> None:
    """Change a row behind everyone's back, as another process would."""
    Game.objects.filter(pk=game_id).update(**fields)


class RecordingWatcher:
    """A subscriber of a table's hub, who stores all frames."""

    def __init__(self, seat: Seat | None = None) -> None:
        self.seat = seat
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def kinds(self) -> list[str]:
        return [frame.split(b'"', 4)[3].decode() for frame in self.frames]


async def load_table(game_id: str, ledger: Ledger) -> Table:
    """The table of a game, in this process."""
    return Table(await load_live_row_async(game_id), ledger)


async def load_dealt_table(game_id: str, ledger: Ledger) -> Table:
    """The table of a game, its first cards dealt."""
    table = await load_table(game_id, ledger)
    await table.resume()
    return table


async def play_to_end(table: Table) -> None:
    """Both play on to the end, with plain moves."""
    while not table.state.is_over:
        for seat in seats_to_move(table.state):
            await table.act(seat, table.ply, plain_move(table.state, seat))


async def play_with_bot(game_id: str, ledger: Ledger, until_deal: int = 100) -> None:
    """Make plain moves at seat A against a bot or an engine at B, until the end or this deal."""
    table = await load_dealt_table(game_id, ledger)
    while not table.state.is_over and table.state.deal < until_deal:
        if A in seats_to_move(table.state):
            await table.act(A, table.ply, plain_move(table.state, A))
        task = table.bots[0].thinking_task
        assert task is not None
        await task


def move_at(ledger: Ledger, game: Game, seat: Seat) -> None:
    """Make a plain move of this seat."""

    async def act() -> None:
        table = await load_dealt_table(game.pk, ledger)
        await table.act(seat, table.ply, plain_move(table.state, seat))

    asyncio.run(act())


def seat_in_turn(ledger: Ledger, game: Game) -> Seat | None:
    return asyncio.run(load_dealt_table(game.pk, ledger)).state.turn


async def both_throw(table: Table) -> None:
    """Both throw the last two of their six."""
    for seat in Seat:
        await table.act(seat, table.ply, Throw(table.state.dealt[seat][4:]))


def plain_move(state: State, seat: Seat) -> Move:
    """A plain move of a seat that is awaited to throw or to play."""
    if state.phase is Phase.THROW:
        return Throw(state.dealt[seat][4:])
    fits = [card for card in state.hands[seat] if state.count + min((card >> 2) + 1, 10) <= 31]
    return Play(fits[0]) if fits else Go()


def secrets_of(game_id: str) -> dict[str, str]:
    """Commitments and secrets of both seats, as they lie in the row."""
    secrets = {"a": b"a" * 32, "b": b"b" * 32}
    fields = {f"secret_{seat}": secret.hex() for seat, secret in secrets.items()}
    for number, (seat, secret) in enumerate(secrets.items()):
        fields[f"commitment_{seat}"] = seat_commitment(game_id, number, secret).hex()
    return fields
