"""Simulated evenings: players join late, leave or do not come, and are paired by the real code."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from json import loads
from math import exp, log, sqrt
from statistics import mean, stdev
from typing import TypedDict

from rng.framing import H
from rng.twister import Twister, stream
from tournaments.formats.encounters import Encounter, Pair, cards, meetings, pair_of
from tournaments.formats.format import GRACE_MINUTES, Format, night
from tournaments.formats.hall import Hall, Present
from tournaments.formats.pairing import PATIENCE, VERSION, Draw, Table, is_due, pair, parse_draw, to_json
from tournaments.formats.scoring import NOBODY_CAME, Result, given_up, no_show, played
from tournaments.formats.standings import Line, standings

SECOND = 1000
MINUTE = 60 * SECOND
BEGIN_MS = 60 * SECOND
"""The time to begin a game."""
LONGEST_WAIT_MS = 60 * SECOND
MOST_ABSENCES = 2

# Probabilities of what players do, in percent.
LATE, LEAVE, ABSENT, GIVE_UP, BLOCK = 15, 8, 1.5, 3, 0.5
QUICK_GAME_MINUTES = (6, 14)


@dataclass(frozen=True)
class Figures:
    """The figures of one evening."""

    players: int
    games: int
    no_shows: int
    waits: tuple[int, ...]  # ms from becoming free to a table
    longest_with_a_partner: int  # ms that a player waited while an allowed partner was free
    again: int  # tables of two players who had met
    two_apart: int  # players who had two first deals more, or fewer, than their opponents
    short: int  # counted games that players who stayed to the end missed
    faults: tuple[str, ...]


@dataclass
class Guest:
    """A player's plans for this evening, and their current state."""

    player: int
    joins: int
    leaves: int
    strength: float
    since: int = 0
    is_here: bool = False
    absences: int = 0


@dataclass
class Evening:
    """An evening in progress."""

    format: Format
    event: str
    root: bytes
    chance: Twister
    guests: dict[int, Guest]
    blocked: frozenset[Pair]
    encounters: list[Encounter] = field(default_factory=list)
    agenda: list[tuple[int, int, str, int]] = field(default_factory=list)
    pairings: list[tuple[str, tuple[Table, ...]]] = field(default_factory=list)
    waits: list[int] = field(default_factory=list)
    wakes: set[int] = field(default_factory=set)
    partner_since: dict[int, int] = field(default_factory=dict)
    longest_with_a_partner: int = 0
    again: int = 0
    faults: list[str] = field(default_factory=list)
    last_draw: Draw | None = None  # valid as long as nothing but the time changes

    @property
    def closes(self) -> int:
        """Return the time after which no more pairings are made."""
        return self.format.minutes * MINUTE

    def plan(self, at: int, what: str, whom: int) -> None:
        """Schedule an event of the simulation."""
        heappush(self.agenda, (at, len(self.agenda), what, whom))

    def hall(self) -> Hall:
        """Return the input of pairing: present players and past games."""
        present = [Present(guest.player, guest.since) for guest in self.guests.values() if guest.is_here]
        return Hall(
            self.event,
            self.format,
            tuple(present),
            tuple(self.encounters),
            self.blocked,
            tuple(guest.player for guest in self.guests.values()),
        )

    def draw(self, at: int) -> Draw:
        """Return the input of a pairing at this moment."""
        if self.last_draw is None:
            self.last_draw = self.hall().draw(len(self.pairings) + 1, at)
        return replace(self.last_draw, at=at)


def simulate(seed: int, number: int, players: int, format: Format | None = None) -> Figures:
    """Play the evening of this number and check every rule."""
    evening = _prepare(seed, number, players, format or night())
    while evening.agenda:
        at = evening.agenda[0][0]
        while evening.agenda and evening.agenda[0][0] == at:
            _, _, what, whom = heappop(evening.agenda)
            HAPPENINGS[what](evening, at, whom)
            if what != "wakes":
                evening.last_draw = None
        if at < evening.closes:
            _pair_if_due(evening, at)
    return _figures(evening)


def _prepare(seed: int, number: int, players: int, format: Format) -> Evening:
    chance = stream(H(b"evening", str(seed).encode()), f"night {number}")
    ms = format.minutes * MINUTE
    guests = {
        player: Guest(
            player,
            joins=_seconds(chance, 0, format.join_minutes * MINUTE) if _happens(chance, LATE) else 0,
            leaves=_seconds(chance, 0, ms) if _happens(chance, LEAVE) else ms + GRACE_MINUTES * MINUTE,
            strength=chance.gauss(0, 1),
        )
        for player in range(1, players + 1)
    }
    every_pair = [(one, other) for one in guests for other in guests if one < other]
    blocked = frozenset(key for key in every_pair if _happens(chance, BLOCK))
    evening = Evening(format, f"n{number}", chance.randbytes(32), chance, guests, blocked)
    for guest in guests.values():
        evening.plan(guest.joins, "joins", guest.player)
        evening.plan(max(guest.leaves, guest.joins), "leaves", guest.player)
    return evening


