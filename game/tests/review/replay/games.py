"""Finished games of every kind, as their tables write them down."""

from game.engine.state import Rules
from game.engine.tally import Tally
from game.models import Game
from game.operations.demo.playing import play
from game.operations.demo.schedule import GivesUp
from game.table import ledger
from game.table.ending import result_of
from game.table.entries import Entry, write
from game.table.record import tallied
from game.tests.table.games import a_game
from rng.twister import stream

BRAINS = ("novice", "intermediate")


def a_finished_game(rules: Rules | None = None, gives_up: GivesUp | None = None) -> Game:
    """A game of two guests, played to its end or given up."""
    game = a_game(rules=rules)
    taken = play(ledger.row(game.pk), BRAINS, gives_up, stream(bytes(32), game.pk))
    end = taken[-1].state
    words = tuple(step.word for step in taken)
    result = result_of(end, tallied(Tally(), taken))
    assert write([Entry(game.pk, 0, words, None, result, scores=end.scores)]) == [True]
    return Game.objects.get(pk=game.pk)
