"""Loads games from their rows, and writes moves durably with a compare-and-set on the ply."""

import asyncio
import json
from collections.abc import Awaitable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.db.models.functions import Greatest

from common.database.compiled_query import CompiledQuery, CompiledUpdate
from common.database.thread import on_the_database_thread
from game.accounts.preferences import shown_prizes
from game.bots.brain import Memory
from game.decisions.versions import brain_of, find_version
from game.engine.state import Seat
from game.log.leaves import log_opening
from game.models import Game, Player
from game.runtime.metrics import COMMIT_SECONDS, COMMIT_SIZE, ENTRIES
from game.shared_decks.round_decks import SharedSource
from game.table.clocks.vacations import load_vacations
from game.table.record.entries import Entry, Outcome, write_entries
from game.table.record.halscrib import HABIT_COLUMNS, Lot, habits_from_columns
from game.table.record.round_of_game import ROUND_COLUMNS, build_round_decks
from game.table.record.sealed_secrets import ServerSecrets, unseal
from game.table.record.seated_games import GAME_FIELDS, build_seated_game, columns
from rng.seal import SealBroken

# Under load, wait this long after a commit to fill the next batch: a commit is expensive, a move in it is
# cheap.
GATHER_SECONDS = 0.002


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player at a table as the opponent sees them; `brain` is empty for people."""

    id: int
    name: str
    brain: str
    is_guest: bool
    nickname: str | None = None  # as displayed
    is_api_bot: bool = False
    prizes: tuple[tuple[str, str], ...] = ()  # by setting, such as ("pegs", "star")


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as stored in the database."""

    id: str
    players: tuple[SeatedPlayer, SeatedPlayer]
    clock: str
    rated: bool
    is_in_match: bool
    params: str
    tip: str
    committed_ahead: bool
    commitments: tuple[str, str]
    secrets: tuple[str, str]
    keys: tuple[str, str]
    commitment_signatures: tuple[str, str]
    moves_signatures: tuple[str, str]
    transcript: str
    ply: int
    deadline: int | None
    server_secrets: ServerSecrets
    lot: Lot | None = None  # how the bot plays, if that is drawn for each game
    vacations: tuple[int | None, int | None] = (None, None)  # the ends of both players' vacations
    shared: SharedSource | None = None  # the decks that this game shares with other tables, if any
    is_open_board: bool = False  # whether other tables still play these cards, so that none may be shown
    has_sample: bool = False  # whether a sample player is in it

    @property
    def is_off_record(self) -> bool:
        """Whether this game adds nothing to the record of deals, as sample games and shared decks do not."""
        return self.has_sample or self.shared is not None

    def brain(self, seat: Seat) -> str:
        """Return the brain that decides for a bot's seat."""
        return brain_of(self.lot.brain if self.lot else self.bot_name(seat))

    def bot_name(self, seat: Seat) -> str:
        """Return the name of a bot as the params have it, with its version; for a person the empty string."""
        bot = self.players[seat].brain
        return find_version(bot, json.loads(self.params or "{}").get("brains", ()))

    @property
    def remembered(self) -> Memory:
        """A bot's memory of earlier games when this game begins."""
        return self.lot.memory if self.lot else ()

    @property
    def stream_name(self) -> str:
        """The name that seeds the bot's random choices."""
        return self.shared.stream_name if self.shared else self.id

    @property
    def seats(self) -> str:
        """The kinds of both players as recorded with a deal: b for a bot, a for an account, g for a guest."""
        return "".join("b" if one.brain else "g" if one.is_guest else "a" for one in self.players)


_LOT_COLUMNS = [f"halscrib__{column}" for column in ("brain", *HABIT_COLUMNS)]
_OPEN_BOARD = ("shared", "shared__round__closed_at")
_rows = CompiledQuery(
    lambda game_id: Game.objects.filter(pk=game_id).values_list(
        "secrets__sealed", *_OPEN_BOARD, *_LOT_COLUMNS, *ROUND_COLUMNS, *columns(GAME_FIELDS)
    ),
    "a game's id",
)


