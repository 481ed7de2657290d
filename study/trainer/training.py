"""A player's due exercises, and their answers."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext

from common import clock
from common.formats.json import Json
from common.refusal import Refusal
from game.models import Player
from study.trainer.boxes import DAYS, LEARNT, Place, place_after
from study.trainer.mistakes import TAGS, is_right, lost_by
from study.trainer.models import Exercise


def load_state(player: Player, tag: str = "", game: str = "") -> Json:
    """Return a player's progress, and the next due exercise, optionally of a tag or a game."""
    mine = Exercise.objects.filter(player=player, is_dropped=False)
    ready = mine.filter(judged_at__isnull=False)
    waiting = mine.filter(judged_at=None).count()  # counted first, so that one judged meanwhile is not missed
    due = _due(player)
    tags = Counter(each for _, of_tags, _ in due for each in of_tags)
    fitting = [pk for pk, of_tags, of_game in due if (not tag or tag in of_tags) and game in ("", of_game)]
    boxes = Counter(ready.values_list("box", flat=True))
    following = (
        ready.filter(due_on__gt=clock.now().date()).order_by("due_on").values_list("due_on", flat=True)
    )
    return {
        "due": len(due),
        "due_here": len(fitting),
        "waiting": waiting,
        "boxes": [boxes[box] for box in range(len(DAYS) + 1)],
        "learnt": boxes[LEARNT],
        "tags": {each: tags[each] for each in TAGS},
        "next_on": following.first(),
        "next": exercise_json(Exercise.objects.get(pk=fitting[0])) if fitting else None,
    }


def count_due(player: Player) -> int:
    """Return how many exercises are due."""
    return len(_due(player))


def tags_due(player: Player) -> set[str]:
    """Return the tags of a player's due exercises."""
    return {tag for _, tags, _ in _due(player) for tag in tags}


def _due(player: Player) -> list[tuple[int, list[str], str]]:
    """Return due exercises, longest due first, then oldest."""
    due = Exercise.objects.filter(
        player=player, is_dropped=False, judged_at__isnull=False, due_on__lte=clock.now().date()
    )
    return list(due.order_by("due_on", "pk").values_list("pk", "tags", "game"))


def exercise_json(exercise: Exercise) -> Json:
    """Return an exercise before its answer: the seat's view, without the right answer or the choice made."""
    return {
        "id": exercise.pk,
        "seat": exercise.seat,
        "view": exercise.view,
        "tags": exercise.tags,
        "box": exercise.box,
    }


@transaction.atomic
def answer(player: Player, key: int, cards: Sequence[str]) -> Json:
    """Answer an exercise. Return its new place, and the value of every choice."""
    mine = Exercise.objects.select_for_update().filter(player=player, is_dropped=False)
    exercise = mine.filter(pk=key, judged_at__isnull=False).first()
    if exercise is None:
        raise Refusal("no_exercise", gettext("You don’t have this exercise."))
    assert exercise.lines is not None
    lines: list[Any] = exercise.lines
    if {*cards} not in ({*line["cards"]} for line in lines) or len({*cards}) != len(cards):
        raise Refusal("bad_request", gettext("Choose cards that you can play here."))
    right = is_right(lines, cards)
    before = Place(exercise.box, exercise.due_on)
    after = place_after(before, is_right=right, today=clock.now().date())
    if after != before:
        mine.filter(pk=key).update(
            box=after.box, due_on=after.due_on, tried=F("tried") + 1, right=F("right") + int(right)
        )
    return {
        "right": right,
        "lost": lost_by(lines, cards),
        "lines": lines,
        "made": exercise.made,
        "game": exercise.game_id,
        "ply": exercise.ply,
        "box": after.box,
        "due_on": after.due_on,
    }
