"""Every way by which a game is ended from outside its table: a function for each reason."""

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
MAX_ATTEMPTS = 20  # nobody moves so often between two looks at a row

VOIDED_MESSAGE = _(
    "The server can’t reveal its part of this game’s shuffle, so the game is void and no one "
    "wins or loses. The fairness page says how often this has happened."
)
RESULT_STANDS_MESSAGE = _("This game’s cards can’t be revealed any more. Its result stands.")


class GameKeptMoving(Exception):
    """A game that was to be ended moved on at every attempt."""


# A player may not stay.


def forfeit_live_games(player: Player) -> list[str]:
    """End all games of a player who is banned or has left for good, whatever process plays them.

    They are lost, or void where nobody has thrown yet; but a player who alone still owes a secret has lost as
    well. A game whose key is not here has to wait.

    From any thread but the event loop's; the ids of the games that ended here. Other moves may be first, and
    then it is tried again. All go in one batch, so that rows are locked in the order of every other batch.
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
            except SealBroken:  # it is void by that
                ended.append(game.pk)
            except KeyMissing:
                left_out.append(game.pk)
            except ValueError:
                log.exception("game %s: it cannot be read, and so not be ended", game.pk)
                left_out.append(game.pk)
        ended += _write_endings([entry for entry in entries if entry is not None])
    raise GameKeptMoving(f"games of {player} could not be ended")


def _forfeit_move(player: Player, game: Game, fairness: Fairness, state: State) -> LastMove:
    seat = game.seat_of(player)
    return (seat, Leave()) if has_begun(state) or fairness.unrevealed_seats == (seat,) else VOID_MOVE


# A host takes a game back.


def void_by_ruling(game_id: str) -> None:
    """Void a game: a live one ends without a winner, a finished one counts no more and its points go back."""
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    if game.voided_at is not None or game.ended == Ended.VOID.value:
        raise Refusal("too_late", gettext("This game is already void."))
    if game.finished_at is None:
        _void_live_or_refuse(game_id)
    now = clock.now()
    _mark_voided(game_id, now)
    publish(GameOver(Cause.RULING, {game_id: VOIDED}, now, [game]))


def _mark_voided(game_id: str, at: datetime | F) -> None:
    Game.objects.filter(pk=game_id).update(voided_at=at)
    Scoresheet.objects.filter(game=game_id).update(voided=True)


def _void_live_or_refuse(game_id: str) -> None:
    """End a live game without a winner, as the rules allow it until somebody has thrown."""
    try:
        void_live_game(game_id)
    except IllegalMove:
        raise Refusal(
            "too_late", gettext("This game is in progress. You can void it when it’s over.")
        ) from None
    except KeyMissing:
        says = gettext("This game can’t be opened because its key is missing. See the site’s log.")
        raise Refusal("locked", says) from None


def void_live_game(game_id: str) -> bool:
    """End a live game without a winner; False where it is over, IllegalMove where somebody has thrown.

    KeyMissing where that cannot be known, for its key is not here.
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


# Nobody touches it any more.


@transaction.atomic
def void_untouched(game_id: str, ply: int) -> bool:
    """Void a game that has stood at this ply for long; False where it is over, or somebody has just moved.

    One in which somebody has thrown ends as left by a person who was awaited, and counts for nobody: only
    before the first throw do the rules know a void game.
    """
    entry = _build_last_entry(game_id, partial(_leave_or_void, Game.objects.get(pk=game_id)))
    if entry is None or entry.ply != ply or not _write_endings([entry]):
        return False
    if entry.result is not None and entry.result.winner is not None:
        # At the very moment of its end: by that it is known from a game that a host took back.
        _mark_voided(game_id, F("finished_at"))
        publish(GameOver(Cause.UNTOUCHED, {game_id: VOIDED}, clock.now()))
    return True


# Its round closes, whatever is still played.


@transaction.atomic
def end_at_close(game_id: str) -> bool:
    """End a game whose time as a whole is up: it is left by who was awaited, or void; False where it is over.

    Other moves may be first, and then it is tried again.
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


# The server cannot show its cards: nobody wins by it, and it is counted in public.


@transaction.atomic
def void_unrevealable(game_id: str) -> bool:
    """Void a game whose secrets do not open, whatever process plays it; False where it is over."""
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
        log.error("game %s: its secrets do not open, so it is void: are the sealing keys right?", game_id)
        publish_on_commit("unshown", game_id)
        transaction.on_commit(GAMES_ENDED.labels(Ended.VOID.value).inc)
    return bool(ended)


def describe_unrevealable(game_id: str) -> Promise:
    """What a player is told of a game whose secrets do not open."""
    return VOIDED_MESSAGE if Unshown.objects.filter(game=game_id).exists() else RESULT_STANDS_MESSAGE


def void_games_with_lost_keys() -> int:
    """Void the live games whose keys a host has given up for lost; how many there were."""
    live = Game.objects.unfinished().order_by("pk").values_list("pk", "secrets__sealed")
    here = sealing_keys()
    lost = [pk for pk, sealed in live if seal.missing_key_ids([seal.sealing_key_id(sealed or "")], here)]
    return sum(map(void_unrevealable, lost))


def void_restored_games() -> int:
    """Void every live game of a restored backup, for its cards may be known by now; how many there were.

    No other process plays meanwhile.
    """
    ended = 0
    while live := list(Game.objects.unfinished().order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE]):
        with transaction.atomic():
            entries = [entry for game_id in live if (entry := _unrevealable_entry(game_id)) is not None]
            Unshown.objects.bulk_create([Unshown(game=entry.game_id, at=clock.now()) for entry in entries])
            if len(_write_endings(entries)) != len(entries):
                raise GameKeptMoving("somebody plays while a backup is restored")
        ended += len(live)
    return ended


def _unrevealable_entry(game_id: str) -> Entry | None:
    """The entry by which a game ends whose cards shall not be shown; None where it is over by now."""
    try:
        return _build_last_entry(game_id, lambda fairness, state: (None, Unrevealable()))
    except SealBroken:  # it is void by that
        pass
    except (KeyMissing, ValueError):
        void_unrevealable(game_id)
    return None


# A row is loaded, and perhaps its secrets are found to be lost.


def load_live_row(game_id: str) -> GameRow:
    """Load the row of a game that is played; one that is found to have lost its secrets is void by that.

    One whose key is not here has lost nothing: it waits until the key is back.
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


# What they have in common.


def _build_last_entry(game_id: str, last_move: Callable[[Fairness, State], LastMove]) -> Entry | None:
    """The entry of a game's last move, as its row stands; None where it is over."""
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
        shares_decks=row.shared is not None,
    )


def _write_endings(entries: Sequence[Entry]) -> list[str]:
    """Write last moves, and publish it to the tables of the games that ended by them."""
    outcomes = dict(zip([entry.game_id for entry in entries], write_entries(entries), strict=True))
    ended = [game_id for game_id, outcome in outcomes.items() if outcome is True]
    for game_id in ended:
        publish_on_commit("row", game_id)
    for outcome in outcomes.values():
        if isinstance(outcome, Exception):
            raise outcome
    return ended
