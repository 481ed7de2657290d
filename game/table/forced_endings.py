"""Every way to end a game from outside its table: one function for each reason."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common import clock
from common.database.thread import on_the_database_thread
from common.refusal import Refusal
from game.engine.moves import IllegalMove, Leave, Move, Unrevealable, Void
from game.engine.notation import UNREVEALABLE
from game.engine.play import start
from game.engine.state import Ended, Seat, State
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move
from game.models import Game, Player, Scoresheet
from game.runtime.metrics import GAMES_ENDED
from game.runtime.pubsub import publish_on_commit
from game.table.record import ledger, locked_games
from game.table.record.ending import VOIDED
from game.table.record.entries import Entry, build_entry, write_entries
from game.table.record.game_over import Cause, GameOver, publish
from game.table.record.ledger import GameRow
from game.table.record.sealed_secrets import sealing_keys
from game.table.record.steps import Step, has_begun, update_tally
from game.table.shuffle.fairness import Fairness, build_fairness
from rng import seal
from rng.models import Unshown
from rng.seal import KeyMissing, SealBroken

log = logging.getLogger(__name__)

LastMove = tuple[Seat | None, Move]
VOID_MOVE: LastMove = (None, Void())
BATCH_SIZE = 100
MAX_ATTEMPTS = 20  # more moves than can happen between two reads of a row

VOIDED_MESSAGE = _(
    "The server can’t reveal its part of this game’s shuffle, so the game is called off and "
    "neither player wins or loses. The fairness page says how often this has happened."
)
RESULT_STANDS_MESSAGE = _("This game’s cards can’t be revealed any more. Its result stands.")


class GameKeptMoving(Exception):
    """A game that should end moved on at every attempt."""


# The player's account is banned or closed.


def forfeit_live_games(player: Player) -> list[str]:
    """End all live games of a player who is banned or has closed the account, in whichever process they run.

    The player loses these games. A game in which nobody has discarded is void, unless this player alone still
    has to reveal a secret: then it is lost too. A game whose key is missing is left running.

    Return the ids of the games that ended. Call this from any thread but the event loop's. If another move
    comes first, it tries again. All endings go in one batch, so that rows are locked in the same order as in
    every other batch.
    """
    ended: list[str] = []
    left_out: list[str] = []
    live = Game.objects.with_player(player).unfinished()
    for _attempt in range(MAX_ATTEMPTS):
        games = list(live.exclude(pk__in=left_out))
        if not games:
            return ended
        entries = []
        for game in games:
            try:
                entries.append(_build_last_entry(game.pk, partial(_forfeit_move, player, game)))
            except SealBroken:  # load_live_row has voided it
                ended.append(game.pk)
            except KeyMissing:
                left_out.append(game.pk)
            except ValueError:
                log.exception("game %s: the game can't be read, so it can't be ended", game.pk)
                left_out.append(game.pk)
        ended += _write_endings([entry for entry in entries if entry is not None])
    raise GameKeptMoving(f"games of {player} could not be ended")


def _forfeit_move(player: Player, game: Game, fairness: Fairness, state: State) -> LastMove:
    seat = game.seat_of(player)
    return (seat, Leave()) if has_begun(state) or fairness.unrevealed_seats == (seat,) else VOID_MOVE


# A host voids a game.


def void_by_ruling(game_id: str) -> None:
    """Void a game.

    A live game ends without a winner. A finished game no longer counts, and its points go back.
    """
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    if game.voided_at is not None or game.ended == Ended.VOID.value:
        raise Refusal("too_late", gettext("This game is already called off."))
    if game.finished_at is None:
        _void_live_or_refuse(game_id)
    now = clock.now()
    _mark_voided(game_id, now)
    publish(GameOver(Cause.RULING, {game_id: VOIDED}, now, [game]))


def _mark_voided(game_id: str, at: datetime | F) -> None:
    Game.objects.filter(pk=game_id).update(voided_at=at)
    Scoresheet.objects.filter(game=game_id).update(voided=True)


def _void_live_or_refuse(game_id: str) -> None:
    """End a live game without a winner. The rules allow this only before the first discard."""
    try:
        void_live_game(game_id)
    except IllegalMove:
        raise Refusal(
            "too_late", gettext("This game is in progress. You can call it off when it’s over.")
        ) from None
    except KeyMissing:
        says = gettext("This game can’t be opened because its key is missing. See the site’s log.")
        raise Refusal("locked", says) from None


def void_live_game(game_id: str) -> bool:
    """End a live game without a winner and return True. Return False if the game is already over.

    Raise IllegalMove if a player has discarded, and KeyMissing if the game can't be read because its key is
    missing.
    """
    for _attempt in range(MAX_ATTEMPTS):
        try:
            entry = _build_last_entry(game_id, lambda fairness, state: VOID_MOVE)
        except SealBroken:
            return True
        if entry is None:
            return False
        if _write_endings([entry]):
            return True
    raise GameKeptMoving(f"game {game_id} could not be ended")


# No player has moved for a long time.


@transaction.atomic
def void_untouched(game_id: str, ply: int) -> bool:
    """Void a game that has stopped at this ply. Return False if it is over or a player has moved.

    The rules allow a void game only before the first discard. After it, the player whose move is awaited
    leaves the game, and the game is marked as not counting.
    """
    entry = _build_last_entry(game_id, partial(_leave_or_void, Game.objects.get(pk=game_id)))
    if entry is None or entry.ply != ply or not _write_endings([entry]):
        return False
    if entry.result is not None and entry.result.winner is not None:
        # `voided_at == finished_at` tells this apart from a game that a host voided later.
        _mark_voided(game_id, F("finished_at"))
        publish(GameOver(Cause.UNTOUCHED, {game_id: VOIDED}, clock.now()))
    return True


# The round closes while games are live.


@transaction.atomic
def end_at_close(game_id: str) -> bool:
    """End a game whose total time is up. Return False if it is already over.

    The player whose move is awaited leaves; before the first discard the game is void. If another move comes
    first, it tries again.
    """
    for _attempt in range(MAX_ATTEMPTS):
        entry = _build_last_entry(game_id, partial(_leave_or_void, Game.objects.get(pk=game_id)))
        if entry is None:
            return False
        if _write_endings([entry]):
            return True
    raise GameKeptMoving(f"game {game_id} could not be ended")


def _leave_or_void(game: Game, fairness: Fairness, state: State) -> LastMove:
    if not has_begun(state):
        return VOID_MOVE
    people = [
        seat for seat, player in zip(Seat, (game.seat_a, game.seat_b), strict=True) if not player.is_bot
    ]
    awaited = [seat for seat in seats_to_move(state) if seat in people]
    return (awaited or people)[0], Leave()


# The server can't reveal the cards: the game has no winner, and the case is counted in public.


@transaction.atomic
def void_unrevealable(game_id: str) -> bool:
    """Void a game whose secrets can't be decrypted, in whichever process it runs.

    Return False if it is over.
    """
    at = clock.now()
    ended = (
        Game.objects.unfinished()
        .filter(pk=game_id)
        .update(
            transcript=Concat(F("transcript"), Value(f" {UNREVEALABLE}")),
            ply=F("ply") + 1,
            deadline=None,
            finished_at=at,
            value=0,
            ended=Ended.VOID.value,
        )
    )
    if ended:
        Unshown.objects.create(game=game_id, at=at)
        publish(GameOver(Cause.UNREVEALABLE, {game_id: VOIDED}, at))
        log.error(
            "game %s: voided because its secrets can't be decrypted. Are the sealing keys right?", game_id
        )
        publish_on_commit("unshown", game_id)
        transaction.on_commit(GAMES_ENDED.labels(Ended.VOID.value).inc)
    return bool(ended)


def describe_unrevealable(game_id: str) -> Promise:
    """Return the message for players of a game whose secrets can't be decrypted."""
    return VOIDED_MESSAGE if Unshown.objects.filter(game=game_id).exists() else RESULT_STANDS_MESSAGE


