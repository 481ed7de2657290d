"""Live games that are ended from outside: their player is banned, or a host calls one off."""

import logging
from collections.abc import Callable, Sequence
from functools import partial

from django.db import transaction

from common import clock
from game.engine.moves import Leave, Move, Void
from game.engine.moves import Unrevealable as UnshownMove
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.models import Game, Player
from game.runtime.pubsub import publish_on_commit
from game.table import ledger
from game.table.entries import Entry, build_entry, write_entries
from game.table.fairness import Fairness, build_fairness
from game.table.record import Step, has_begun, update_tally
from game.table.sealed_secrets import KeyMissing, SealBroken
from game.table.unrevealable import void_unrevealable
from rng.models import Unshown

log = logging.getLogger(__name__)

LastMove = tuple[Seat | None, Move]
VOID_MOVE: LastMove = (None, Void())
BATCH_SIZE = 100
MAX_ATTEMPTS = 20  # nobody moves so often between two looks at a row


class GameKeptMoving(Exception):
    """A game that was to be ended moved on whenever it was tried."""


def forfeit_live_games(player: Player) -> list[str]:
    """End all games that a player is in, whatever process plays them: lost, or void where nobody has thrown.

    Where he alone owes his part of the shuffle he has lost too. A game whose key is not here has to wait.

    From any thread but the event loop's; the ids of the games that ended here. Other moves may be first, and
    then it is tried again. All go in one batch, so that rows are locked in the order of every other batch.
    """
    ended: list[str] = []
    left_out: list[str] = []
    live = Game.objects.with_player(player).unfinished()
    for _ in range(MAX_ATTEMPTS):
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


def void_live_game(game_id: str) -> bool:
    """Call a game off; False where it is over, an IllegalMove where somebody has thrown already.

    KeyMissing where that cannot be told, for its key is not here.
    """
    for _ in range(MAX_ATTEMPTS):
        try:
            entry = _build_last_entry(game_id, lambda fairness, state: VOID_MOVE)
        except SealBroken:
            return True
        if entry is None:
            return False
        if _write_endings([entry]):
            return True
    raise GameKeptMoving(f"game {game_id} could not be ended")


def void_all_live_games() -> int:
    """Void every live game and count it in public, for time went back: its cards may be known by now.

    No other process plays meanwhile. How many there were.
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
    """How a game ends whose cards shall not be shown; None where it is over by now."""
    try:
        return _build_last_entry(game_id, lambda fairness, state: (None, UnshownMove()))
    except SealBroken:  # it is void by that
        pass
    except (KeyMissing, ValueError):
        void_unrevealable(game_id)
    return None


def _forfeit_move(player: Player, game: Game, fairness: Fairness, state: State) -> LastMove:
    seat = game.seat_of(player)
    return (seat, Leave()) if has_begun(state) or fairness.unrevealed_seats == (seat,) else VOID_MOVE


def _build_last_entry(game_id: str, last_move: Callable[[Fairness, State], LastMove]) -> Entry | None:
    """A game's last move, as its row stands; None where it is over."""
    row = ledger.load_live_row(game_id)
    fairness = build_fairness(row)
    taken = fairness.replay_steps()
    state = taken[-1].state if taken else start(parse_transcript(row.transcript)[0])
    if state.is_over:
        return None
    last = Step.apply(state, *last_move(fairness, state))
    return build_entry(row.id, state, update_tally(Tally(), taken), [last], fairness.deck)


def _write_endings(entries: Sequence[Entry]) -> list[str]:
    """Write last moves, and tell the tables of the games that ended by them."""
    outcomes = dict(zip([entry.game_id for entry in entries], write_entries(entries), strict=True))
    ended = [game_id for game_id, outcome in outcomes.items() if outcome is True]
    for game_id in ended:
        publish_on_commit("row", game_id)
    for outcome in outcomes.values():
        if isinstance(outcome, Exception):
            raise outcome
    return ended
