"""Sets, rounds and their games, as a test needs them."""

from itertools import accumulate
from typing import Any

from game.accounts.guests import create_guest
from game.engine.state import Seat
from game.models import Game, Player
from game.shared_decks.models import DeckSet, Entrant, Round
from game.shared_rounds.announcing import announce, commit, fix_root, reveal, start_collecting
from game.shared_rounds.rounds import fill_round, open_game_of_round, open_round
from game.table import bot_accounts
from game.table.record import ledger
from game.table.record.round_of_game import load_round_decks
from rng import entropy
from rng.commitment import seat_commitment
from rng.delay import SEGMENTS, advance
from rng.shared_decks import entrant_commitment
from tests.worlds.tables import update_row


def create_started_set(rounds: int = 2, entrants: int = 2) -> DeckSet:
    """A set whose root is fixed, with the parts of some guests in it."""
    announced = announce({"rules": {"target": 121}}, rounds)
    secrets = {create_guest(): entropy.secret() for _ in range(entrants)}
    for player, secret in secrets.items():
        commit_secret(announced, player, secret)
    start_collecting(announced.pk)
    for player, secret in secrets.items():
        reveal(announced.pk, player, secret.hex())
    return fix_root(announced.pk)


def commit_secret(deck_set: DeckSet, player: Player, secret: bytes, *, with_secret: bool = False) -> Entrant:
    """Commit a player to a secret, as their page does."""
    from game.runtime.player_ids import player_id

    made = entrant_commitment(deck_set.pk, player_id(player.pk), secret)
    return commit(deck_set.pk, player, made.hex(), secret.hex() if with_secret else "")


def values_after(mix: bytes) -> list[bytes]:
    """The values of a delay with one step in a segment."""
    return [*accumulate(range(SEGMENTS), lambda value, _: advance(value, 1), initial=mix)][1:]


def create_round(tables: int = 0, number: int = 1, rounds: int = 2, **how: Any) -> tuple[Round, list[Game]]:
    """A round with so many tables of guests, of which no more come."""
    round_ = open_round(create_started_set(rounds).pk, number)
    games = [create_shared_game(round_, **how) for _ in range(tables)]
    if tables:
        fill_round(round_.pk)
    return round_, games


def create_shared_game(
    round_: Round, players: tuple[Player, Player] | None = None, *, bot: str = "", **how: Any
) -> Game:
    """A game of a round in which both seats have shown their secrets."""
    one = players[0] if players else create_guest()
    other = bot_accounts.get_or_create_account(bot) if bot else players[1] if players else create_guest()
    game = open_game_of_round(load_round_decks(round_.pk), (one, other), **how)
    fields = {}
    for seat, letter in zip(Seat, "ab", strict=True):
        is_bots = bool(bot) and seat is Seat.B
        own = ledger.load_row(game.pk).server_secrets.bot_seat if is_bots else entropy.secret()
        fields[f"secret_{letter}"] = own.hex()
        fields[f"commitment_{letter}"] = seat_commitment(game.pk, seat, own).hex()
    update_row(game.pk, **fields)
    return Game.objects.get(pk=game.pk)
