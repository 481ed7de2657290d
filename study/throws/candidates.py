"""Find discards for the discard of the day in the record of a game. Pure.

The best discards must be close, and players likely to disagree. The module imports nothing of the site, so
that a worker process can run it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from game.arena.chance import Chance
from game.arena.game import positions
from game.bots.advice import ThrowLine
from game.bots.brain import Cards
from game.bots.registry import choose
from game.engine.cards import texts
from game.engine.moves import Throw
from game.engine.state import Phase, Rules, Seat, State
from game.engine.view import seats_to_move, view
from rng.twister import stream
from study.review.judge.decisions import ranked_throws
from study.review.judge.record import Record, plies

TARGET = 121
# The best three discards are within the first value, and all discards differ by at least the second.
CLOSE = 0.03
MATTERS = 0.05
OPEN = (0.1, 0.9)  # the best chance to win: a player who has almost won or lost need not think
BOTS = ("novice", "intermediate", "halscrib", "advanced", "master")
# Players are likely to disagree if these four bots make three different discards. Master discards like
# Advanced.
FIELD = BOTS[:4]
WAYS = 3

HOUSE = (("halscrib", "intermediate"), ("advanced", "halscrib"), ("intermediate", "advanced"))
NO_SECRET = bytes(32)


class Candidate(NamedTuple):
    """A candidate for the discard of the day."""

    six: Cards
    dealer: bool
    mine: int
    theirs: int
    thrown: Cards
    lines: tuple[ThrowLine, ...]
    bots: Mapping[str, Cards]


def find_candidates(record: Record) -> list[Candidate]:
    """Return the candidates of a game, in order."""
    found = []
    for ply in plies(record):
        if ply.seat is not None and isinstance(ply.move, Throw):
            candidate = weigh_candidate(ply.before, ply.seat, ply.move.cards)
            if candidate is not None:
                found.append(candidate)
    return found


def play_for_candidates(seed: int, number: int) -> list[Candidate]:
    """Return the candidates of a game played by bots, one of many under this seed."""
    return list(_candidates_played(seed, number))


def _candidates_played(seed: int, number: int) -> Iterator[Candidate]:
    brains = HOUSE[number % len(HOUSE)]
    rules = Rules(TARGET, first_dealer=Seat(number % 2))
    for table in positions(brains, rules, Chance(seed, number)):
        if table.state.phase is not Phase.THROW:
            continue
        for seat in seats_to_move(table.state)[:1]:
            thrown = _throw_of(brains[seat], table.state, seat)
            candidate = weigh_candidate(table.state, seat, thrown)
            if candidate is not None:
                yield candidate


def weigh_candidate(state: State, seat: Seat, thrown: Cards) -> Candidate | None:
    """Return a discard of a game as a candidate, or None if it is not interesting."""
    if state.rules.target != TARGET:
        return None
    lines = ranked_throws(state, seat)
    if not is_close(lines):
        return None
    bots = {name: _throw_of(name, state, seat) for name in BOTS}
    if len({ranks_of(bots[name]) for name in FIELD}) < WAYS:
        return None
    scores = state.scores
    return Candidate(
        six=tuple(sorted(state.dealt[seat])),
        dealer=state.dealer is seat,
        mine=scores[seat],
        theirs=scores[seat.other],
        thrown=tuple(sorted(thrown)),
        lines=lines,
        bots=bots,
    )


def is_close(lines: Sequence[ThrowLine]) -> bool:
    """Return whether the best three discards are close, although the choice matters."""
    best, worst = lines[0].win, lines[-1].win
    different = different_throws(lines)
    return (
        len(different) >= 3
        and best - different[2].win <= CLOSE
        and best - worst >= MATTERS
        and OPEN[0] <= best <= OPEN[1]
    )


def different_throws(lines: Iterable[ThrowLine]) -> list[ThrowLine]:
    """Return the best line of each pair of ranks: to a player, suits of one rank make no difference."""
    best: dict[tuple[int, ...], ThrowLine] = {}
    for line in lines:
        best.setdefault(ranks_of(line.thrown), line)
    return list(best.values())


def ranks_of(cards: Iterable[int]) -> tuple[int, ...]:
    """Return the ranks of cards."""
    return tuple(sorted([card >> 2 for card in cards]))


def position_key(candidate: Candidate) -> str:
    """Return the key of a position: the cards up to the names of the suits, role and scores."""
    alike = min(
        tuple(sorted([card & ~3 | suits[card & 3] for card in candidate.six]))
        for suits in permutations(range(4))
    )
    role = "dealer" if candidate.dealer else "pone"
    return f"{''.join(texts(alike))} {role} {candidate.mine}-{candidate.theirs}"


def _throw_of(brain: str, state: State, seat: Seat) -> Cards:
    """Return a bot's discard there, with its public random stream."""
    move = choose(
        brain, view(state, seat), (), stream(NO_SECRET, "throw of the day", brain, _name(state, seat))
    )
    assert isinstance(move, Throw)
    return tuple(sorted(move.cards))


def _name(state: State, seat: Seat) -> str:
    return f"{''.join(texts(sorted(state.dealt[seat])))} {state.scores[seat]}-{state.scores[seat.other]}"