def void_games_with_lost_keys() -> int:
    """Void the live games whose keys a host has declared lost. Return their number."""
    live = Game.objects.unfinished().order_by("pk").values_list("pk", "secrets__sealed")
    here = sealing_keys()
    lost = [pk for pk, sealed in live if seal.missing_key_ids([seal.sealing_key_id(sealed or "")], here)]
    return sum(map(void_unrevealable, lost))


def void_restored_games() -> int:
    """Void every live game of a restored backup, because its cards may be known. Return their number.

    No other process may serve games at the same time.
    """
    ended = 0
    while live := list(Game.objects.unfinished().order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE]):
        with transaction.atomic():
            entries = [entry for game_id in live if (entry := _unrevealable_entry(game_id)) is not None]
            Unshown.objects.bulk_create([Unshown(game=entry.game_id, at=clock.now()) for entry in entries])
            if len(_write_endings(entries)) != len(entries):
                raise GameKeptMoving("a game moved while a backup is being restored")
        ended += len(live)
    return ended


def _unrevealable_entry(game_id: str) -> Entry | None:
    """Build the entry that ends a game without showing its cards. Return None if it is over by now."""
    try:
        return _build_last_entry(game_id, lambda fairness, state: (None, Unrevealable()))
    except SealBroken:  # load_live_row has voided it
        pass
    except (KeyMissing, ValueError):
        void_unrevealable(game_id)
    return None


# Loading a row can show that its secrets are lost.


def load_live_row(game_id: str) -> GameRow:
    """Load the row of a live game. Void the game if its secrets are lost.

    A game whose key is missing has lost nothing: it waits until the key is back.
    """
    try:
        return ledger.load_row(game_id)
    except KeyMissing as fault:
        locked_games.note_locked_game(game_id, fault)
        raise
    except SealBroken:
        void_unrevealable(game_id)
        raise


load_live_row_async = on_the_database_thread(load_live_row)


# Shared helpers.


def _build_last_entry(game_id: str, last_move: Callable[[Fairness, State], LastMove]) -> Entry | None:
    """Build the entry of a game's last move from its current row. Return None if the game is over."""
    row = load_live_row(game_id)
    fairness = build_fairness(row)
    steps = fairness.replay_steps()
    state = steps[-1].state if steps else start(parse_transcript(row.transcript)[0])
    if state.is_over:
        return None
    last = Step.apply(state, *last_move(fairness, state))
    tally = update_tally(Tally(), steps)
    return build_entry(
        row.id,
        state,
        tally,
        [last],
        fairness.deck,
        seats=row.seats,
        rated=row.rated,
        is_off_record=row.is_off_record,
    )


def _write_endings(entries: Sequence[Entry]) -> list[str]:
    """Write last moves and publish the change to the tables of the games that ended. Return their ids."""
    outcomes = dict(zip([entry.game_id for entry in entries], write_entries(entries), strict=True))
    ended = [game_id for game_id, outcome in outcomes.items() if outcome is True]
    for game_id in ended:
        publish_on_commit("row", game_id)
    for outcome in outcomes.values():
        if isinstance(outcome, Exception):
            raise outcome
    return ended
