"""Measure the engine: hands counted, games replayed, and a move with its two views."""

from collections.abc import Callable, Iterator, Sequence

from bench.figure import Figure, best_seconds
from bench.games import Step, bench_deck, play_game
from game.engine.moves import Deal
from game.engine.play import act
from game.engine.scoring import score_hand
from game.engine.state import Seat
from game.engine.transcript import dump, replay
from game.table.wire import EncodedViews, EventFrames
from game.wire.views import score_json, show_json

GAMES = 8
DECKS = 1000


def measure() -> Iterator[Figure]:
    yield Figure("engine", "hands counted by score_hand", hands_per_second(), "hands/s", 500_000, True)
    games = [play_game(seed) for seed in range(GAMES)]
    lines = [
        (dump(end), {move.number: move.deck for *_, move in steps if isinstance(move, Deal)})
        for steps, end in games
    ]
    replays = best_seconds(lambda: [replay(line, decks) for line, decks in lines])
    yield Figure("engine", "a whole game to 121 replayed", replays / GAMES * 1e3, "ms", 2)
    steps = [step for steps, _ in games for step in steps]
    for what, tell, target in (
        ("a move with its two views, serialised", build_views, 40),
        ("a move with its two frames (views and events), serialised", build_frames, None),
    ):
        yield Figure("engine", what, seconds_per_move(steps, tell) * 1e6, "us", target)


def hands_per_second() -> float:
    """Count eight hands of every deck, half of them cribs."""
    decks = [bench_deck(0, number) for number in range(DECKS)]
    hands = [(deck[at : at + 4], deck[at + 4], at % 2 == 1) for deck in decks for at in range(0, 40, 5)]

    def count_all() -> None:
        for hand, starter, crib in hands:
            score_hand(hand, starter, crib)

    return len(hands) / best_seconds(count_all)


def seconds_per_move(steps: Sequence[Step], render: Callable[[Step], object]) -> float:
    """Return the seconds per move of these games. Each show is built again, as in a new game."""

    def play_all() -> None:
        show_json.cache_clear()
        score_json.cache_clear()
        for step in steps:
            render(step)

    return best_seconds(play_all) / len(steps)


def build_views(step: Step) -> list[bytes]:
    """Make a move, and build each seat's view after it."""
    seen = EncodedViews(act(*step)[0])
    return [seen.for_seat(seat) for seat in Seat]


def build_frames(step: Step) -> list[bytes]:
    """Make a move, and build each seat's complete frame."""
    after, events = act(*step)
    seen = EventFrames(after, len(step[0].record), events, None, after.show is not step[0].show)
    return [seen.for_seat(seat) for seat in Seat]
