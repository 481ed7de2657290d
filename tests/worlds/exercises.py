"""Exercises as tests need them."""

from datetime import date
from typing import Any

from django.db import transaction

from common import clock
from game.engine.view import view
from game.models import Game, Player
from study.review.judge.decisions import ranked_throws, throw_line
from study.trainer.judging import save
from study.trainer.mistakes import Judged
from study.trainer.models import Exercise
from tests.worlds.positions import PONE, at


def judged_throw() -> Judged:
    """Pone throws fives into the dealer's crib."""
    state = at(pone="5H 5C 6S 7D KD QH", thrown=False)
    lines = [throw_line(line) for line in ranked_throws(state, PONE)]
    return Judged(view(state, PONE), lines, lines[-1]["cards"], ("their crib",))


@transaction.atomic  # a server on this database would judge it by its game meanwhile
def create_exercise(player: Player, game: Game, ply: int = 2, due_on: date | None = None) -> Exercise:
    """An exercise that was judged, and is due unless another day is named."""
    now = clock.now()
    fresh: dict[str, Any] = {"added_at": now, "due_on": due_on or now.date()}
    exercise = Exercise.objects.create(player=player, game=game, ply=ply, **fresh)
    save(exercise, judged_throw())
    exercise.refresh_from_db()
    return exercise
