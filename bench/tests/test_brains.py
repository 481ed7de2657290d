"""The input of the bot measurements: real positions, evaluated in a worker."""

import pytest

from bench.brains import CARD, build_record, decision_costs, decision_positions
from game.bots.registry import choose
from game.engine.moves import Play, Throw
from game.engine.transcript import replay
from game.runtime.worker_pool import WorkerPool

pytestmark = pytest.mark.slow


def test_a_bot_can_answer_each_position():
    positions = list(decision_positions(1))
    moves = [choose("novice", one.view, one.events, one.chance) for one in positions]
    assert {Throw, Play} <= set(map(type, moves))
    assert len(positions[-1].events) > len(positions[0].events) > 0
    assert len({one.label for one in positions}) == len(positions)


def test_the_limits_are_those_of_advanced():
    brains, positions = WorkerPool(1, timeout=60), list(decision_positions(1))[:3]
    best, other = (list(decision_costs(brains, name, CARD, positions)) for name in ("advanced", "novice"))
    brains.stop()
    assert [figure.target for figure in best] == [12, 12]
    assert [figure.target for figure in other] == [None, None]
    assert all(figure.value > 0 for figure in best + other)


def test_a_game_to_review_is_complete():
    record = build_record(0)
    assert replay(record.transcript, record.decks).is_over
