"""The engine: hands counted, games replayed, and a move with the two views it causes."""

from collections.abc import Iterator

from game.bench.figure import Figure, seconds
from game.bench.games import Step, bench_deck, game
from game.engine.moves import Deal
from game.engine.play import act
from game.engine.scoring import score_hand
from game.engine.state import Seat
from game.engine.transcript import dump, replay
from game.engine.view import view
from game.table.wire import encode, events_json, view_json

GAMES = 8
DECKS = 1000


def measure() -> Iterator[Figure]:
    yield Figure("engine", "hands counted by score_hand", hands_a_second(), "hands/s", 500_000, True)
    games = [game(seed) for seed in range(GAMES)]
    lines = [
        (dump(end), {move.number: move.deck for *_, move in steps if isinstance(move, Deal)})
        for steps, end in games
    ]
    replays = seconds(lambda: [replay(line, decks) for line, decks in lines])
    yield Figure("engine", "a whole game to 121 replayed", replays / GAMES * 1e3, "ms", 2)
    steps = [step for steps, _ in games for step in steps]
    moves = seconds(lambda: [told(step) for step in steps])
    yield Figure("engine", "a move with its two views, serialised", moves / len(steps) * 1e6, "us", 40)


def hands_a_second() -> float:
    """Eight hands of every deck, half of them cribs."""
    decks = [bench_deck(0, number) for number in range(DECKS)]
    hands = [(deck[at : at + 4], deck[at + 4], at % 2 == 1) for deck in decks for at in range(0, 40, 5)]

    def count_all() -> None:
        for hand, starter, crib in hands:
            score_hand(hand, starter, crib)

    return len(hands) / seconds(count_all)


def told(step: Step) -> tuple[bytes, bytes]:
    """A move made, and what each seat is sent of it."""
    state, seat, move = step
    after, events = act(state, seat, move)
    happened = events_json(events)
    ply = len(after.record)
    a, b = (
        encode({"t": "event", "ply": ply, "events": happened, "view": view_json(view(after, each))})
        for each in Seat
    )
    return a, b
