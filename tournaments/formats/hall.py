"""The state of an event for pairing: present players, earlier encounters, and the draw that follows."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tournaments.formats.encounters import Card, Encounter, Pair, at_tables, cards, meetings, pair_of
from tournaments.formats.format import Again, Format
from tournaments.formats.pairing import Draw, Free, Met, objection
from tournaments.formats.standings import order, places

NOBODY = 1 << 30


@dataclass(frozen=True, slots=True)
class Present:
    """A player who is present and neither paused nor out. `since` is when they became free, in ms."""

    player: int
    since: int
    club: int | None = None


@dataclass(frozen=True)
class Hall:
    """An event at one moment: present players, all encounters in order, and the blocked pairs."""

    event: str
    format: Format
    present: tuple[Present, ...]
    encounters: tuple[Encounter, ...] = ()
    blocked: frozenset[Pair] = frozenset()
    entrants: tuple[int, ...] = ()
    """Players in the standings who are not present."""

    @cached_property
    def cards(self) -> Mapping[int, Card]:
        """Return the score card of each player who is present or in the standings."""
        return cards((*self.entrants, *(here.player for here in self.present)), self.encounters)

    @cached_property
    def with_games_left(self) -> tuple[Present, ...]:
        """Return the present players who have counted games left. A live game counts as played."""
        return tuple(
            sorted(
                (here for here in self.present if self.cards[here.player].games < self.format.games),
                key=lambda here: here.player,
            )
        )

    @cached_property
    def free(self) -> tuple[Present, ...]:
        """Return the players who wait for a table."""
        playing = {*at_tables(self.encounters)}
        return tuple(here for here in self.with_games_left if here.player not in playing)

    @cached_property
    def can_go_on(self) -> bool:
        """Return whether any two players with games left may meet."""
        met = meetings(self.encounters)
        return any(_may_ever_meet(self, met, *two) for two in combinations(self.with_games_left, 2))

    def draw(self, number: int, at: int) -> Draw:
        """Return the input of a pairing at this moment."""
        met = meetings(self.encounters)
        least = _least_objections(self, met)
        place = places(order({key: card.score for key, card in self.cards.items()}, self.encounters))
        free = tuple(
            Free(
                player=here.player,
                since=here.since,
                games=card.games,
                points=card.score.points,
                place=place[here.player],
                lean=card.lean,
                dealt_first_last=card.dealt_first_last,
                least=least[here.player],
                club=here.club if self.format.across_clubs else None,
            )
            for here in self.free
            for card in [self.cards[here.player]]
        )
        playing = len(self.with_games_left) - len(free)
        return Draw(
            self.event, number, at, playing, free, (*_met(self, met),), tuple(sorted(_apart(self, met)))
        )


def _times(hall: Hall, met: Counter[Pair], one: int, other: int) -> int:
    """Return how often two players have met, as far as it counts against meeting again."""
    if hall.format.again is Again.NOT_IN_A_ROW:
        return int(any(hall.cards[a].opponents[-1:] == [b] for a, b in ((one, other), (other, one))))
    return met[pair_of(one, other)]


def _may_ever_meet(hall: Hall, met: Counter[Pair], one: Present, other: Present) -> bool:
    key = pair_of(one.player, other.player)
    again = hall.format.again is not Again.NEVER or not met[key]
    clubs = not hall.format.across_clubs or one.club != other.club
    return again and clubs and key not in hall.blocked


def _least_objections(hall: Hall, met: Counter[Pair]) -> dict[int, int]:
    """Return the least objection to an opponent that each player could still have."""
    leans = {here.player: hall.cards[here.player].lean for here in hall.with_games_left}
    return {one.player: _least_objection(hall, met, leans, one) for one in hall.free}


def _least_objection(hall: Hall, met: Counter[Pair], leans: Mapping[int, int], one: Present) -> int:
    least = NOBODY
    for other in hall.with_games_left:
        if other is not one and _may_ever_meet(hall, met, one, other):
            times = _times(hall, met, one.player, other.player)
            least = min(least, objection(times, leans[one.player], leans[other.player]))
            if not least:
                break
    return 0 if least == NOBODY else least


def _met(hall: Hall, met: Counter[Pair]) -> Iterator[Met]:
    for one, other in combinations([here.player for here in hall.free], 2):
        if times := _times(hall, met, one, other):
            since = min(hall.cards[one].games_since(other), hall.cards[other].games_since(one))
            yield Met(one, other, times, since)


def _apart(hall: Hall, met: Counter[Pair]) -> Iterator[Pair]:
    for one, other in combinations(hall.free, 2):
        key = pair_of(one.player, other.player)
        if key in hall.blocked or (hall.format.again is Again.NEVER and met[key]):
            yield key
