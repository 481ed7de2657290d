"""Seats sign their commitment and their moves, so that they can't deny them later."""

import asyncio
from typing import Any

import pytest

from common.database.thread import on_the_database_thread
from common.formats.signed_note import Signer
from game.engine.moves import Resign
from game.engine.notation import move_as_text
from game.engine.state import Rules
from game.engine.view import seats_to_move
from game.models import Game
from game.table.record.ledger import Ledger
from game.table.record.steps import Ack, Refused
from game.table.shuffle.seat_signatures import (
    MoveChain,
    SeatKey,
    commitment_statement,
    first_link,
    moves_statement,
)
from game.table.table import Table
from game.wire.messages import InvalidMessage, parse_message
from proof.evidence.builder import load_transcript
from proof.evidence.checks.check import verify
from proof.evidence.checks.verdict import Status
from proof.evidence.document import SignedTranscript, to_file
from rng.commitment import seat_commitment
from tests.worlds.tables import A, B, create_game, load_table, plain_move

ZEROS = "0" * 64
SECRETS = {A: bytes([1] * 32), B: bytes([2] * 32)}


class SigningSeat:
    """A seat's page: it commits, reveals and moves, and signs each."""

    def __init__(self, table: Table, seat: Any) -> None:
        self.table, self.seat = table, seat
        self.signer = Signer("seat", bytes([10 + seat] * 32))
        self.key = self.signer.verifier.public.hex()
        self.chain: MoveChain | None = None

    def sign(self, text: str) -> str:
        return self.signer.sign_bytes(text.encode()).hex()

    async def commit(self) -> None:
        row = self.table.commitments.fairness.row
        commitment = seat_commitment(row.id, self.seat, SECRETS[self.seat]).hex()
        statement = commitment_statement(row, self.seat, commitment, self.key)
        answer = await self.table.commit(self.seat, commitment, SeatKey(self.key, self.sign(statement)))
        assert isinstance(answer, Ack), answer
        self.chain = first_link(self.table.commitments.fairness.row, self.seat)

    async def reveal(self) -> None:
        assert isinstance(await self.table.reveal(self.seat, SECRETS[self.seat].hex()), Ack)

    async def move(self, move: Any) -> None:
        state = self.table.state
        assert self.chain is not None
        self.chain = self.chain.extend(state.deal, move_as_text(state.dealt, self.seat, move))
        good = self.sign(moves_statement(self.table.id, self.seat, self.chain))
        answer = await self.table.act(self.seat, self.table.ply, move, good)
        assert isinstance(answer, Ack), answer


async def begin(game: Game, ledger: Ledger) -> tuple[Table, dict[Any, SigningSeat]]:
    table = await load_table(game.pk, ledger)
    seats = {seat: SigningSeat(table, seat) for seat in (A, B)}
    for seat in seats.values():
        await seat.commit()
    for seat in seats.values():
        await seat.reveal()
    return table, seats


async def play_on(table: Table, seats: dict[Any, SigningSeat], most: int = 10_000) -> None:
    moves = 0
    while not table.state.is_over and moves < most:
        for seat in seats_to_move(table.state):
            await seats[seat].move(plain_move(table.state, seat))
            moves += 1


async def settled(game: Game) -> SignedTranscript:
    """Return the transcript once the last signatures are saved."""
    for _ in range(200):
        transcript = await on_the_database_thread(load_transcript)(game.pk)
        assert isinstance(transcript, SignedTranscript)
        if all(signed and signed.signature for signed in transcript.signatures):
            break
        await asyncio.sleep(0.01)
    return transcript


def test_a_whole_game_is_signed_by_both_seats_to_the_last_move(ledger: Ledger):
    game = create_game(rules=Rules(target=61), begun=False)

    async def play() -> SignedTranscript:
        table, seats = await begin(game, ledger)
        await play_on(table, seats)
        return await settled(game)

    transcript = asyncio.run(play())
    verdict = verify(to_file(transcript))
    assert (verdict.status, verdict.faults) == (Status.TRUE, ())
    own = [sum(move.move[0] == letter for move in transcript.moves) for letter in "ab"]
    assert [signed and signed.moves for signed in transcript.signatures] == own


def test_giving_up_is_signed_too(ledger: Ledger):
    game = create_game(begun=False)

    async def play() -> SignedTranscript:
        table, seats = await begin(game, ledger)
        await play_on(table, seats, 5)
        await seats[A].move(Resign())
        return await settled(game)

    transcript = asyncio.run(play())
    assert transcript.moves[-1].move == "a-resign"
    assert transcript.signatures[0] is not None
    assert transcript.signatures[0].moves == sum(move.move[0] == "a" for move in transcript.moves)
    assert verify(to_file(transcript)).status is Status.TRUE


def test_an_invalid_signature_is_refused_and_the_unsigned_move_is_accepted(ledger: Ledger):
    game = create_game(begun=False)

    async def play() -> SignedTranscript:
        table, seats = await begin(game, ledger)
        await play_on(table, seats, 4)
        ply = table.ply
        refused = await table.act(A, ply, Resign(), "00" * 64)
        assert isinstance(refused, Refused)
        assert (refused.code, table.ply) == ("signature", ply)
        assert isinstance(await table.act(A, ply, Resign()), Ack)
        await asyncio.sleep(0.2)  # nothing happens: the last move has no signature to save
        transcript = await on_the_database_thread(load_transcript)(game.pk)
        assert isinstance(transcript, SignedTranscript)
        return transcript

    transcript = asyncio.run(play())
    mine, theirs = transcript.signatures
    assert mine is not None
    assert transcript.moves[-1].move == "a-resign"
    assert mine.moves == sum(move.move[0] == "a" for move in transcript.moves[:-1]) > 0
    assert theirs is not None
    assert theirs.moves == sum(move.move[0] == "b" for move in transcript.moves)
    assert verify(to_file(transcript)).status is Status.TRUE


