"""How often the signs of hosting/signs/ are false alarms, and how often they notice what is planted.

`python -m bench.signs POOL --games 100` plays bots and judges them, adding to the file POOL, then draws event
players from it: 100 own games and 9 of an event. Bots have no think times: those of people are made to grow
with difficulty.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from math import exp, sqrt
from pathlib import Path
from typing import Any

from game.arena.chance import Chance
from game.arena.game import play_game
from game.engine.state import Rules, Seat
from game.engine.transcript import dump
from hosting.signs.measures import (
    DEVIATIONS,
    LEAST_DECISIONS,
    Finding,
    GameAccuracy,
    Timed,
    correlation,
    deviation,
)
from rng.twister import Twister, stream
from study.review.judge.game import judge_game
from study.review.judge.grades import MILLION
from study.review.judge.record import Record

PAIRS = (
    ("novice", "novice"),
    ("master", "novice"),
    ("advanced", "advanced"),
    ("intermediate", "intermediate"),
)
SEED = 20261126
EVENT_GAMES = 9
PLAYERS = 10_000
# Whose own games, whose games in the event, how many of its nine are theirs, and whether times are people's.
CASES = (
    ("novice", "novice", 9, True),
    ("novice", "novice", 9, False),
    ("intermediate", "intermediate", 9, True),
    ("intermediate", "intermediate", 9, False),
    ("advanced", "advanced", 9, True),
    ("advanced", "advanced", 9, False),
    ("novice", "master", 9, False),
    ("novice", "master", 5, False),
    ("novice", "master", 3, False),
    ("intermediate", "master", 5, False),
    ("advanced", "novice", 9, False),
    ("advanced", "novice", 3, False),
    ("advanced", "intermediate", 3, False),
    ("intermediate", "novice", 9, False),
)

Row = dict[str, Any]


def collect(pool: Path, games: int) -> None:
    """Play and judge so many games of each pair, and add both seats' decisions to the pool."""
    with pool.open("a") as out:
        for number in range(games):
            for n, pair in enumerate(PAIRS):
                for row in judge_seats(SEED + n, number, pair if number % 2 == 0 else pair[::-1]):
                    out.write(json.dumps(row) + "\n")


def judge_seats(seed: int, number: int, names: tuple[str, str]) -> list[Row]:
    """A game of two bots, as the review sees either."""
    chance = Chance(seed, number)
    game = play_game(names, Rules(first_dealer=Seat(number // 2 % 2)), chance)
    decks = dict(zip(range(1, game.state.deal + 1), chance.decks(), strict=False))
    review = judge_game(Record(f"signs {seed} {number}", dump(game.state), decks))
    return [
        {
            "brain": names[seat],
            "decisions": review["players"][seat]["decisions"],
            "lost": review["players"][seat]["lost"],
            "each": [
                (one["sort"], one["lost"], one["lines"][0]["win"] - one["lines"][1]["win"])
                for one in review["decisions"]
                if one["seat"] == seat and len(one["lines"]) > 1
            ],
        }
        for seat in Seat
    ]


def think(sort: str, gap: int, chance: Twister, *, as_people_do: bool) -> Timed:
    """A think time: somebody who takes moves from elsewhere takes no longer where it is close."""
    seconds = exp(chance.gauss(0.7 if sort == "card" else 2.0, 0.6))
    if as_people_do:
        seconds *= 1 + exp(-gap / 10_000)
    return Timed(sort, gap, int(1000 * seconds))


def find(own: Sequence[Row], event: Sequence[Row], chance: Twister, *, as_people_do: bool) -> Finding:
    apart = deviation(_accuracies(own), _accuracies(event))
    assert apart is not None
    if abs(apart) < DEVIATIONS:
        return Finding(apart, None, 0)
    timed = [
        think(sort, gap, chance, as_people_do=as_people_do) for row in event for sort, _, gap in row["each"]
    ]
    return Finding(apart, *correlation(timed))


def _accuracies(rows: Sequence[Row]) -> list[GameAccuracy]:
    return [GameAccuracy(row["decisions"], row["lost"] / MILLION) for row in rows]


def report(pool: Path, players: int) -> None:
    """Print how many of so many players each case has a sign for, with 95% intervals."""
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in map(json.loads, pool.read_text().splitlines()):
        if row["decisions"] >= LEAST_DECISIONS:
            rows[row["brain"]].append(row)
    print({brain: len(found) for brain, found in rows.items()})
    for own, plays, games, as_people_do in CASES:
        chance = stream(bytes(32), "signs", own, plays, str(games), str(as_people_do))
        count = {"engine": 0, "gift": 0}
        n = players if own == plays else players // 10
        for _ in range(n):
            event = chance.choices(rows[plays], k=games) + chance.choices(rows[own], k=EVENT_GAMES - games)
            found = find(chance.choices(rows[own], k=100), event, chance, as_people_do=as_people_do)
            if found.kind:
                count[found.kind] += 1
        shown = ", ".join(f"{kind} {_per_thousand(k, n)}" for kind, k in count.items())
        times = "times grow" if as_people_do else "times do not grow"
        print(f"{own}, {games} of {EVENT_GAMES} games as {plays}, {times}: {shown} of 1000 ({n} players)")


def _per_thousand(k: int, n: int) -> str:
    """A share in thousandths with its 95% interval by Wilson."""
    share, z = k / n, 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{1000 * share:.1f} ({1000 * (middle - half):.1f} to {1000 * (middle + half):.1f})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pool", type=Path)
    parser.add_argument("--games", type=int, default=0, help="more games of each pair to play first (0)")
    parser.add_argument("--players", type=int, default=PLAYERS)
    given = parser.parse_args()
    collect(given.pool, given.games)
    report(given.pool, given.players)
