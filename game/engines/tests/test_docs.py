"""The protocol's docs: their example plays, and their messages are those that are sent."""

import json
import re
import sys
from pathlib import Path

import msgspec
import pytest

from game.engine.moves import Play, Throw
from game.engine.play import act
from game.engine.state import Phase, Rules, Seat
from game.engine.view import seats_to_move, view
from game.engines.engine import Engine
from game.engines.process import Limits
from game.engines.protocol import HELLO, ThinkAnswer, parse_identity, think_message
from tests.worlds.positions import play_random_game

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "how-to" / "run-an-engine.md").read_text()
PATIENT = Limits(patience_ms=120_000, start_ms=120_000)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """Write the example program of the page."""
    [text] = re.findall(r"(?ms)^```python\n(#!.*?)^```$", PAGE)
    program = tmp_path / "example"
    program.write_text(text.replace("#!/usr/bin/env python3", f"#!{sys.executable}", 1))
    program.chmod(0o755)
    return program


@pytest.mark.slow
def test_the_example_plays_a_game(example: Path) -> None:
    engine, asked = Engine(example, PATIENT), 0
    for state, seat, _ in play_random_game(Rules(61), 5):
        if seat is not None and seat in seats_to_move(state):
            move = engine.decide(view(state, seat), (), f"{asked:026x}")
            act(state, seat, move)  # raises if the rules do not allow it
            asked += isinstance(move, Throw | Play)
    assert asked > 20
    assert str(engine.identity) == "Random 1"
    engine.stop()


def test_the_messages_are_as_the_page_shows_them() -> None:
    shown = re.findall(r"(?m)^    (\{.*\})$", PAGE)
    hello, identity, think, *answers = shown
    assert hello.encode() == HELLO
    assert str(parse_identity(identity.encode())) == "Mine 1.2"
    state = next(state for state, *_ in play_random_game(Rules(), 5) if state.phase is Phase.THROW)
    sent = json.loads(think_message(1, view(state, Seat.A), (), "0f3c9a5be2d14d2c7711a0e63b", 1000))
    assert list(sent) == list(json.loads(think.replace("...", "")))
    assert [msgspec.json.decode(answer, type=ThinkAnswer).id for answer in answers] == [1, 2]
