"""Frames have the types that the documentation and OpenAPI publish, in both directions."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.formats.json import encode
from game.engine import events as engine
from game.engine.play import act
from game.engine.state import Counting, Rules, Seat
from game.engine.view import view
from game.lobby.match import LENGTHS as MATCHES
from game.lobby.seeks import Reason
from game.models.chat import GESTURES as SHOWN
from game.models.chat import PHRASES as SPOKEN
from game.table.clocks.time_control import TIME_CONTROLS
from game.wire import values
from game.wire.events import TableEvent
from game.wire.frames import FromTable
from game.wire.positions import View
from game.wire.views import events_json, view_json
from tests.worlds.positions import play_random_game
from tests.worlds.typed import check, check_frame

RECORDED = Path(__file__).parents[3] / "docs" / "reference" / "a-game.jsonl"
RULES = st.builds(Rules, target=st.sampled_from([121, 61]), counting=st.sampled_from(Counting))


@given(RULES, st.integers(0, 2**32))
def test_every_event_and_view_has_its_type(rules: Rules, seed: int) -> None:
    for state, seat, move in play_random_game(rules, seed)[:-1:7]:
        after, events = act(state, seat, move)
        check(json.loads(encode(events_json(events))), list[TableEvent])
        for watcher in (*Seat, None):
            check(json.loads(encode(view_json(view(after, watcher)))), View)


def test_the_recorded_game_has_only_typed_frames() -> None:
    lines = [json.loads(line) for line in RECORDED.read_text().splitlines()]
    frames = [line["frame"] for line in lines if line["to"] == "browser"]
    assert len(frames) > 50
    for frame in frames:
        check_frame(frame)


@pytest.mark.parametrize(
    "wrong",
    [
        {"t": "pong", "ply": 1, "more": 2},
        {"t": "pong", "ply": "1"},
        {"t": "clocks"},
        {"t": "song", "ply": 1},
        {"t": "bye", "code": "tired", "says": "", "back_in_ms": None},
    ],
)
def test_a_frame_of_no_type_is_found(wrong: object) -> None:
    with pytest.raises((AssertionError, msgspec.ValidationError)):
        check_frame(wrong)


def test_every_event_of_the_engine_has_a_type() -> None:
    assert len(get_args(engine.Event)) == len(get_args(TableEvent))


def test_values_are_those_of_the_site() -> None:
    assert tuple(TIME_CONTROLS) == values.CLOCKS
    assert MATCHES == values.LENGTHS
    assert tuple(SHOWN) == values.GESTURES
    assert tuple(SPOKEN) == values.PHRASES
    assert get_args(Reason) == values.REASONS


def test_a_frame_type_is_named_once() -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(FromTable)]
    assert len({*tags}) == len(tags) > 15
