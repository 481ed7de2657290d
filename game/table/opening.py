"""Opens games: two players, the rules, and the server's commitment."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection, transaction

from common import clock
from game.decisions.lot import LEARNING
from game.decisions.versions import newest_version
from game.engine.state import Rules, Seat
from game.engine.transcript import header
from game.engines.house import is_engine, program_digest
from game.log.identity import log_signer
from game.models import Game, Player, Secrets
from game.runtime.code_digest import code_digest
from game.runtime.metrics import GAMES_BEGUN
from game.runtime.player_ids import player_id
from game.runtime.signing_keys import newest_signer, site_name
from game.shared_decks.models import SharedGame
from game.shared_decks.round_decks import SharedSource
from game.table import bot_accounts
from game.table.clocks.time_control import start_timeout
from game.table.record.halscrib import record_lot
from game.table.record.sealed_secrets import ServerSecrets, generate_secrets, seal_secrets
from game.table.unasked import unasked_moves
from ranking.pins import find_points
from rng import shared_decks
from rng.commitment import (
    SIGNED_PROTOCOL,
    canonical_json,
    chain_tip,
    seat_commitment,
    stream_commitment,
)


class MatchPlace(NamedTuple):
    """A game's place in a match: the id of the match's first game, and the best of how many games it is."""

    first: str
    best_of: int


NO_MATCH = MatchPlace("", 1)


class FirstDealer(NamedTuple):
    """A first dealer whom a rule names instead of a cut, and the reason as the params have it."""

    seat: Seat
    because: Mapping[str, str]


def loser_of(game: Game) -> FirstDealer | None:
    """Return the first dealer of a game's rematch. The players cut for deal if the game had no winner."""
    return None if game.winner is None else FirstDealer(Seat(game.winner).other, {"rematch_of": game.pk})


_IS_OPEN = "SELECT 1 FROM shared_decks_round WHERE id = %s AND NOT is_full AND closed_at IS NULL"
HOLD_OPEN = {"sqlite": _IS_OPEN, "postgresql": f"{_IS_OPEN} FOR SHARE"}


def open_game(
    game_id: str,
    players: tuple[Player, Player],
    rules: Rules,
    clock_kind: str = "none",
    rated: bool = False,
    match: MatchPlace = NO_MATCH,
    commitment_a: str = "",
    because: Mapping[str, str] | None = None,
) -> Game:
    """Open a new game. A bot sits in the second seat and has already committed to its secret.

    If `commitment_a` is given, the first seat has committed too, and the game waits a week for its secret. A
    game that does not begin in time is void, but a game with a bot and without a clock waits forever.
    """
    game, secrets = build_game(game_id, players, rules, clock_kind, rated, commitment_a, because=because)
    game.match, game.best_of = match
    save_new_game(game, secrets)
    return game


def build_game(
    game_id: str,
    players: tuple[Player, Player],
    rules: Rules,
    clock_kind: str,
    rated: bool,
    commitment_a: str = "",
    begin_within: int | None = None,
    decks: SharedSource | None = None,
    because: Mapping[str, str] | None = None,
) -> tuple[Game, ServerSecrets]:
    """Build a new unsaved game and its secrets. With `decks`, the game is dealt from them.

    `because` is the reason for the first dealer that the rules name. The players have `begin_within`
    milliseconds to commit, or else the time that the clock sets.
    """
    secrets = generate_secrets()
    if decks is not None:
        _check_may_share(players, rules, rated, decks)
        secrets = replace(secrets, bot_stream=decks.bot_stream)
    a, b = players
    bots_commitment = seat_commitment(game_id, Seat.B, secrets.bot_seat).hex() if b.is_bot else ""
    game = Game(
        id=game_id,
        seat_a=a,
        seat_b=b,
        created_at=clock.now(),
        clock=clock_kind,
        rated=rated,
        params=build_params(game_id, players, rules, clock_kind, rated, secrets, decks, because),
        tip=decks.tip if decks else chain_tip(game_id, secrets.chain).hex(),
        committed_ahead=bool(commitment_a),
        commitment_a=commitment_a,
        commitment_b=bots_commitment,
        transcript=header(rules),
        score_a=rules.start[Seat.A],
        score_b=rules.start[Seat.B],
        deadline=None
        if b.is_bot and clock_kind == "none"
        else clock.milliseconds()
        + (
            begin_within
            or start_timeout(clock_kind, bool(commitment_a), is_rated_with_bot=rated and b.is_bot)
        ),
    )
    return game, secrets


