"""Check the invariants after a campaign. Each violation is described in a sentence."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from bench.chaos.campaign import FinishedGame, Observations
from bench.chaos.cluster import Cluster
from bench.chaos.database import query
from bench.chaos.event_verdict import event_problems, recomputed_problems
from bench.chaos.logs import count_unwritten, unexpected_logs
from bench.chaos.processes import SiteProcess
from game.runtime.background import load_jobs
from ranking.rules.points import INITIAL_POINTS

SUM_OF_POINTS_SQL = """
SELECT COUNT(*) AS people, SUM(points) AS points,
(SELECT COALESCE(SUM(change), 0) FROM ranking_change WHERE kind = 'people') AS changed,
(SELECT COUNT(*) FROM (
    SELECT game FROM ranking_change WHERE kind = 'people' GROUP BY game HAVING SUM(change) > 0
) AS one) AS made FROM ranking_standing WHERE kind = 'people'
"""

# All players are gone. A process only runs its jobs, and hardly uses its core.
IDLE_SECONDS = 2.0  # seconds
IDLE_CPU_LIMIT = 0.2  # of a core
SPARE_TASKS = 6  # in addition to one per job
PATIENCE = 20.0  # seconds

# One fair site in a million exceeds this evidence by chance. Repeated cards exceed it at once.
MOST_EVIDENCE = 1e6


def find_problems(house: Cluster, seen: Observations) -> list[str]:
    """Return all problems."""
    return [
        *seen.problems,
        *game_problems(house, seen.finished_games),
        *recomputed_problems(house, "recompute_ratings"),
        *points_sum_problems(house),
        *event_problems(house, seen.finished_games),
        *shuffle_problems(house),
        *process_problems(house.site_processes),
        *unexpected_logs(house.logs()),
        *refusal_problems(house.logs(), seen.try_again_counts),
    ]


def game_problems(house: Cluster, played: list[FinishedGame]) -> Iterator[str]:
    """Check each game as it ended: result, two scoresheets and changes of points, each once."""
    rows = {row["id"]: row for row in query(house.environment, "SELECT * FROM game_game")}
    sheets: dict[str, list[tuple[int, bool, int, int]]] = {}
    for sheet in query(house.environment, "SELECT game_id, seat, won, points, value FROM game_scoresheet"):
        found = (sheet["seat"], bool(sheet["won"]), sheet["points"], sheet["value"])
        sheets.setdefault(sheet["game_id"], []).append(found)
    changes = Counter(row["game"] for row in query(house.environment, "SELECT game FROM ranking_change"))
    dealt = Counter(row["game"] for row in query(house.environment, "SELECT game FROM rng_deal"))
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
        for what, right in game.expected().items():
            if stands[what] != right:
                yield f"Game {game.game}: its {what} should be {right!r}, and is {stands[what]!r}."
        if game.ended != "played":
            yield f"Game {game.game} ended by {game.ended}, and all players moved as soon as they could."
        if row["finished_at"] is None:
            yield f"Game {game.game} is over, and its row does not say when."
    known = {game.game for game in played}
    for row in rows.values():
        if row["id"] not in known and row["ply"]:
            yield f"Game {row['id']} was played, and has no record."


def shuffle_problems(house: Cluster) -> Iterator[str]:
    """Check that the decks dealt through all faults are no evidence against the shuffle."""
    (row,) = query(house.environment, "SELECT COALESCE(MAX(highest), 1) AS highest FROM rng_watch")
    if row["highest"] >= MOST_EVIDENCE:
        yield f"The evidence against the shuffle reached {row['highest']:.4g}."


def refusal_problems(logs: Mapping[str, str], try_again_counts: Counter[str]) -> Iterator[str]:
    """Check that each `try_again` left a log record, and each retry of a table or bot too."""
    recorded = count_unwritten(logs)
    for game, times in try_again_counts.items():
        if times > recorded[game]:
            yield f"Game {game}: it was said {times} times to try again, and logged {recorded[game]} times."


def points_sum_problems(house: Cluster) -> Iterator[str]:
    """Check that games between people neither create nor lose points, except through recorded caps."""
    (row,) = query(house.environment, SUM_OF_POINTS_SQL)
    expected = row["people"] * INITIAL_POINTS + row["changed"]
    if row["people"] and row["points"] != expected:
        has = f"{row['people']} people have {row['points']} points between them"
        yield f"{has}, not {expected} by the record."
    if row["made"]:
        yield f"{row['made']} games between people created points."


def process_problems(site_processes: list[SiteProcess]) -> Iterator[str]:
    """Check that every process is alive and ready, holds no table, and is idle."""
    time.sleep(IDLE_SECONDS)  # for sockets to close, and for jobs to notice
    before = {site_process.name: site_process.cpu_seconds_so_far() for site_process in site_processes}
    time.sleep(IDLE_SECONDS)
    for site_process in site_processes:
        used = (site_process.cpu_seconds_so_far() - before[site_process.name]) / IDLE_SECONDS
        if used > IDLE_CPU_LIMIT:
            yield f"{site_process.name} uses {used:.0%} of a core without any visitor."
        yield from _left_over(site_process)
        status, says = _get(site_process, "/health/ready")
        if status != 200:
            yield f"{site_process.name} is not ready: {status} {says}"


def _left_over(site_process: SiteProcess) -> list[str]:
    """Return the resources that a process still holds. A job may hold a table while it runs."""
    patience = time.monotonic() + PATIENCE
    limits = {"tasks": len(load_jobs()) + SPARE_TASKS, "sockets": 0, "tables": 0}
    while True:
        status, says = _get(site_process, "/chaos/inside")
        if status != 200:
            return [f"{site_process.name} does not answer: {says}"]
        inside = json.loads(says)
        found = [
            f"{site_process.name} has {inside[what]} {what} without any visitor."
            for what, most in limits.items()
            if inside[what] > most
        ]
        if not found or time.monotonic() > patience:
            return found
        time.sleep(IDLE_SECONDS)


def _get(site_process: SiteProcess, path: str) -> tuple[int, str]:
    try:
        with urlopen(f"http://127.0.0.1:{site_process.port}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()[:300]
    except (URLError, OSError) as fault:
        return 0, str(fault)
