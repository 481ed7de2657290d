"""The finished games of people that may be read, as moves, with the points that each player had before.

Only rated games have points. Games that are not over, boards that other tables still play, voided games, and
games of bots, programs, guests, sample players and closed accounts are left out. Decks come from their public
record, and no secret is unsealed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from django.db.models import Q, QuerySet

from game.engine.moves import IllegalMove
from game.engine.play import start
from game.engine.state import Seat
from game.engine.transcript import parse_transcript
from game.models import Game
from game.shared_decks.barrier import without_open
from game.table.record.steps import parse_steps
from ranking.models import Change, Kind
from study.habits.measure import Made, Shown, observe
from study.strength.luck.cards_shown import load_decks

BATCH_SIZE = 200


class Band(NamedTuple):
    """Players with points from `least` on, and below `below`."""

    least: int | None
    below: int | None

    @property
    def name(self) -> str:
        if self.least is None:
            return "all" if self.below is None else f"below {self.below}"
        return f"from {self.least}" if self.below is None else f"{self.least} to {self.below - 1}"

    def holds(self, points: int) -> bool:
        """Return whether these points are in the band."""
        return (self.least is None or points >= self.least) and (self.below is None or points < self.below)


def make_bands(bounds: Iterable[int]) -> list[Band]:
    """Return the bands between these bounds, from the weakest."""
    return [Band(*both) for both in pairwise((None, *sorted({*bounds}), None))]


def find_games() -> QuerySet[Game]:
    """Return the games that may be read, newest first."""
    finished = Game.objects.filter(
        *(_is_person(seat) for seat in ("seat_a", "seat_b")),
        rated=True,
        finished_at__isnull=False,
        winner__isnull=False,
        voided_at=None,
    )
    return without_open(finished).order_by("-finished_at", "pk")


def _is_person(seat: str) -> Q:
    flags = {"brain": "", "is_api_bot": False, "is_guest": False, "is_sample": False, "is_active": True}
    return Q(**{f"{seat}__{name}": value for name, value in flags.items()})


class Observed(NamedTuple):
    """The players of each band with their habits, and the number of games that could be read."""

    players: dict[Band, list[Shown]]
    games: int


def observe_site(bands: Sequence[Band], limit: int, step: Callable[[], None] = lambda: None) -> Observed:
    """Return what players of each band showed in the newest games.

    A player who moved from one band to another is a sample in both, each with the games played there.
    """
    found: dict[Band, dict[int, Shown]] = {band: defaultdict(Shown) for band in bands}
    read = 0
    chosen = find_games().only("transcript", "seat_a_id", "seat_b_id", "finished_at")[:limit]
    for games in _batches(chosen.iterator(BATCH_SIZE)):
        points = _load_points([game.pk for game in games])
        for game in games:
            if (moves := _load_moves(game)) is not None:
                read += 1
                one, other = (
                    _find_shown(found, player, points.get((game.pk, player)))
                    for player in (game.seat_a_id, game.seat_b_id)
                )
                observe((one, other), moves)
            step()
    return Observed({band: [*found[band].values()] for band in bands}, read)


def _batches(games: Iterator[Game]) -> Iterator[list[Game]]:
    while batch := [*islice(games, BATCH_SIZE)]:
        yield batch


def _load_points(games: Sequence[str]) -> dict[tuple[str, int], int]:
    changes = Change.objects.filter(game__in=games, kind=Kind.PEOPLE, undoes=None)
    return {(game, player): own for game, player, own in changes.values_list("game", "player", "own")}


def _find_shown(found: dict[Band, dict[int, Shown]], player: int, points: int | None) -> Shown | None:
    if points is None:
        return None
    return next((found[band][player] for band in found if band.holds(points)), None)


def _load_moves(game: Game) -> list[Made] | None:
    """Return the moves of a game's seats. None if a deck is not on record or the record cannot be read."""
    decks = load_decks(game)
    if decks is None:
        return None
    try:
        return [*_moves_of(game.transcript, decks.__getitem__)]
    except (IllegalMove, ValueError):
        return None


def _moves_of(transcript: str, deck: Callable[[int], tuple[int, ...]]) -> Iterator[Made]:
    rules, tokens = parse_transcript(transcript)
    state = start(rules)
    for made in parse_steps(state, tokens, deck):
        if made.seat is not None:
            yield Made(state, Seat(made.seat), made.move)
        state = made.state