def save_new_game(game: Game, secrets: ServerSecrets) -> None:
    """Save a built game with its secrets encrypted."""
    save_new_games([(game, secrets)])


def _check_may_share(players: tuple[Player, Player], rules: Rules, rated: bool, decks: SharedSource) -> None:
    """Check that the same decisions give the same game and that no points depend on it."""
    if rules.first_dealer is not decks.first_dealer:
        raise ValueError("A shared game must have the first dealer of its round.")
    if rated:
        raise ValueError("A shared game is never rated.")
    if any(player.brain in LEARNING for player in players):
        raise ValueError("HALSCRIB plays by what it has learned, so it can't play shared games.")
    if any(is_engine(player.brain) for player in players):
        raise ValueError(
            "An engine may fail and a shared game has no fallback move, so engines can't play shared games."
        )


class RoundNotOpen(Exception):
    """The round takes no more tables."""


def save_new_games(built: Sequence[tuple[Game, ServerSecrets]], decks: SharedSource | None = None) -> None:
    """Save all built games or none. The number of statements does not depend on the number of games.

    With `decks`, all games belong to that round. Raise RoundNotOpen if the round takes no more. The caller's
    transaction survives only that: any other error rolls it back too.
    """
    with transaction.atomic(savepoint=decks is not None):
        if decks is not None:
            _hold_open(decks.round_id)
        Game.objects.bulk_create([game for game, _ in built])
        Secrets.objects.bulk_create(
            [Secrets(game=game, sealed=seal_secrets(secrets, game.pk)) for game, secrets in built]
        )
        if decks is not None:
            SharedGame.objects.bulk_create(
                [SharedGame(game=game, round_id=decks.round_id) for game, _ in built]
            )
        for game, secrets in built:
            record_lot(game, secrets.bot_stream)
            transaction.on_commit(GAMES_BEGUN.labels("bot" if game.seat_b.is_bot else "person").inc)


def _hold_open(round_id: int) -> None:
    """Keep a round open until this transaction ends. Raise RoundNotOpen if the round takes no more tables.

    Tables don't block each other; only the close waits for them. SQLite runs one transaction at a time. A
    transaction that fills the round must first lock what the round belongs to: two that did not would
    deadlock.
    """
    with connection.cursor() as cursor:
        cursor.execute(HOLD_OPEN[connection.vendor], [round_id])
        if cursor.fetchone() is None:
            raise RoundNotOpen


def brain_code(brain: str) -> str:
    """Return the digest of the code that a bot plays by."""
    return program_digest(brain) if is_engine(brain) else code_digest("game.bots")


def _describe_brain(brain: str, rated: bool) -> dict[str, Any]:
    """Describe a bot by its code, and a rated program by the points that settle the game."""
    described = {"name": newest_version(brain), "code": brain_code(brain)}
    if not (rated and is_engine(brain)):
        return described
    points = find_points(brain, described["code"])
    if points is None:
        raise bot_accounts.plays_for_fun(brain)
    return described | {"points": points}


def build_params(
    game_id: str,
    players: tuple[Player, Player],
    rules: Rules,
    clock_kind: str,
    rated: bool,
    secrets: ServerSecrets,
    decks: SharedSource | None = None,
    because: Mapping[str, str] | None = None,
) -> str:
    """Return the params as one string: the players, bots and rules that the server commits to."""
    bots = [seat for seat, player in enumerate(players) if player.is_bot]
    brains = [players[seat].brain for seat in bots]
    return canonical_json(
        {
            "version": shared_decks.PROTOCOL if decks else SIGNED_PROTOCOL,
            **(decks.params if decks else {}),
            "game": game_id,
            "players": [player_id(player.pk) for player in players],
            "bots": bots,
            "brains": [_describe_brain(brain, rated) for brain in brains],
            "bot_stream": stream_commitment(game_id, secrets.bot_stream).hex() if bots else None,
            "rules": {
                "target": rules.target,
                "counting": rules.counting.value,
                "clock": clock_kind,
                **rules.named_start,
            },
            "first_dealer": rules.first_dealer,
            **({"first_dealer_because": because} if because else {}),
            "rated": rated,
            "unasked": unasked_moves(clock_kind),
            "signer": newest_signer(site_name()).verifier_key,
            "log": log_signer().verifier_key,
            "build": settings.BUILD,
            "beacon": None,
        }
    )
