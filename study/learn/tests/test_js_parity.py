"""The browser's lesson counts and pegs exactly like the engine."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from cribbage_site.tests.node import run_node
from game.engine.cards import Card, cards, text, texts
from game.engine.events import Event, NewCount, Pegged, Played, SaidGo
from game.engine.moves import Deal, Go, Throw
from game.engine.play import act, legal, start
from game.engine.scoring import Part, score_hand
from game.engine.state import Phase, Rules, Seat, State
from rng.shuffle import shuffle
from rng.twister import Twister

# Each kind of count at least once, independent of the random hands below.
TELLING = [
    ("5H 5S 5D JC", "5C"),
    ("6C 7C 8C 9C", "TD"),
    ("6C 7C 8C 9C", "TC"),
    ("3H 3D 4S 5C", "5H"),
    ("7H 7D 7S 8C", "8H"),
    ("JH 2D 3S KC", "9H"),
    ("9S 2D 3S KC", "JH"),
    ("2H 4D 6S 8C", "TH"),
    ("AC AD AH AS", "KC"),
]
HANDS, PLAYS = 2_000, 400


@pytest.fixture(scope="module")
def chance() -> Twister:
    return Twister(15)


def counted(part: Part) -> dict[str, Any]:
    return {"kind": part.kind, "cards": list(texts(part.cards)), "points": part.points}


@pytest.mark.slow
def test_hands_and_cribs_are_counted_the_same(chance: Twister) -> None:
    found = [(cards(hand), cards(starter)[0]) for hand, starter in TELLING]
    found += [(deck[:4], deck[4]) for deck in (shuffle(chance) for _ in range(HANDS))]
    counts = [(hand, starter, crib) for hand, starter in found for crib in (False, True)]
    hands = [{"cards": texts(hand), "starter": text(starter), "crib": crib} for hand, starter, crib in counts]
    scores = json.loads(
        run_node("study/learn", "tests/parity.js", stdin=json.dumps({"hands": hands, "plays": []}))
    )
    engines = [score_hand(*hand) for hand in counts]
    assert scores["scores"] == [
        {"total": score.total, "parts": [counted(part) for part in score.parts]} for score in engines
    ]
    seen = {(part.kind, len(part.cards)) for score in engines for part in score.parts}
    assert {("flush", 4), ("flush", 5), ("run", 3), ("run", 4), ("run", 5), ("pair", 4), ("nobs", 1)} <= seen


# A pegging sequence in the form of the lesson's code: seat 0 leads, and points are grouped by reason.

KINDS = {"go": "go", "last": "last"}


def engine_points(events: tuple[Event, ...]) -> Iterator[tuple[object, ...]]:
    for event in events:
        match event:
            case Played(seat, card, count):
                yield "played", seat, text(card), count
            case SaidGo(seat):
                yield "go", seat
            case NewCount(seat):
                yield "new count", seat
            case Pegged(seat=seat, points=points, kind=kind) if kind in ("play", "go", "last"):
                yield "pegged", seat, kind, points


def in_browser(events: list[dict[str, Any]]) -> Iterator[tuple[object, ...]]:
    for event in events:
        match event:
            case {"e": "played", "seat": seat, "card": card, "count": count}:
                yield "played", seat, card, count
            case {"e": "pegged", "seat": seat, "parts": parts}:
                kind = KINDS.get(parts[0]["kind"], "play")
                yield "pegged", seat, kind, sum(part["points"] for part in parts)
            case {"e": engine_points, "seat": seat}:
                yield engine_points, seat


def at_the_play(deck: tuple[Card, ...]) -> State:
    """Return a state in which pone is seat A and leads, and both have discarded their first two cards."""
    state, _ = act(start(Rules(first_dealer=Seat.B)), None, Deal(1, deck))
    for seat in Seat:
        state, _ = act(state, seat, Throw(state.hands[seat][:2]))
    return state


@pytest.mark.slow
def test_plays_go_the_same(chance: Twister) -> None:
    plays, engines = [], []
    for _ in range(PLAYS):
        # Half of the decks have few ranks, for many pairs and runs.
        deck = shuffle(chance)
        deck = tuple(sorted(deck, key=lambda card: card >> 2 > 5)) if chance.getrandbits(1) else deck
        state = at_the_play(deck)
        hands, moves, steps = [texts(hand) for hand in state.hands], [], []
        while state.phase is Phase.PLAY:
            assert state.turn is not None
            open_to = legal(state, state.turn)
            move = open_to[chance.getrandbits(16) % len(open_to)]
            moves.append("go" if isinstance(move, Go) else text(move.card))  # type: ignore[union-attr]
            state, events = act(state, state.turn, move)
            steps.append((list(engine_points(events)), state.turn if state.phase is Phase.PLAY else None))
        plays.append({"cards": hands, "moves": moves})
        engines.append(steps)
    answer = json.loads(
        run_node("study/learn", "tests/parity.js", stdin=json.dumps({"hands": [], "plays": plays}))
    )
    played = [[(list(in_browser(step["events"])), step["turn"]) for step in play] for play in answer["plays"]]
    assert played == engines
    kinds = [event[2:] for play in engines for events, _turn in play for event in events]
    for kind in (("go", 1), ("last", 1), ("play", 2), ("play", 3), ("play", 4), ("play", 6), ("play", 8)):
        assert kind in kinds