def test_a_commitment_whose_signature_does_not_fit_is_refused_and_changes_nothing(ledger: Ledger):
    game = create_game(begun=False)
    commitment = seat_commitment(game.pk, A, SECRETS[A]).hex()

    async def commit() -> Any:
        table = await load_table(game.pk, ledger)
        return await table.commit(A, commitment, SeatKey("00" * 32, "00" * 64))

    answer = asyncio.run(commit())
    assert isinstance(answer, Refused)
    assert answer.code == "signature"
    row = Game.objects.get(pk=game.pk)
    assert (row.commitment_a, row.key_a, row.commitment_signature_a) == ("", "", "")


def create_ahead() -> Game:
    """Return a game whose first seat committed with the invitation link."""
    game = create_game(begun=False)
    commitment = seat_commitment(game.pk, A, SECRETS[A]).hex()
    Game.objects.filter(pk=game.pk).update(commitment_a=commitment, committed_ahead=True)
    return game


def test_a_commitment_that_was_made_ahead_is_signed_later_and_binds_the_whole_game(ledger: Ledger):
    game = create_ahead()

    async def play() -> SignedTranscript:
        table, seats = await begin(game, ledger)
        await play_on(table, seats, 6)
        await seats[A].move(Resign())
        return await settled(game)

    transcript = asyncio.run(play())
    assert verify(to_file(transcript)).status is Status.TRUE
    assert all(transcript.signatures)


@pytest.mark.parametrize("when", ["signed", "shown"])
def test_a_later_key_cannot_replace_a_signed_or_revealed_seat(ledger: Ledger, when: str):
    game = create_ahead()

    async def sign_again() -> Any:
        table = await load_table(game.pk, ledger)
        seats = [SigningSeat(table, seat) for seat in (A, B)]
        if when == "signed":
            await seats[A].commit()
        await seats[B].commit()
        if when == "shown":
            await seats[A].reveal()
        stranger = SigningSeat(table, A)
        stranger.signer = Signer("stranger", bytes([99] * 32))
        stranger.key = stranger.signer.verifier.public.hex()
        await stranger.commit()
        return stranger.key

    key = asyncio.run(sign_again())
    row = Game.objects.get()
    assert row.key_a != key
    assert bool(row.key_a) == (when == "signed")


def test_a_signature_of_an_ahead_commitment_that_does_not_fit_is_refused(ledger: Ledger):
    game = create_ahead()

    async def commit() -> Any:
        table = await load_table(game.pk, ledger)
        return await table.commit(A, game_commitment, SeatKey("00" * 32, "00" * 64))

    game_commitment = seat_commitment(game.pk, A, SECRETS[A]).hex()
    answer = asyncio.run(commit())
    assert isinstance(answer, Refused)
    assert answer.code == "signature"
    assert Game.objects.get().key_a == ""


def test_a_seat_without_a_key_plays_unsigned(ledger: Ledger):
    game = create_game()

    async def play() -> None:
        table = await load_table(game.pk, ledger)
        await table.resume()
        assert isinstance(await table.act(A, table.ply, Resign(), "00" * 64), Ack)

    asyncio.run(play())
    transcript = load_transcript(game.pk)
    assert isinstance(transcript, SignedTranscript)
    assert transcript.signatures == (None, None)


@pytest.mark.parametrize(
    "frame",
    [
        '{"t": "commit", "c": "%s", "key": "12"}' % ("0" * 64),
        '{"t": "commit", "c": "%s", "sig": "zz"}' % ("0" * 64),
        f'{{"t": "commit", "c": "{ZEROS}", "key": "{ZEROS}"}}',
        f'{{"t": "commit", "c": "{ZEROS}", "sig": "{ZEROS}{ZEROS}"}}',
        '{"t": "commit", "c": "%s\\n"}' % ("0" * 64),
        '{"t": "move", "ply": 1, "move": {"kind": "go"}, "sig": "00"}',
        '{"t": "receipts", "since": -1}',
        '{"t": "receipts", "since": "1"}',
    ],
)
def test_malformed_keys_and_signatures_are_refused(frame: str) -> None:
    with pytest.raises(InvalidMessage):
        parse_message(frame)


def test_a_seat_without_a_key_may_sign_what_it_likes(ledger: Ledger) -> None:
    game = create_game()

    async def resign() -> Any:
        table = await load_table(game.pk, ledger)
        return await table.act(A, table.ply, Resign(), "00" * 64)

    assert isinstance(asyncio.run(resign()), Ack)


def test_an_event_says_that_a_move_came_unsigned_only_where_its_seat_has_a_key(ledger: Ledger) -> None:
    game = create_game(begun=False)

    async def play() -> list[bool]:
        table, seats = await begin(game, ledger)
        frames: list[bool] = []
        true_broadcast = table.broadcaster.broadcast_steps

        def listen(*args: Any, is_unsigned: bool = False, **how: Any) -> None:
            frames.append(is_unsigned)
            true_broadcast(*args, is_unsigned=is_unsigned, **how)

        table.broadcaster.broadcast_steps = listen  # type: ignore[method-assign]
        await play_on(table, seats, 2)
        await table.act(A, table.ply, Resign())
        return frames

    assert asyncio.run(play()) == [False, False, True]
