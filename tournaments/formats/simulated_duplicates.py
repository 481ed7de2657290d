"""Simulated duplicate nights: players leave, miss rounds or do not come, and every rule is checked."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from json import loads

from rng.framing import H
from rng.twister import Twister, stream
from tournaments.formats.boards import NONE, compare, order, totals
from tournaments.formats.encounters import Encounter, cards, meetings, pair_of
from tournaments.formats.format import ROUNDS_IN_STEP
from tournaments.formats.matching import best_matching
from tournaments.formats.pairing import Table
from tournaments.formats.scoring import NOBODY_CAME, Result, given_up, no_show, played
from tournaments.formats.swiss import Standing, SwissDraw, pair_in_step, parse_draw, sits_out, to_json

# Probabilities of what players do, in percent of their rounds.
LEAVE, MISS, ABSENT, GIVE_UP, BLOCK = 1.5, 2, 1.5, 3, 0.5
FEWEST_TO_GO_ON = 4


@dataclass(frozen=True)
class DuplicateFigures:
    """The figures of one duplicate night."""

    players: int
    rounds: int
    games: int
    no_shows: int
    again: int  # tables of two players who had met
    rests: int  # rounds that a present player sat out
    faults: tuple[str, ...]


@dataclass
class Duplicate:
    """A duplicate night in progress."""

    event: str
    root: bytes
    chance: Twister
    strengths: dict[int, float]
    apart: frozenset[tuple[int, int]]
    boards: dict[int, list[Encounter]] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    rests: int = 0
    again: int = 0
    no_shows: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def encounters(self) -> list[Encounter]:
        """Return all tables, in order."""
        return [met for board in self.boards.values() for met in board]


def simulate_duplicate(seed: int, number: int, players: int) -> DuplicateFigures:
    """Play the duplicate night of this number and check every rule."""
    chance = stream(H(b"evening", str(seed).encode()), f"duplicate {number}")
    everybody = range(1, players + 1)
    strengths = {player: chance.gauss(0, 1) for player in everybody}
    pairs = [(one, other) for one in everybody for other in everybody if one < other]
    apart = frozenset(pair for pair in pairs if _happens(chance, BLOCK))
    night = Duplicate(f"d{number}", chance.randbytes(32), chance, strengths, apart)
    for round_ in range(1, ROUNDS_IN_STEP + 1):
        here = [player for player in _staying(night) if not _happens(chance, MISS)]
        if len(here) < FEWEST_TO_GO_ON:
            break
        _play_round(night, round_, here)
    night.faults += _final_faults(night)
    return DuplicateFigures(
        players, len(night.boards), len(night.encounters), night.no_shows, night.again, night.rests,
        tuple(night.faults),
    )  # fmt: skip


def _happens(chance: Twister, percent: float) -> bool:
    return chance.random() * 100 < percent


def _staying(night: Duplicate) -> list[int]:
    """Return the players who have not left. Some leave at random."""
    staying = [player for player in night.strengths if player not in night.left]
    night.left |= {player for player in staying if night.boards and _happens(night.chance, LEAVE)}
    return [player for player in staying if player not in night.left]


def _play_round(night: Duplicate, number: int, here: list[int]) -> None:
    draw = _draw(night, number, here)
    tables = pair_in_step(draw, night.root)
    night.faults += _faults(draw, tables)
    if pair_in_step(parse_draw(loads(to_json(draw))), night.root) != tables:
        night.faults.append(f"round {number} cannot be recomputed")
    met = meetings(night.encounters)
    night.again += sum(bool(met[pair_of(*table)]) for table in tables)
    night.rests += len(sits_out(draw, tables))
    night.boards[number] = [Encounter(*table, _result(night, table)) for table in tables]


def _draw(night: Duplicate, number: int, here: list[int]) -> SwissDraw:
    place = {line.player: line.place for line in order([*night.strengths], night.boards)}
    behind = cards(here, night.encounters)
    free = tuple(
        Standing(player, place[player], card.games, card.lean, card.dealt_first_last)
        for player, card in behind.items()
    )
    times = meetings(night.encounters)
    met = tuple((*pair, n) for pair, n in sorted(times.items()) if {*pair} <= {*here})
    apart = tuple(sorted(pair for pair in night.apart if {*pair} <= {*here}))
    return SwissDraw(night.event, number, free, met, apart)


def _result(night: Duplicate, table: Table) -> Result:
    chance = night.chance
    if _happens(chance, ABSENT):
        night.no_shows += 1
        return NOBODY_CAME if _happens(chance, 5) else no_show(chance.randrange(2))
    one, other = (night.strengths[player] for player in table)
    winner = 0 if _happens(chance, 50 + 6 * max(-3, min(3, one - other))) else 1
    own = max(40, 120 - int(abs(chance.gauss(0, 22))))
    if _happens(chance, GIVE_UP):
        return given_up(1 - winner, (own, own))
    return played((121, own) if winner == 0 else (own, 121))


def _faults(draw: SwissDraw, tables: tuple[Table, ...]) -> Iterator[str]:
    """Yield the violations of the pairing rules by these tables."""
    seated = Counter(player for table in tables for player in table)
    yield from (f"{player} is at two tables" for player, n in seated.items() if n > 1)
    met = {pair_of(one, other) for one, other, _ in draw.met}
    pairs = {pair_of(*table) for table in tables}
    if pairs & {*draw.apart}:
        yield f"round {draw.number}: two meet who have blocked each other"
    games = {one.player: one.games for one in draw.free}
    rests = sits_out(draw, tables)
    if len(rests) == 1 and not draw.apart and games[rests[0]] < max(games.values()):
        yield f"round {draw.number}: {rests[0]} sits out and has not had most games"
    if pairs & met and len(draw.free) % 2 == 0:
        keys = [one.player for one in draw.free]
        new = {
            (i, j): 0
            for i in range(len(keys))
            for j in range(i + 1, len(keys))
            if pair_of(keys[i], keys[j]) not in met | {*draw.apart}
        }
        if 2 * len(best_matching(len(keys), new)) == len(keys):
            yield f"round {draw.number}: two meet again though all could meet new opponents"


def _final_faults(night: Duplicate) -> Iterator[str]:
    """Yield the violations of the rules of boards and standings."""
    for number, board in night.boards.items():
        compared = compare(board)
        for place in (0, 1):
            dealt = [compared[met.players[place]] for met in board if met.result and met.result.was_dealt]
            if sum((x for x in dealt if x is not None), NONE) != 0:
                yield f"board {number}: the x of a seat do not add up to 0"
    turned = {number: board[::-1] for number, board in night.boards.items()}
    if totals(night.strengths, turned) != totals(night.strengths, night.boards):
        yield "the standings depend on the order of the tables"
    ranks = [line.total.rank for line in order([*night.strengths], night.boards)]
    if ranks != sorted(ranks):
        yield "a player is ranked below one with less"