def load_row(game_id: str) -> GameRow:
    """Load the row of a game.

    Raise Game.DoesNotExist if there is none, and SealError if its secrets can't be decrypted.
    """
    row = _rows.fetch(game_id)
    if row is None:
        raise Game.DoesNotExist(f"There is no game {game_id}.")
    own = 1 + len(_OPEN_BOARD) + len(_LOT_COLUMNS)
    (sealed, shared, closed_at, brain, *habits), rest = row[:own], row[own:]
    of_round, values = rest[: len(ROUND_COLUMNS)], rest[len(ROUND_COLUMNS) :]
    if sealed is None:
        raise SealBroken("The secrets of this game are gone.")
    lot = Lot(brain, habits_from_columns(habits)) if brain else None
    server_secrets, decks = unseal(sealed, game_id), build_round_decks(of_round, game_id)
    is_open_board = shared is not None and closed_at is None
    return build_row(
        build_seated_game(GAME_FIELDS, values), server_secrets, lot, decks, is_open_board=is_open_board
    )


def seated_player(player: Player) -> SeatedPlayer:
    return SeatedPlayer(
        player.pk,
        player.username,
        player.brain,
        player.is_guest,
        player.shown_nickname,
        player.is_api_bot,
        shown_prizes(player.look),
    )


def build_row(
    game: Game,
    server_secrets: ServerSecrets,
    lot: Lot | None = None,
    shared: SharedSource | None = None,
    *,
    is_open_board: bool = False,
) -> GameRow:
    """Build the row that tables work with from a model instance."""
    a, b = map(seated_player, (game.seat_a, game.seat_b))
    on_vacation = load_vacations((a.id, b.id)) if game.clock == "relaxed" and not game.finished_at else {}
    return GameRow(
        id=game.pk,
        players=(a, b),
        clock=game.clock,
        rated=game.rated,
        is_in_match=game.best_of > 1 or game.match != "",
        params=game.params,
        tip=game.tip,
        committed_ahead=game.committed_ahead,
        commitments=(game.commitment_a, game.commitment_b),
        secrets=(game.secret_a, game.secret_b),
        keys=(game.key_a, game.key_b),
        commitment_signatures=(game.commitment_signature_a, game.commitment_signature_b),
        moves_signatures=(game.moves_signature_a, game.moves_signature_b),
        transcript=game.transcript,
        ply=game.ply,
        deadline=game.deadline,
        server_secrets=server_secrets,
        lot=lot,
        vacations=(on_vacation.get(a.id), on_vacation.get(b.id)),
        shared=shared,
        is_open_board=is_open_board,
        has_sample=game.seat_a.is_sample or game.seat_b.is_sample,
    )


@on_the_database_thread
def write_commitment(
    game_id: str,
    seat: Seat,
    commitment: str,
    reveal_by: int,
    revealed: Mapping[Seat, str],
    signed: tuple[str, str] = ("", ""),
) -> GameRow:
    """Write a seat's commitment, unless it has one or the game is over. Return the current row.

    `signed` is the seat's key and signature, if it has one. A bot's secret is revealed with the commitment.
    The second commitment extends the deadline to `reveal_by`, so that a seat that commits in the last second
    leaves the other time to reveal its secret. A later deadline stays.
    """
    commit = _commitment_of(seat, tuple(revealed))
    with transaction.atomic():
        is_written = commit.execute(game_id, reveal_by, commitment, *signed, *revealed.values()) == 1
        row = load_row(game_id)
        if is_written and all(row.commitments):
            log_opening(game_id)
    return row


@cache
def _commitment_of(seat: Seat, revealing: tuple[Seat, ...]) -> CompiledUpdate:
    """Return the update that writes a seat's commitment, and the secrets of these seats."""
    own, others = ("commitment_a", "commitment_b")[:: -1 if seat else 1]
    letter = "ab"[seat]

    def build(
        game_id: str, reveal_by: int, commitment: str, key: str, signature: str, *secrets: str
    ) -> tuple[QuerySet[Game], dict[str, Any]]:
        unchanged = [
            When(condition, then=F("deadline")) for condition in (Q(**{others: ""}), Q(deadline=None))
        ]
        own_fields = {own: commitment, f"key_{letter}": key, f"commitment_signature_{letter}": signature}
        return Game.objects.unfinished().filter(pk=game_id, **{own: ""}), {
            "deadline": Case(*unchanged, default=Greatest(F("deadline"), Value(reveal_by))),
            **own_fields,
            **dict(zip(_secret_fields(revealing), secrets, strict=True)),
        }

    secrets = [f"a secret of {seat}" for seat in revealing]
    return CompiledUpdate(build, "a game's id", 1, "a commitment", "a key", "a signature", *secrets)


