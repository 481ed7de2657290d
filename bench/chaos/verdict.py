"""What has to be true once it is all over; whatever is not is told in a sentence."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from bench.chaos.campaign import Played, Seen
from bench.chaos.cluster import House
from bench.chaos.database import ask
from bench.chaos.logs import strange, unwritten
from bench.chaos.processes import Daphne
from bench.live.servers import ROOT, clean
from ranking.points import BEGIN

AMONG_PEOPLE = """
SELECT COUNT(*) AS people, SUM(points) AS points FROM ranking_standing WHERE kind = 'people'
"""

# Every player is gone: a process has its chores left, and hardly uses its core.
LEFT_ALONE = 2.0  # seconds
IDLE = 0.2  # of a core
TASKS = 40


def verdict(house: House, seen: Seen) -> list[str]:
    """Whatever is wrong."""
    return [
        *seen.wrong,
        *games(house, seen.played),
        *record_of_points(house),
        *sum_of_points(house),
        *processes(house.daphnes),
        *strange(house.logs()),
        *refusals(house.logs(), seen.unwritten),
    ]


def games(house: House, played: list[Played]) -> Iterator[str]:
    """Each game as it was when it ended: result, two scoresheets, changes of points, each once."""
    rows = {row["id"]: row for row in ask(house.environment, "SELECT * FROM game_game")}
    sheets: dict[str, list[tuple[int, bool, int, int]]] = {}
    for sheet in ask(house.environment, "SELECT game_id, seat, won, points, value FROM game_scoresheet"):
        found = (sheet["seat"], bool(sheet["won"]), sheet["points"], sheet["value"])
        sheets.setdefault(sheet["game_id"], []).append(found)
    changes = Counter(row["game"] for row in ask(house.environment, "SELECT game FROM ranking_change"))
    dealt = Counter(row["game"] for row in ask(house.environment, "SELECT game FROM rng_deal"))
    for game in played:
        row = rows[game.game]
        stands = {
            "transcript": row["transcript"],
            "ended": row["ended"],
            "winner": row["winner"],
            "value": row["value"],
            "scores": (row["score_a"], row["score_b"]),
            "sheets": sorted(sheets.get(game.game, ())),
            "changes": changes[game.game],
            "deals": dealt[game.game],
        }  # fmt: skip
        for what, right in game.right().items():
            if stands[what] != right:
                yield f"Game {game.game}: its {what} should be {right!r}, and is {stands[what]!r}."
        if game.ended != "played":
            yield f"Game {game.game} ended by {game.ended}, and everybody moved as soon as he could."
        if row["finished_at"] is None:
            yield f"Game {game.game} is over, and its row does not say when."
    known = {game.game for game in played}
    for row in rows.values():
        if row["id"] not in known and row["ply"]:
            yield f"Game {row['id']} was played, and nobody knows of it."


def refusals(logs: Mapping[str, str], told: Counter[str]) -> Iterator[str]:
    """Whoever is told to try again leaves a record; what a table or a bot tries again leaves one, too."""
    recorded = unwritten(logs)
    for game, times in told.items():
        if times > recorded[game]:
            yield f"Game {game}: it was said {times} times to try again, and logged {recorded[game]} times."


def record_of_points(house: House) -> Iterator[str]:
    """The record of changes leads to what stands."""
    command = [sys.executable, "manage.py", "recompute_ratings", "--check", "--json"]
    found = subprocess.run(
        command, cwd=ROOT, env=clean(house.environment), capture_output=True, text=True, check=False
    )
    *differences, _ = found.stdout.splitlines() or [""]
    yield from (f"recompute_ratings: {difference}" for difference in differences)
    if found.returncode and not differences:
        yield f"recompute_ratings failed: {found.stderr[-500:]}"


def sum_of_points(house: House) -> Iterator[str]:
    """Between people no points are made or lost."""
    (row,) = ask(house.environment, AMONG_PEOPLE)
    if row["people"] and row["points"] != row["people"] * BEGIN:
        yield f"{row['people']} people have {row['points']} points between them, not {BEGIN} each on average."


def processes(daphnes: list[Daphne]) -> Iterator[str]:
    """Every process is alive and ready, holds no table any more, and has nothing to do."""
    time.sleep(LEFT_ALONE)  # for sockets to close, and chores to notice
    before = {daphne.name: daphne.cpu() for daphne in daphnes}
    time.sleep(LEFT_ALONE)
    for daphne in daphnes:
        used = (daphne.cpu() - before[daphne.name]) / LEFT_ALONE
        if used > IDLE:
            yield f"{daphne.name} uses {used:.0%} of a core with nobody there."
        status, says = _got(daphne, "/chaos/inside")
        if status != 200:
            yield f"{daphne.name} does not answer: {says}"
            continue
        inside = json.loads(says)
        for what, most in {"tasks": TASKS, "sockets": 0, "tables": 0}.items():
            if inside[what] > most:
                yield f"{daphne.name} has {inside[what]} {what} with nobody there."
        status, says = _got(daphne, "/health/ready")
        if status != 200:
            yield f"{daphne.name} is not ready: {status} {says}"


def _got(daphne: Daphne, path: str) -> tuple[int, str]:
    try:
        with urlopen(f"http://127.0.0.1:{daphne.port}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()[:300]
    except (URLError, OSError) as fault:
        return 0, str(fault)
