"""What bots are measured by: real positions, thought about in a worker."""

from bench.brains import CARD, costs, met, of_game, waits
from game.bots import choose
from game.engine.moves import Play, Throw
from game.engine.transcript import replay
from game.runtime.worker_pool import Brains


def test_a_position_is_one_that_a_bot_can_answer():
    positions = list(met(1))
    moves = [choose("novice", one.view, one.heard, one.chance) for one in positions]
    assert {Throw, Play} <= set(map(type, moves))
    assert len(positions[-1].heard) > len(positions[0].heard) > 0
    assert len({one.label for one in positions}) == len(positions)


def test_the_limits_are_those_of_advanced():
    brains, positions = Brains(1, patience=60), list(met(1))[:3]
    best, other = (list(costs(brains, name, "a card", positions, CARD)) for name in ("advanced", "novice"))
    waited = list(waits(brains, positions))
    brains.stop()
    assert [figure.target for figure in best] == [12, 12]
    assert [figure.target for figure in other] == [None, None]
    assert all(figure.value > 0 for figure in best + other + waited)


def test_a_game_to_review_is_whole():
    record = of_game(0)
    assert replay(record.line, record.decks).is_over
