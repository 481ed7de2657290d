"""Advice: every throw and card, the best first, which Advanced and Master themselves would choose."""

from collections.abc import Iterator
from random import Random

import pytest

from game.arena.chance import Chance
from game.arena.game import positions
from game.bots.advice import weigh_cards, weigh_choices, weigh_throws, win_chance
from game.bots.brain import Memory
from game.bots.registry import choose
from game.engine.cards import card, cards
from game.engine.moves import Deal, Play, Throw
from game.engine.play import act, start
from game.engine.state import Phase, Rules, Seat, State
from game.engine.view import View, seats_to_move, view

SIX = cards("5H 5S JD KC 2H 7D")


def dealt(seed: int) -> State:
    deck = tuple(Random(seed).sample(range(52), 52))
    return act(start(Rules(first_dealer=Seat.A)), None, Deal(1, deck))[0]


def choices_in_game(opponent: str, deals: int) -> Iterator[tuple[View, Memory]]:
    """Yield what Intermediate sees and remembers in a game when it has cards of two ranks to choose from."""
    for table in positions(("intermediate", opponent), Rules(first_dealer=Seat.A), Chance(3, pair=0)):
        if table.state.deal > deals:
            return
        if Seat.A in seats_to_move(table.state) and table.state.phase is Phase.PLAY:
            seen = view(table.state, Seat.A)
            if len({one >> 2 for one in seen.playable}) > 1:
                yield seen, table.memory


class TestThrows:
    def test_there_are_fifteen_and_the_best_is_the_first(self) -> None:
        lines = weigh_throws(SIX, dealer=True, mine=0, theirs=0)
        assert len({line.thrown for line in lines}) == 15
        assert [line.win for line in lines] == sorted((line.win for line in lines), reverse=True)
        assert lines[0].thrown == cards("2H 7D")

    @pytest.mark.parametrize("dealer", [True, False])
    def test_points_are_hand_crib_and_pegging_in_all(self, dealer: bool) -> None:
        lines = weigh_throws(SIX, dealer=dealer, mine=0, theirs=0)
        assert len(lines) == 15
        for line in lines:
            assert set(line.kept) | set(line.thrown) == set(SIX)
            assert line.points == pytest.approx(line.hand + (1 if dealer else -1) * line.crib + line.pegging)
            assert line.low <= line.hand <= line.high
            assert 0 < line.win < 1

    def test_the_hand_is_its_average_over_every_starter(self) -> None:
        best = weigh_throws(SIX, dealer=True, mine=0, theirs=0)[0]
        assert set(best.kept) == set(cards("5S 5H JD KC"))
        assert (best.low, best.high) == (10, 21)

    def test_cards_known_to_be_elsewhere_are_no_starters(self) -> None:
        fives = weigh_throws(SIX, dealer=True, mine=0, theirs=0, seen=cards("5C 5D"))[0]
        usual = weigh_throws(SIX, dealer=True, mine=0, theirs=0)[0]
        assert fives.hand < usual.hand
        assert fives.high < usual.high

    @pytest.mark.slow
    def test_the_first_line_is_the_discard_of_advanced(self) -> None:
        for seed in range(8):
            state = dealt(seed).replace(scores=(96 + 3 * seed, 105))
            for seat in Seat:
                seen = view(state, seat)
                mine, theirs = state.scores[seat], state.scores[seat.other]
                best = weigh_throws(seen.hand, dealer=seen.dealer is seat, mine=mine, theirs=theirs)[0]
                assert choose("advanced", seen, (), Random(1)) == Throw(best.thrown)


class TestCards:
    @pytest.mark.slow
    def test_the_first_line_is_the_card_of_master_with_the_same_memory_and_stream(self) -> None:
        for seen, memory in choices_in_game("novice", deals=6):
            lines = weigh_cards(seen, memory, Random(5))
            assert choose("master", seen, memory, Random(5)) == Play(lines[0].card)
            assert {line.card for line in lines} == set(seen.playable)
            assert all(0 <= line.win <= 1 for line in lines)

    def test_cards_are_weighed_by_the_opponents_observed_play(self) -> None:
        *_, (seen, memory) = choices_in_game("novice", deals=6)
        stranger, known = (weigh_cards(seen, each, Random(5)) for each in ((), memory))
        assert {line.card for line in stranger} == {line.card for line in known}
        assert stranger != known

    @pytest.mark.slow
    def test_choices_weighed_together_are_weighed_as_each_alone(self) -> None:
        choices = []
        for seed in range(6):
            state = dealt(seed)
            for seat in Seat:
                state, _ = act(state, seat, choose("intermediate", view(state, seat), (), Random(1)))
            while state.phase is Phase.PLAY and state.turn is not None:
                seen = view(state, state.turn)
                choices += [seen] if seen.playable else []
                state, _ = act(state, state.turn, choose("intermediate", seen, (), Random(seed)))
        together = weigh_choices([(seen, Random(number)) for number, seen in enumerate(choices)])
        assert len(together) > 40
        alone = [weigh_choices([(seen, Random(number))]) for number, seen in enumerate(choices)]
        assert together == [lines for one in alone for lines in one]
        for number, (seen, lines) in enumerate(zip(choices, together, strict=True)):
            assert choose("advanced", seen, (), Random(number)) == Play(lines[0].card)
        assert weigh_choices([]) == []

    def test_contains_the_immediate_points_of_a_card(self) -> None:
        six, other = cards("7H 8H KD 2C 3D QS"), cards("8C 4D 9S JD AC TH")
        top = [one for pair in zip(six, other, strict=True) for one in pair]
        deck = (*top, *[one for one in range(52) if one not in top])
        state, _ = act(start(Rules(first_dealer=Seat.B)), None, Deal(1, deck))
        for seat in Seat:
            state, _ = act(state, seat, Throw(state.dealt[seat][4:]))
        for one in cards("7H 8C"):
            state, _ = act(state, state.turn, Play(one))
        now = {line.card: line.now for line in weigh_cards(view(state, state.turn), (), Random(1))}
        assert now == {card("8H"): 2, card("KD"): 0, card("2C"): 0}


class TestWinChance:
    def test_the_first_dealer_wins_a_little_more_than_half(self) -> None:
        assert 0.55 < win_chance(0, 0, dealer=True) < 0.57
        assert win_chance(0, 0, dealer=True) + win_chance(0, 0, dealer=False) == pytest.approx(1)

    def test_a_game_to_61_begins_at_sixty(self) -> None:
        assert win_chance(10, 20, dealer=True, target=61) == win_chance(70, 80, dealer=True)
