"""Finds out once for each game and version of the bots whether its bot still answers as it did then."""

from game.models import Game
from game.runtime.repeating import repeats_all
from game.runtime.worker_pool import interactive
from game.table.bot_replay import questions_of
from game.table.opening import brain_code
from game.table.record import ledger
from study.same_cards.models import Verdict


def answers_the_same(game: Game) -> bool:
    """Return whether the bot of a game would make every move again, as far as this is kept or a worker finds.

    JobFailed where the worker has no answer; nothing is kept then.
    """
    code = brain_code(game.seat_b.brain)
    kept = Verdict.objects.filter(game=game, code=code).first()
    if kept is not None:
        return kept.is_same
    questions = tuple(questions_of(ledger.load_row(game.pk)))
    is_same = interactive().submit(repeats_all, questions).result()
    Verdict.objects.update_or_create(game=game, defaults={"code": code, "is_same": is_same})
    return is_same
