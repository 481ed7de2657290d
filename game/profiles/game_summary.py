"""What a finished game meant: where its points came from, and its player's run and record with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count, Q

from game.models import Game, Scoresheet
from game.profiles.record import MOST, counted

WINS = Count("pk", filter=Q(won=True))


@dataclass(frozen=True, slots=True)
class Sources:
    """Where one side's points came from; `other` are nibs, muggins and what an unfinished deal brought."""

    pegging: int
    hands: int
    cribs: int
    other: int
    best_hand: int


@dataclass(frozen=True, slots=True)
class Run:
    """Wins in a row up to a game: with it, at best, and the run that it put an end to."""

    now: int
    longest: int
    ended: int


@dataclass(frozen=True, slots=True)
class Met:
    """Games against the same opponent, up to this one."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Mine:
    """A game among all of its player's games."""

    run: Run
    met: Met


@dataclass(frozen=True, slots=True)
class Meaning:
    """A finished game, looked back on; `mine` to none but one of its players."""

    by_seat: tuple[Sources, ...]
    mine: Mine | None


def meaning_of(game: Game, viewer: Any) -> Meaning:
    """What a game meant when it ended; nothing at all, where nobody won it or a host took it back."""
    sheets = Scoresheet.objects.filter(game=game, voided=False, won__isnull=False).order_by("seat")
    own = next((sheet for sheet in sheets if sheet.player_id == viewer.pk), None)
    return Meaning(tuple(map(sources_of, sheets)), mine_of(own) if own else None)


def sources_of(sheet: Scoresheet) -> Sources:
    """One side's points, taken apart."""
    pegging = sheet.pegged_as_dealer + sheet.pegged_as_pone
    other = sheet.points - pegging - sheet.hand_points - sheet.crib_points
    return Sources(pegging, sheet.hand_points, sheet.crib_points, other, sheet.best_hand)


def mine_of(sheet: Scoresheet) -> Mine:
    """A player's run and record as they stood when this game had ended."""
    so_far = counted(sheet.player_id).filter(Q(at__lt=sheet.at) | Q(pk__lte=sheet.pk), at__lte=sheet.at)
    newest_first = so_far.order_by("-at", "-pk").values_list("won", flat=True)[:MOST]
    games = so_far.filter(opponent=sheet.opponent_id).aggregate(all=Count("pk"), wins=WINS)
    return Mine(run_of(bool(won) for won in newest_first), Met(games["wins"], games["all"] - games["wins"]))


def run_of(newest_first: Iterable[bool]) -> Run:
    """The run that games won and lost make."""
    spells = [(won, sum(1 for _ in games)) for won, games in groupby(newest_first)]
    runs = [length for won, length in spells if won]
    if not spells or spells[0][0]:
        return Run(now=runs[0] if runs else 0, longest=max(runs, default=0), ended=0)
    just_ended = spells[0][1] == 1 and len(spells) > 1
    return Run(now=0, longest=max(runs, default=0), ended=runs[0] if just_ended else 0)
