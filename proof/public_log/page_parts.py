"""The counts of games in the public log, for the page about fair deals."""

import json
from collections import Counter
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from common.recent import Recent
from game.log.game_counts import (
    KINDS,
    STAGES,
    UNKNOWN,
    GameCount,
    find_kind,
    find_set_kind,
    total_by_kind,
)
from game.log.leaves import CLOSE, DECKS, OPEN, leaves_of_no_game
from game.models import Leaf
from proof.public_log.publisher import count_numbered
from rng.commitment import parse_params
from rng.fairness.watch.running_count import running_count

CACHE_SECONDS = 15
OPENED = "opened"


def describe_on_fairness() -> dict[str, Any]:
    """Return the counts of games by kind, at most some seconds old."""
    return {"logged_games": recent_counts.get()}


def count_logged_games() -> dict[str, GameCount]:
    """Count the games in the published log by kind, as an auditor does."""
    counted = running_count("log:games", count_numbered(), _count_between)
    opened = {kind: counted[f"{kind} {OPENED}"] for kind in KINDS}
    over = {(kind, stage): counted[f"{kind} {stage}"] for kind in KINDS for stage in (*STAGES, UNKNOWN)}
    return total_by_kind(opened, over)


recent_counts = Recent(count_logged_games, CACHE_SECONDS)


def _count_between(after: int | None, upto: int | None) -> Counter[str]:
    """Count the leaves with numbers from `after` on, and below `upto`."""
    leaves = Leaf.objects.filter(number__gte=after or 0)
    if upto is not None:
        leaves = leaves.filter(number__lt=upto)
    kinds = _kinds_of_sets()
    counted = Counter(f"{find_kind(json.loads(body), kinds.get)} {OPENED}" for body in _bodies(leaves, OPEN))
    opening = Leaf.objects.filter(kind=OPEN, game=OuterRef("game")).values("body")[:1]
    closings = leaves.filter(kind=CLOSE).annotate(opening=Subquery(opening))
    for body, opened in closings.values_list("body", "opening").iterator():
        stage = json.loads(body).get("reached") or UNKNOWN
        counted[f"{find_kind(json.loads(opened), kinds.get)} {stage}"] += 1
    return counted


def _bodies(leaves: QuerySet[Leaf], kind: str) -> QuerySet[Leaf, str]:
    return leaves.filter(kind=kind).values_list("body", flat=True)


def _kinds_of_sets() -> dict[str, str]:
    bodies = leaves_of_no_game(DECKS).values_list("body", flat=True)
    kinds = {
        facts["set"]: find_set_kind(parse_params(facts["params"]) or {}) for facts in map(json.loads, bodies)
    }
    return {deck_set: kind for deck_set, kind in kinds.items() if kind is not None}