def _happens(chance: Twister, percent: float) -> bool:
    return chance.random() * 100 < percent


def _seconds(chance: Twister, low: int, high: int) -> int:
    """Return a random time between two, in whole seconds as ms."""
    return chance.randrange(low, high + 1) // SECOND * SECOND


def _join(evening: Evening, at: int, player: int) -> None:
    guest = evening.guests[player]
    if at < max(guest.leaves, 1):
        guest.is_here, guest.since = True, at


def _leave(evening: Evening, at: int, player: int) -> None:
    evening.guests[player].is_here = False


def _return(evening: Evening, at: int, player: int) -> None:
    if at < evening.guests[player].leaves:
        _join(evening, at, player)


def _end(evening: Evening, at: int, number: int) -> None:
    """End a game: by its last card, by resignation, or because a player never came."""
    met = evening.encounters[number]
    result = _result(evening, at, met)
    evening.encounters[number] = Encounter(met.first, met.second, result)
    for player in met.players:
        evening.guests[player].since = at


def _result(evening: Evening, at: int, met: Encounter) -> Result:
    chance = evening.chance
    one, other = (evening.guests[player] for player in met.players)
    gone = [place for place, guest in enumerate((one, other)) if at >= guest.leaves]
    if gone:
        return given_up(gone[0], (chance.randrange(30, 121), chance.randrange(30, 121)))
    favourite = 50 + 6 * max(-3, min(3, one.strength - other.strength)) + 3
    winner = 0 if _happens(chance, favourite) else 1
    own = max(40, 120 - int(abs(chance.gauss(0, 22))))
    if _happens(chance, GIVE_UP):
        return given_up(1 - winner, (own, own))
    return played((121, own) if winner == 0 else (own, 121))


def _absent(evening: Evening, at: int, number: int) -> None:
    """Handle a player who has not begun in time: pause them, and drop them the second time."""
    met = evening.encounters[number]
    absent = evening.chance.randrange(2)
    both = _happens(evening.chance, 5)
    evening.encounters[number] = Encounter(met.first, met.second, NOBODY_CAME if both else no_show(absent))
    for place, player in enumerate(met.players):
        guest = evening.guests[player]
        guest.since = at
        if both or place == absent:
            guest.absences += 1
            guest.is_here = False
            if guest.absences < MOST_ABSENCES:
                evening.plan(at + _seconds(evening.chance, MINUTE, 10 * MINUTE), "returns", player)


def _wake(evening: Evening, at: int, player: int) -> None:
    """Do nothing: only time has passed, which a pairing may have waited for."""


HAPPENINGS = {
    "joins": _join,
    "leaves": _leave,
    "returns": _return,
    "ends": _end,
    "absent": _absent,
    "wakes": _wake,
}


def _pair_if_due(evening: Evening, at: int) -> None:
    draw = evening.draw(at)
    _watch_waits(evening, draw)
    if is_due(draw):
        tables = pair(draw, evening.root)
        evening.faults += _faults(evening, draw, tables)
        evening.pairings.append((to_json(draw), tables))
        for table in tables:
            _open(evening, at, table)
        evening.last_draw = None
        draw = evening.draw(at)
        _watch_waits(evening, draw)
    _wake_when_due(evening, draw)


def _open(evening: Evening, at: int, table: Table) -> None:
    evening.waits += [at - evening.guests[player].since for player in table]
    number = len(evening.encounters)
    evening.encounters.append(Encounter(*table))
    if _happens(evening.chance, ABSENT):
        evening.plan(at + BEGIN_MS, "absent", number)
    else:
        least, most = (minutes * MINUTE for minutes in QUICK_GAME_MINUTES)
        lasts = sum(_seconds(evening.chance, least, most) for _ in range(2)) // 2
        leaves = min(evening.guests[player].leaves for player in table)
        evening.plan(max(at + SECOND, min(at + lasts, leaves)), "ends", number)


def _wake_when_due(evening: Evening, draw: Draw) -> None:
    """Schedule a check for the moment when a pairing becomes due by time alone."""
    if is_due(draw):
        evening.plan(draw.at + SECOND, "wakes", 0)
    for wait in (20 * SECOND, 40 * SECOND, *PATIENCE[VERSION]):
        for free in draw.free:
            at = free.since + wait + SECOND
            if at > draw.at and at not in evening.wakes:
                evening.wakes.add(at)
                evening.plan(at, "wakes", free.player)


def _watch_waits(evening: Evening, draw: Draw) -> None:
    """Measure how long each player waits while an allowed partner is free."""
    with_a_partner = {player for key in draw.allowed for player in key}
    for player in with_a_partner:
        since = evening.partner_since.setdefault(player, draw.at)
        evening.longest_with_a_partner = max(evening.longest_with_a_partner, draw.at - since)
    for player in {*evening.partner_since} - with_a_partner:
        del evening.partner_since[player]