@on_the_database_thread
def sign_commitment(game_id: str, seat: Seat, commitment: str, signed: tuple[str, str]) -> bool:
    """Write a seat's key and signature for its commitment.

    Return False if the seat already has a key or has revealed its secret.
    """
    letter = "ab"[seat]
    unsigned = {f"commitment_{letter}": commitment, f"key_{letter}": "", f"secret_{letter}": ""}
    key, signature = signed
    waiting = Game.objects.unfinished().filter(pk=game_id, **unsigned)
    return waiting.update(**{f"key_{letter}": key, f"commitment_signature_{letter}": signature}) == 1


@on_the_database_thread
def write_secrets(game_id: str, secrets: Mapping[Seat, str]) -> GameRow:
    """Write the secrets that seats reveal, unless they are set or the game is over.

    Return the current row.
    """
    _secrets_of(tuple(secrets)).execute(game_id, *secrets.values())
    return load_row(game_id)


@cache
def _secrets_of(revealing: tuple[Seat, ...]) -> CompiledUpdate:
    """Return the update that writes the secrets of these seats."""
    fields = _secret_fields(revealing)

    def build(game_id: str, *secrets: str) -> tuple[QuerySet[Game], dict[str, Any]]:
        waiting = Game.objects.unfinished().filter(pk=game_id, **dict.fromkeys(fields, ""))
        return waiting, dict(zip(fields, secrets, strict=True))

    return CompiledUpdate(build, "a game's id", *[f"a secret of {seat}" for seat in revealing])


def _secret_fields(seats: Sequence[Seat]) -> list[str]:
    return [("secret_a", "secret_b")[seat] for seat in seats]


_OUTCOME_LABELS: dict[Outcome, str] = {True: "stands", False: "other_was_first"}


def _write_timed(entries: Sequence[Entry]) -> list[Outcome]:
    since = perf_counter()
    outcomes = write_entries(entries)
    COMMIT_SECONDS.observe(perf_counter() - since)
    return outcomes


class Ledger:
    """The queue of a process's entries. While a commit runs, new entries collect and go in the next batch."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "ledger")
        self._queue: list[tuple[Entry, asyncio.Future[bool]]] = []
        self._writing = False

    @property
    def waiting_count(self) -> int:
        """The number of entries that wait for the next commit."""
        return len(self._queue)

    def append(self, entry: Entry) -> Awaitable[bool]:
        """Write an entry. The result is True once it is durable, or False if another process wrote first."""
        loop = asyncio.get_running_loop()
        is_written: asyncio.Future[bool] = loop.create_future()
        self._queue.append((entry, is_written))
        if not self._writing:
            self._write_batch(loop)
        return is_written

    def _write_batch(self, loop: asyncio.AbstractEventLoop) -> None:
        batch, self._queue = self._queue, []
        self._writing = bool(batch)
        if batch:
            COMMIT_SIZE.observe(len(batch))
            written = self._thread.submit(_write_timed, [entry for entry, _ in batch])
            written.add_done_callback(
                lambda done: loop.call_soon_threadsafe(self._resolve, loop, batch, done)
            )

    def _resolve(
        self,
        loop: asyncio.AbstractEventLoop,
        batch: list[tuple[Entry, asyncio.Future[bool]]],
        written: "Future[list[Outcome]]",
    ) -> None:
        # Tables that get their answers can add entries before the next batch is taken, so batches grow under
        # load.
        loop.call_later(GATHER_SECONDS if len(batch) > 1 else 0, self._write_batch, loop)
        for (_, is_written), outcome in zip(batch, written.result(), strict=True):
            ENTRIES[_OUTCOME_LABELS.get(outcome, "failed")] += 1
            if is_written.cancelled():
                continue
            if isinstance(outcome, Exception):
                is_written.set_exception(outcome)
            else:
                is_written.set_result(outcome)
