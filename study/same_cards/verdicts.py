"""Find out once per game and version of the bots whether its bot still answers the same."""

from game.decisions.repeating import repeats_all
from game.decisions.versions import find_version, newest_version
from game.models import Game
from game.runtime.worker_pool import interactive
from game.table.bot_replay import questions_of
from game.table.opening import brain_code
from game.table.record import ledger
from study.same_cards.models import Verdict


def answers_the_same(game: Game) -> bool:
    """Return whether the bot of a game would repeat every move, from storage or a worker.

    Raise JobFailed if the worker has no answer. Nothing is stored in that case.
    """
    bot = game.seat_b.brain
    code, is_newest = brain_code(bot), find_version(bot, game.brains) == newest_version(bot)
    kept = Verdict.objects.filter(game=game, code=code).first()
    if kept is not None and is_newest:
        return kept.is_same
    questions = tuple(questions_of(ledger.load_row(game.pk))) if is_newest else ()
    is_same = is_newest and interactive().submit(repeats_all, questions).result()
    Verdict.objects.update_or_create(game=game, defaults={"code": code, "is_same": is_same})
    return is_same