def _faults(evening: Evening, draw: Draw, tables: tuple[Table, ...]) -> Iterator[str]:
    """Yield the violations of the rules by these tables, computed from the games alone."""
    busy = Counter(player for met in evening.encounters if met.result is None for player in met.players)
    busy.update(player for table in tables for player in table)
    yield from (f"{player} is at two tables" for player, n in busy.items() if n > 1)
    met = meetings(evening.encounters)
    waits = {free.player: draw.at - free.since for free in draw.free}
    have = Counter(player for met in evening.encounters if met.counts for player in met.players)
    left = [
        guest.player
        for guest in evening.guests.values()
        if guest.is_here and have[guest.player] < evening.format.games
    ]
    for table in tables:
        if pair_of(*table) in evening.blocked:
            yield f"{table} have blocked each other"
        if met[pair_of(*table)]:
            evening.again += 1
            for player in table:
                unmet = [
                    other
                    for other in left
                    if other != player
                    and not met[pair_of(player, other)]
                    and pair_of(player, other) not in evening.blocked
                ]
                if unmet and waits.get(player, 0) <= PATIENCE[VERSION].for_somebody_unmet:
                    yield f"{table} meet again while {player} has not met {unmet}"


def _figures(evening: Evening) -> Figures:
    everybody = [*evening.guests]
    lines = standings(everybody, evening.encounters)
    behind = cards(everybody, evening.encounters)
    stayed = [
        guest.player
        for guest in evening.guests.values()
        if guest.joins == 0 and guest.leaves >= evening.closes and not guest.absences
    ]
    return Figures(
        players=len(everybody),
        games=len(evening.encounters),
        no_shows=sum(guest.absences for guest in evening.guests.values()),
        waits=tuple(evening.waits),
        longest_with_a_partner=evening.longest_with_a_partner,
        again=evening.again,
        two_apart=sum(abs(card.lean) > 1 for card in behind.values()),
        short=sum(evening.format.games - behind[player].games for player in stayed),
        faults=(*evening.faults, *_final_faults(evening, lines)),
    )


def _final_faults(evening: Evening, lines: tuple[Line, ...]) -> Iterator[str]:
    if any(met.result is None for met in evening.encounters):
        yield "a game has not ended"
    points = sum(
        2 + (met.result.is_skunk)
        for met in evening.encounters
        if met.result and met.result.winner is not None
    )
    if sum(line.score.points for line in lines) != points:
        yield "points do not add up"
    if evening.longest_with_a_partner > LONGEST_WAIT_MS:
        yield f"a player waited {evening.longest_with_a_partner // SECOND} s while a partner was free"
    for text, tables in evening.pairings:
        if pair(parse_draw(loads(text)), evening.root) != tables:
            yield "a pairing cannot be recomputed"


class Report(TypedDict):
    """The figures of many evenings."""

    nights: int
    players: list[int]  # fewest and most
    games: int
    no_shows: int
    games_a_player: float
    mean_wait: float  # seconds
    mean_wait_margin: float  # half the 95% interval, each evening one sample
    waits_over_three_minutes: float  # percent
    longest_wait_with_a_partner: float  # seconds
    again: float  # percent of all games
    two_apart: float  # percent of all players
    short: float  # missing games of a player who stayed, on average
    faults: list[str]


def size_of_evening(seed: int, number: int, fewest: int, most: int) -> int:
    """Return the number of players of an evening. Small evenings are as likely as large ones."""
    share = stream(H(b"evening", str(seed).encode()), f"size {number}").random()
    return min(most, int(exp(log(fewest) + share * log((most + 1) / fewest))))


def report(evenings: Sequence[Figures]) -> Report:
    """Return the figures of many evenings."""
    waits = [wait for each in evenings for wait in each.waits]
    means = [mean(each.waits) / SECOND for each in evenings if each.waits]
    players, games = sum(each.players for each in evenings), sum(each.games for each in evenings)
    return Report(
        nights=len(evenings),
        players=[min(each.players for each in evenings), max(each.players for each in evenings)],
        games=games,
        no_shows=sum(each.no_shows for each in evenings),
        games_a_player=round(2 * games / players, 2),
        mean_wait=round(mean(means), 1) if means else 0.0,
        mean_wait_margin=round(1.96 * stdev(means) / sqrt(len(means)), 1) if len(means) > 1 else 0.0,
        waits_over_three_minutes=_percent(sum(wait > 3 * MINUTE for wait in waits), len(waits)),
        longest_wait_with_a_partner=max(each.longest_with_a_partner for each in evenings) / SECOND,
        again=_percent(sum(each.again for each in evenings), games),
        two_apart=_percent(sum(each.two_apart for each in evenings), players),
        short=round(sum(each.short for each in evenings) / players, 3),
        faults=[fault for each in evenings for fault in each.faults],
    )


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 0.0
