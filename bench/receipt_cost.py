"""Measure what the signatures of a whole game cost the server, compared with a single signature."""

from collections.abc import Iterator
from typing import NamedTuple

from bench.figure import Figure, best_seconds
from common.formats.signed_note import Signer
from game.engine.state import Rules, Seat
from game.engine.transcript import header
from game.models import Player
from game.table.opening import build_game
from game.table.record.ledger import GameRow, SeatedPlayer
from game.table.record.steps import Step
from game.table.shuffle.fairness import Fairness, build_fairness
from game.table.shuffle.receipts import Receipts
from game.table.shuffle.seat_signatures import MoveChain, is_signed_by, moves_statement
from hosting.demo.playing import play_game
from rng import entropy
from rng.commitment import seat_commitment
from rng.twister import stream

GAMES = 20
MOST_MS = 3.0


class PlayedGame(NamedTuple):
    """The table's data in memory: the chain is computed and the cards dealt before any signature."""

    fairness: Fairness
    steps: list[Step]


def receipt_cost() -> Iterator[Figure]:
    """Yield the server's CPU time for a game of two people to 121: receipts and both seats' signatures."""
    games = [_play(number) for number in range(GAMES)]
    _sign_all(games)  # warms up before the measurement
    signer = Signer("bench", bytes(32))
    signature = signer.sign_bytes(b"a text")
    yield Figure("fairness", "one signature", best_seconds(lambda: signer.sign_bytes(bytes(500))) * 1e6, "us")
    key = signer.verifier.public.hex()
    statement = moves_statement("game", Seat.A, MoveChain(45, "0" * 64))
    checks = best_seconds(lambda: is_signed_by(key, statement, signature.hex()))
    each = best_seconds(lambda: _sign_all(games)) / GAMES
    yield Figure("fairness", "receipts of a game of two people", _sign_all(games) / GAMES, "receipts")
    # Each seat's commitment is checked, and at the end its last signature of moves.
    yield Figure("fairness", "what is signed in such a game", (each + 4 * checks) * 1e3, "ms of CPU", MOST_MS)


def _sign_all(games: list[PlayedGame]) -> int:
    """Sign every receipt of these games, move by move."""
    signed = 0
    for game in games:
        receipts = Receipts(game.fairness)
        for step in game.steps:
            receipts.update(game.fairness, [step])
            signed += sum(len(receipts.notes(seat, since)) for seat, since in receipts.take_new().items())
    return signed


def _play(number: int) -> PlayedGame:
    """Play a game between two programs. It counts as a game of people, who get receipts."""
    seats = (SeatedPlayer(1, "one", "", False), SeatedPlayer(2, "other", "", False))
    game, secrets = build_game(entropy.game_id(), (Player(pk=1), Player(pk=2)), Rules(), "none", False)
    own = (entropy.secret(), entropy.secret())
    row = GameRow(
        id=game.pk,
        players=seats,
        clock="none",
        rated=False,
        is_in_match=False,
        params=game.params,
        committed_ahead=False,
        tip=game.tip,
        commitments=(
            seat_commitment(game.pk, 0, own[0]).hex(),
            seat_commitment(game.pk, 1, own[1]).hex(),
        ),
        secrets=(own[0].hex(), own[1].hex()),
        keys=("", ""),
        commitment_signatures=("", ""),
        moves_signatures=("", ""),
        transcript=header(Rules()),
        ply=0,
        deadline=None,
        server_secrets=secrets,
    )
    return PlayedGame(
        build_fairness(row), play_game(row, ["novice", "novice"], None, stream(bytes(32), str(number)))
    )
