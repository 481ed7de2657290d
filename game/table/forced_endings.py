"""Live games that are ended from outside: their player is banned, or a host calls one off."""

import logging
from collections.abc import Callable, Sequence
from functools import partial

from django.db import transaction

from common import clock
from game.engine.moves import Leave, Move, Void
from game.engine.moves import Unshown as UnshownMove
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.tally import Tally
from game.engine.transcript import split
from game.models import Game, Player
from game.runtime.pubsub import announce
from game.table import ledger
from game.table.ending import result_of
from game.table.entries import Entry, write
from game.table.fairness import Fairness, fairness_of
from game.table.record import Step, has_begun, tallied
from game.table.revealed_deals import shown
from game.table.sealed_secrets import KeyMissing, SealBroken
from game.table.unrevealable import call_off
from rng.models import Unshown

log = logging.getLogger(__name__)

LastMove = tuple[Seat | None, Move]
NOBODYS: LastMove = (None, Void())
AT_ONCE = 100
TRIES = 20  # nobody moves so often between two looks at a row


class StillMoving(Exception):
    """A game that was to be ended moved on whenever it was tried."""


def lose_live_games(player: Player) -> list[str]:
    """End all games that a player is in, whatever process plays them: lost, or void where nobody has thrown.

    Where he alone owes his part of the shuffle he has lost too. A game whose key is not here has to wait.

    From any thread but the event loop's; the ids of the games that ended here. Other moves may be first, and
    then it is tried again. All go in one batch, so that rows are locked in the order of every other batch.
    """
    ended: list[str] = []
    left_out: list[str] = []
    live = Game.objects.of(player).unfinished()
    for _ in range(TRIES):
        games = list(live.exclude(pk__in=left_out))
        if not games:
            return ended
        entries = []
        for game in games:
            try:
                entries.append(_last_entry(game.pk, partial(_leaving, player, game)))
            except SealBroken:  # it is void by that
                ended.append(game.pk)
            except KeyMissing:
                left_out.append(game.pk)
            except ValueError:
                log.exception("game %s: it cannot be read, and so not be ended", game.pk)
                left_out.append(game.pk)
        ended += _end([entry for entry in entries if entry is not None])
    raise StillMoving(f"games of {player} could not be ended")


def void_live_game(game_id: str) -> bool:
    """Call a game off; False where it is over, an IllegalMove where somebody has thrown already.

    KeyMissing where that cannot be told, for its key is not here.
    """
    for _ in range(TRIES):
        try:
            entry = _last_entry(game_id, lambda fairness, state: NOBODYS)
        except SealBroken:
            return True
        if entry is None:
            return False
        if _end([entry]):
            return True
    raise StillMoving(f"game {game_id} could not be ended")


def take_back_live_games() -> int:
    """Void every live game and count it in public, for time went back: its cards may be known by now.

    No other process plays meanwhile. How many there were.
    """
    ended = 0
    while live := list(Game.objects.unfinished().order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            entries = [entry for game_id in live if (entry := _unshown_entry(game_id)) is not None]
            Unshown.objects.bulk_create([Unshown(game=entry.game_id, at=clock.now()) for entry in entries])
            if len(_end(entries)) != len(entries):
                raise StillMoving("somebody plays while a backup is restored")
        ended += len(live)
    return ended


def _unshown_entry(game_id: str) -> Entry | None:
    """How a game ends whose cards shall not be shown; None where it is over by now."""
    try:
        return _last_entry(game_id, lambda fairness, state: (None, UnshownMove()))
    except SealBroken:  # it is void by that
        pass
    except (KeyMissing, ValueError):
        call_off(game_id)
    return None


def _leaving(player: Player, game: Game, fairness: Fairness, state: State) -> LastMove:
    seat = game.seat_of(player)
    return (seat, Leave()) if has_begun(state) or fairness.owing == (seat,) else NOBODYS


def _last_entry(game_id: str, last_move: Callable[[Fairness, State], LastMove]) -> Entry | None:
    """A game's last move, as its row stands; None where it is over."""
    row = ledger.live_row(game_id)
    fairness = fairness_of(row)
    taken = fairness.replayed()
    state = taken[-1].state if taken else start(split(row.transcript)[0])
    if state.is_over:
        return None
    last, tally = Step.after(state, *last_move(fairness, state)), tallied(Tally(), taken)
    result = result_of(last.state, tallied(tally, [last]))
    deals = shown(state, tally, [last], fairness.deck)
    return Entry(row.id, row.ply, (last.word,), None, result, scores=state.scores, shown=deals)


def _end(entries: Sequence[Entry]) -> list[str]:
    """Write last moves, and tell the tables of the games that ended by them."""
    outcomes = dict(zip([entry.game_id for entry in entries], write(entries), strict=True))
    ended = [game_id for game_id, outcome in outcomes.items() if outcome is True]
    for game_id in ended:
        transaction.on_commit(partial(announce, "row", game_id))
    for outcome in outcomes.values():
        if isinstance(outcome, Exception):
            raise outcome
    return ended
