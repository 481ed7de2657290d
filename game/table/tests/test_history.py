"""Clients that join late get the same events as those that were there."""

import json

from hypothesis import given
from hypothesis import strategies as st

from common.formats.json import encode
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Counting, Rules, State
from game.table.history import History
from game.wire.views import events_json
from tests.worlds.positions import play_random_game

RULES = st.builds(Rules, target=st.sampled_from([121, 61]), counting=st.sampled_from(Counting))


@given(RULES, st.integers(0, 2**32), st.integers(0, 400), st.integers(-1, 400))
def test_history_has_the_events_that_were_sent_live(
    rules: Rules, seed: int, asked_at: int, since: int
) -> None:
    *story, (end, _, _) = play_random_game(rules, seed)
    decks = {move.number: move.deck for _, _, move in story if isinstance(move, Deal)}
    live = [
        {"ply": ply, "events": json.loads(encode(events_json(act(state, seat, move)[1])))}
        for ply, (state, seat, move) in enumerate(story, 1)
    ]
    states = [*(state for state, _, _ in story), end]
    history = History(start(rules))

    def ask(ply: int, state: State) -> list[dict]:
        return json.loads(bytes(history.since(ply, state, decks.__getitem__)))

    early = states[min(asked_at, len(story))]
    assert ask(-1, early) == live[: len(early.record)]
    assert ask(since, end) == live[max(since, 0) :]
    assert ask(len(story), end) == []
