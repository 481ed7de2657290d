"""Views and events as JSON, compared field by field with docs/reference/protocol.md."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.formats.json import encode
from game.engine.cards import texts
from game.engine.events import Event
from game.engine.moves import Resign, Void
from game.engine.play import act, start
from game.engine.state import Counting, Rules, Seat, State
from game.engine.view import view
from game.table.wire import EncodedViews
from game.wire.views import events_json, view_json
from tests.worlds.positions import DEALER, PONE, at, count, play_random_game, show

PROTOCOL = Path(__file__).parents[3].joinpath("docs", "reference", "protocol.md").read_text()
WATCHERS = (Seat.A, Seat.B, None)
EVERY_WATCHER = pytest.mark.parametrize("watcher", WATCHERS)
RULES = st.builds(Rules, target=st.sampled_from([121, 61]), counting=st.sampled_from(Counting))


def documented(heading: str) -> set[str]:
    """Return the names that begin the entries of a list in the protocol."""
    entries = PROTOCOL.split(f"### {heading}")[1].split("\n\n")[1]
    return set(re.findall("`([a-z_]+)`", " ".join(re.findall("(?m)^- ([^:]*):", entries))))


def as_sent(state: State, watcher: Seat | None) -> dict:
    return json.loads(encode(view_json(view(state, watcher))))


def told(events) -> list[dict]:
    return json.loads(encode(events_json(events)))


def laid(counting: Counting = Counting.MUGGINS):
    """Return a game in which pone has to count a hand of ten."""
    return show(at("pone 10, dealer 10", counting=counting, pone="5H 5C TD 9S", starter="KD"))


@given(RULES, st.integers(0, 2**32), st.integers(0, 350))
def test_a_table_sends_each_watcher_its_own_view(rules, seed, plies):
    state = play_random_game(rules, seed, plies)[-1][0]
    views = EncodedViews(state)
    for watcher in WATCHERS:
        assert json.loads(views.for_seat(watcher)) == as_sent(state, watcher)


@EVERY_WATCHER
def test_a_view_has_the_fields_of_the_protocol(watcher):
    assert set(as_sent(at(), watcher)) == documented("`view`: all that a seat may see") - {"start"}


@given(RULES, st.integers(0, 2**32))
def test_every_event_is_one_of_the_protocol(rules, seed):
    story = play_random_game(rules, seed)
    events = [told_of for state, seat, move in story[:-1] for told_of in told(act(state, seat, move)[1])]
    assert {event["e"] for event in events} <= documented("`events`: what happened, in order")


def test_the_protocol_documents_every_kind_of_event():
    assert len(documented("`events`: what happened, in order")) == len(get_args(Event))


@EVERY_WATCHER
def test_a_hand_to_be_counted_is_shown_without_its_score(watcher):
    table, events = laid()
    cards = {"cards": ["5H", "5C", "TD", "9S"], "starter": "KD"}
    assert as_sent(table, watcher)["laid"] == {"seat": PONE, "what": "hand", **cards, "claimed": None}
    assert told(events)[-1] == {"e": "laid_open", "seat": PONE, "what": "hand", **cards}


def test_a_claim_and_a_call_are_sent_before_the_count():
    table, claimed = count(laid()[0], "8")
    assert as_sent(table, None)["laid"]["claimed"] == 8
    assert told(claimed) == [{"e": "claimed", "seat": PONE, "what": "hand", "points": 8}]
    _, called = count(table, "+2")
    assert told(called)[0] == {"e": "called", "seat": DEALER, "points": 2}
    assert [event["e"] for event in told(called)] == ["called", "counted", "pegged", "pegged", "laid_open"]
    assert [event["kind"] for event in told(called)[2:4]] == ["hand", "muggins"]


def test_a_pass_is_a_call_of_nothing():
    assert told(count(laid()[0], "8 pass")[1])[1] == {"e": "called", "seat": DEALER, "points": 0}


@EVERY_WATCHER
def test_nothing_is_laid_and_nothing_open_while_cards_are_played(watcher):
    sent = as_sent(at(), watcher)
    assert (sent["laid"], sent["open"], sent["winner"], sent["ended"]) == (None, None, None, None)


@EVERY_WATCHER
def test_all_cards_are_open_once_the_game_is_over(watcher):
    over, _ = act(at(), PONE, Resign())
    assert as_sent(over, watcher)["open"] == {
        "dealt": [list(texts(six)) for six in over.dealt],
        "throws": [list(texts(two)) for two in over.throws],
    }


def test_a_void_game_has_no_winner():
    over, events = act(start(), None, Void())
    assert told(events) == [{"e": "over", "winner": None, "value": 0, "how": "void"}]
    sent = as_sent(over, PONE)
    assert (sent["winner"], sent["value"], sent["ended"], sent["open"]) == (None, 0, "void", None)
