"""Meetings of two brains: the same decks from both seats, and reproducible figures."""

from collections.abc import Iterator
from itertools import islice

import pytest

from game.arena.chance import Chance
from game.arena.figures import Figures
from game.arena.meeting import GameResult, Meeting, Outcome, match_games, play_pair
from game.bots.brain import Brain, Decision, Memory, Stream
from game.bots.registry import BRAINS
from game.engine.events import Dealt, GameOver
from game.engine.state import Counting, Seat
from game.engine.view import View


class Listener:
    """A brain that plays like another one and records the memory it gets."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        self.memories: list[Memory] = []

    def __call__(self, view: View, memory: Memory, stream: Stream) -> Decision:
        self.memories.append(memory)
        return self.brain(view, memory, stream)


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    listener_brain = Listener(BRAINS["novice"])
    monkeypatch.setitem(BRAINS, "listener", listener_brain)
    return listener_brain


class TestChance:
    def test_gives_both_games_of_a_pair_the_same_decks(self) -> None:
        first, again = (list(islice(Chance(7, pair=3).decks(), 3)) for _ in range(2))
        assert first == again
        assert all(sorted(deck) == list(range(52)) for deck in first)

    def test_differs_by_seed_pair_game_and_seat(self) -> None:
        every = [Chance(seed, pair, game) for seed in (1, 2) for pair in (0, 1) for game in (0, 1)]
        drawn = {chance.stream(seat).random() for chance in every for seat in ("seat a", "seat b")}
        assert len(drawn) == 16


class TestAPair:
    def test_is_played_the_same_way_twice(self) -> None:
        meeting = Meeting("intermediate", "novice", seed=7)
        assert play_pair(meeting, 4) == play_pair(meeting, 4)

    @pytest.mark.parametrize("brain", ["intermediate", "novice"])
    def test_with_itself_is_always_split(self, brain: str) -> None:
        outcomes = [play_pair(Meeting(brain, brain, seed=7), pair) for pair in range(5)]
        assert [outcome.games.won for outcome in outcomes] == [1] * 5

    @pytest.mark.slow
    def test_is_the_other_way_round_for_the_other(self) -> None:
        here = [play_pair(Meeting("intermediate", "novice", seed=7), pair) for pair in range(6)]
        there = [play_pair(Meeting("novice", "intermediate", seed=7), pair) for pair in range(6)]
        for one, other in zip(here, there, strict=True):
            assert one.games.won + other.games.won == 2
            assert (one.skunks_for, one.skunks_against) == (other.skunks_against, other.skunks_for)
            assert (one.one, one.other) == (other.other, other.one)
            assert one.value.total == -other.value.total

    def test_has_a_value_in_which_a_skunk_counts_two_and_a_double_skunk_four(self) -> None:
        values = [GameResult(value, Figures(), Figures()) for value in (1, 2, 4, -1, -2, -4)]
        assert [game.won for game in values] == [True] * 3 + [False] * 3
        assert [game.is_skunk for game in values] == [False, True, True] * 2
        outcome = play_pair(Meeting("intermediate", "novice", seed=7), 0)
        games = [game for seat in Seat for game in match_games(Meeting("intermediate", "novice", 7), 0, seat)]
        assert outcome.value.total == sum(game.value for game in games)

    def test_each_brain_deals_first_once(self) -> None:
        outcome = play_pair(Meeting("intermediate", "novice", seed=7), 0)
        assert outcome.one.times["first_dealer_wins"] == outcome.other.times["first_dealer_wins"] == 1

    @pytest.mark.parametrize("counting", Counting)
    def test_ends_the_same_however_the_hands_are_counted(self, counting: Counting) -> None:
        by_hand = play_pair(Meeting("intermediate", "novice", seed=7, counting=counting), 1)
        assert by_hand == play_pair(Meeting("intermediate", "novice", seed=7), 1)

    def test_to_sixty_one_is_shorter(self) -> None:
        short, long = (play_pair(Meeting("novice", "novice", 7, target=target), 0) for target in (61, 121))
        assert short.one.means["deals_per_game"] < long.one.means["deals_per_game"]


class TestAMatch:
    def test_keeps_the_events_of_its_earlier_games(self, listener: Listener) -> None:
        list(match_games(Meeting("listener", "novice", seed=7, length=3), pair=0, seat=Seat.A))
        last = listener.memories[-1]
        assert [event for event in last if isinstance(event, Dealt) and event.number == 1] == [
            Dealt(1, Seat.A),
            Dealt(1, Seat.B),
            Dealt(1, Seat.A),
        ]
        assert sum(isinstance(event, GameOver) for event in last) == 2
        assert all(b[: len(a)] == a for a, b in zip(listener.memories, listener.memories[1:], strict=False))

    def test_begins_without_a_memory(self, listener: Listener) -> None:
        for seat in Seat:
            list(match_games(Meeting("listener", "novice", seed=7), pair=0, seat=seat))
        begins = [memory for memory in listener.memories if len(memory) <= 2]
        assert all(memory[0] == Dealt(1, Seat.A) for memory in listener.memories)
        assert len(begins) == 2

    def test_has_other_cards_in_every_game(self) -> None:
        games = match_games(Meeting("novice", "novice", seed=7, length=3), pair=0, seat=Seat.A)
        assert len({str(game.one.points) for game in games}) == 3

    def test_is_won_by_the_brain_with_most_wins(self) -> None:
        meeting = Meeting("intermediate", "novice", seed=7, length=3)
        outcome = play_pair(meeting, 0)
        won = [sum(game.won for game in match_games(meeting, 0, seat)) for seat in Seat]
        assert outcome.games.won == sum(won)
        assert outcome.matches.won == sum(games > 1 for games in won)
        assert (outcome.games.stake, outcome.matches.stake) == (6, 2)


def test_outcomes_add_up_in_any_order() -> None:
    one, two, three = (play_pair(Meeting("intermediate", "novice", 7), pair) for pair in range(3))
    assert Outcome.merged_with(one, two).merged_with(three) == three.merged_with(one).merged_with(two)
