"""The summary of a finished game: the sources of its points, and its player's streak and record."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q

from game.engine.tally import Tally
from game.models import Game, Scoresheet
from game.table.record.ledger import load_row
from game.table.record.steps import update_tally
from game.table.shuffle.fairness import replay_row
from people.profiles.record import MAX_GAMES, HeadToHead, add_up_meetings, counted_games
from rng.seal import KeyMissing, SealBroken


@dataclass(frozen=True, slots=True)
class PointSources:
    """The sources of one side's points. `other` has nibs, muggins and points from overcounts."""

    pegging: int
    hands: int
    cribs: int
    other: int
    best_hand: int


@dataclass(frozen=True, slots=True)
class WinningRun:
    """A streak of wins up to a game: the current one, the longest, and the one that the game ended."""

    now: int
    longest: int
    ended: int


@dataclass(frozen=True, slots=True)
class ViewerSummary:
    """A game among all games of its player."""

    run: WinningRun
    met: HeadToHead


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A finished game in review. `mine` is set only for its players."""

    by_seat: tuple[PointSources, ...]
    mine: ViewerSummary | None


def build_game_summary(game: Game, viewer: Any) -> GameSummary:
    """Return the summary of a game, or None if it has no winner or was voided."""
    sheets = list(Scoresheet.objects.filter(game=game, voided=False, won__isnull=False).order_by("seat"))
    own = next((sheet for sheet in sheets if sheet.player_id == viewer.pk), None)
    return GameSummary(load_point_sources(game, sheets), viewer_summary(own) if own else None)


def load_point_sources(game: Game, sheets: Sequence[Scoresheet]) -> tuple[PointSources, ...]:
    """Return the sources of each side's points, or nothing if they need secrets that cannot be unsealed."""
    try:
        pegged = _replay_pegging(game) if any(sheet.pegged is None for sheet in sheets) else None
    except (KeyMissing, SealBroken):
        return ()
    return tuple(
        _point_sources(sheet, pegged[sheet.seat] if pegged else sheet.pegged or 0, game.start[sheet.seat])
        for sheet in sheets
    )


def _replay_pegging(game: Game) -> tuple[int, int]:
    """Return each seat's pegging from the events of a game, for sheets that do not store it."""
    a, b = update_tally(Tally(), replay_row(load_row(game.pk))).sheets
    return a.pegged, b.pegged


def _point_sources(sheet: Scoresheet, pegging: int, at_start: int) -> PointSources:
    """Return the sources of one side's points, without the points it started with."""
    other = sheet.points - at_start - pegging - sheet.hand_points - sheet.crib_points
    return PointSources(pegging, sheet.hand_points, sheet.crib_points, other, sheet.best_hand)


def viewer_summary(sheet: Scoresheet) -> ViewerSummary:
    """Return a player's streak and record right after this game."""
    so_far = counted_games(sheet.player_id).filter(Q(at__lt=sheet.at) | Q(pk__lte=sheet.pk), at__lte=sheet.at)
    newest_first = so_far.order_by("-at", "-pk").values_list("won", flat=True)[:MAX_GAMES]
    return ViewerSummary(
        winning_run(bool(won) for won in newest_first),
        add_up_meetings(so_far.filter(opponent=sheet.opponent_id)),
    )


def winning_run(newest_first: Iterable[bool]) -> WinningRun:
    """Return the streak of these results."""
    spells = [(won, sum(1 for _ in games)) for won, games in groupby(newest_first)]
    runs = [length for won, length in spells if won]
    if not spells or spells[0][0]:
        return WinningRun(now=runs[0] if runs else 0, longest=max(runs, default=0), ended=0)
    just_ended = spells[0][1] == 1 and len(spells) > 1
    return WinningRun(now=0, longest=max(runs, default=0), ended=runs[0] if just_ended else 0)
