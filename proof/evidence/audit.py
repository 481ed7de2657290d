"""Compare games with the record of deals: it must have exactly the revealed deals, as they were dealt."""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from common import clock
from game.engine.play import start
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.models import Game
from game.table.record import ledger
from game.table.record.revealed_deals import newly_revealed
from game.table.record.round_of_game import find_recorded_game
from game.table.shuffle.fairness import build_fairness
from rng.models import Deal
from rng.seal import SealError

Columns = Mapping[str, Any]

log = logging.getLogger(__name__)

BATCH_SIZE = 500
POINT_COLUMNS = ("pone_hand", "dealer_hand", "crib")
# Columns added to the record later. Old deals have no values: betting on them is impossible by now.
SETTLED_COLUMNS = ("dealer", "rated", "beginning")
SCORE_COLUMNS = ("score_a", "score_b", "target")


class DealFault(NamedTuple):
    """A deal that is missing from the record, differs from the dealt one, or was never revealed."""

    game: str
    number: int
    what: str

    @property
    def is_missing(self) -> bool:
        """Return whether the deal is only missing, so that it can be added.

        Recorded deals are never altered.
        """
        return self.what == "missing"


def find_faults(*, mend: bool, progress: Callable[[int], None]) -> Iterator[DealFault]:
    """Find differences between games and the record of deals. With `mend`, add missing deals."""
    last = ""
    while ids := list(of_real_players(Game.objects.filter(pk__gt=last))[:BATCH_SIZE]):
        known = _load_recorded_deals(ids)
        for game_id in ids:
            # A live game may have revealed a deal meanwhile, so a fault is checked again under a lock.
            if any(_compare(game_id, known[game_id], _load_shown_deals(game_id))):
                with transaction.atomic():
                    yield from _recheck_locked(game_id, mend=mend)
        progress(len(ids))
        last = ids[-1]
    orphans = Deal.objects.filter(~Exists(Game.objects.filter(pk=OuterRef("game"))))
    for game, number in orphans.values_list("game", "number").order_by("game", "number"):
        yield DealFault(game, number, "of no game")


def of_real_players(games: QuerySet[Game]) -> QuerySet[Game, str]:
    """Leave out sample games: the record is of decks that people played with."""
    real = games.exclude(Q(seat_a__is_sample=True) | Q(seat_b__is_sample=True))
    return real.order_by("pk").values_list("pk", flat=True)


def _recheck_locked(game_id: str, *, mend: bool) -> Iterator[DealFault]:
    list(Game.objects.select_for_update(of=("self",), no_key=True).filter(pk=game_id).values("pk"))
    known, shown = _load_recorded_deals([game_id])[game_id], _load_shown_deals(game_id)
    if mend:
        missing = [columns for number, columns in (shown or {}).items() if number not in known]
        at = clock.now()
        Deal.objects.bulk_create([Deal(game=game_id, at=at, **columns) for columns in missing])
    yield from _compare(game_id, known, shown)


def _compare(
    game_id: str, known: dict[int, Deal], shown: Mapping[int, Columns] | None
) -> Iterator[DealFault]:
    if shown is None:
        return
    for number in sorted({*shown, *known}):
        if number not in known:
            yield DealFault(game_id, number, "missing")
        elif number not in shown:
            yield DealFault(game_id, number, "not shown")
        elif bytes(known[number].deck) != shown[number]["deck"]:
            yield DealFault(game_id, number, "another deck")
        elif any(getattr(known[number], column) != shown[number][column] for column in POINT_COLUMNS):
            yield DealFault(game_id, number, "other points")
        elif _has_other_people(known[number], shown[number]):
            yield DealFault(game_id, number, "other people")
        elif _differs(known[number], shown[number], SCORE_COLUMNS):
            yield DealFault(game_id, number, "other scores")


def _has_other_people(known: Deal, shown: Columns) -> bool:
    """Return whether the record names different people from those dealt. Unknown values are no fault.

    A guest may have an account by now, so only bots can be compared by seat.
    """
    is_other_bots = known.seats is not None and _bots(known.seats) != _bots(shown["seats"])
    return is_other_bots or _differs(known, shown, SETTLED_COLUMNS)


def _differs(known: Deal, shown: Columns, columns: Sequence[str]) -> bool:
    """Return whether a column that the record knows is not as it was dealt."""
    return any(getattr(known, column) not in (None, shown[column]) for column in columns)


def _bots(seats: str) -> list[bool]:
    return [kind == "b" for kind in seats]


def _load_shown_deals(game_id: str) -> Mapping[int, Columns] | None:
    """Return all revealed deals of a game by number, reconstructed; None if its secrets stay sealed."""
    try:
        row = ledger.load_row(game_id)
    except SealError:
        log.warning("game %s: its secrets cannot be unsealed, so its deals cannot be reconstructed", game_id)
        return None
    if row.shared and (row.is_open_board or find_recorded_game(row.shared.round_id) != game_id):
        return {}
    fairness = build_fairness(row)
    shown = newly_revealed(
        start(parse_transcript(row.transcript)[0]), Tally(), fairness.replay_steps(), fairness.deck
    )
    if row.shared:
        shown = tuple([deal.without_scores() for deal in shown])
    people = {"seats": row.seats, "rated": row.rated}
    return {deal.number: {**deal.columns, **people} for deal in shown}


def _load_recorded_deals(ids: Sequence[str]) -> dict[str, dict[int, Deal]]:
    known: dict[str, dict[int, Deal]] = defaultdict(dict)
    for deal in Deal.objects.filter(game__in=ids):
        known[deal.game][deal.number] = deal
    return known
