"""Advanced guesses only from what it sees, and plays for the game rather than for points."""

from random import Random

import numpy as np
import pytest

from game.bots.advanced import playing, throwing
from game.bots.advanced.aims import NEVER, Aim, standing, standing_from_view
from game.bots.advanced.opponent_hands import hands_held_by_opponent, hands_kept_by_opponent
from game.bots.advanced.play_history import Turn, turns_so_far
from game.bots.lanes import hands
from game.bots.piles import NO_RANK, piles
from game.bots.registry import choose
from game.engine.cards import Card, card, cards, texts
from game.engine.moves import Deal, Go, Play, Throw
from game.engine.play import act, start
from game.engine.scoring import score_hand
from game.engine.state import Hands, Rules, Seat, State
from game.engine.view import view

PONE, DEALER = Seat.A, Seat.B


def dealt(pone: str, dealer: str, starter: str, scores: tuple[int, int] = (0, 0)) -> State:
    """The play about to begin: of each six the last two are thrown."""
    to_pone, to_dealer = cards(pone), cards(dealer)
    top = [one for pair in zip(to_pone, to_dealer, strict=True) for one in pair] + [card(starter)]
    deck = (*top, *[one for one in range(52) if one not in top])
    state, _ = act(start(Rules(first_dealer=DEALER)), None, Deal(1, deck))
    state = state.replace(scores=scores)
    for seat in Seat:
        state, _ = act(state, seat, Throw(state.dealt[seat][4:]))
    return state


def played(state: State, words: str) -> State:
    for word in words.split():
        state, _ = act(state, state.turn, Go() if word == "go" else Play(card(word)))
    return state


def thrown(six: str, *, dealer: bool, mine: int = 0, theirs: int = 0, aim: Aim = Aim.WIN) -> set[str]:
    ways = throwing.weigh(cards(six), dealer, standing(aim, dealer, mine, theirs))
    return set(texts(ways.thrown[int(ways.value.argmax())]))


def plays(state: State, aim: Aim = Aim.WIN) -> dict[int, float]:
    """Return the value of each legal rank for the seat to play."""
    seen = view(state, state.turn)
    found = playing.weigh(seen, standing_from_view(seen, aim), 0.5)
    return dict(zip(found.ranks, found.value.tolist(), strict=True))


def best(state: State) -> int:
    found = plays(state)
    return max(found, key=found.__getitem__) + 1


HANDS = ("4H 6D 8C KD 2S 9H", "5H 7H TC QD AC 3D", "JS")


class TestThrowing:
    def test_keeps_the_obvious_cards(self) -> None:
        assert thrown("5H 5S 5D JC 2H 8D", dealer=False) == {"2H", "8D"}
        assert thrown("7H 8C 8S 9D 2C KH", dealer=True) == {"2C", "KH"}

    def test_gives_a_pair_to_its_own_crib_alone(self) -> None:
        assert thrown("3H 3C 7S 8D 9C KH", dealer=True) == {"3H", "3C"}
        assert thrown("3H 3C 7S 8D 9C KH", dealer=False) != {"3H", "3C"}

    def test_adds_up_hand_crib_and_pegging_far_from_the_end(self) -> None:
        ways = throwing.weigh(cards("2H 3C 5D 9S TH JD"), True, standing(Aim.POINTS, True, 0, 0))
        points = ways.hand.mean(axis=1) + ways.crib + ways.pegs[:, 0] - ways.pegs[:, 1]
        assert np.ptp(ways.value - points) < 0.01

    def test_a_hand_counts_what_the_rules_say_flush_and_nobs_included(self) -> None:
        six = cards("5H JH 7H KH 2C 9D")
        ways = throwing.weigh(six, False, standing(Aim.WIN, False, 0, 0))
        starters = [one for one in range(52) if one not in six]
        for kept, points in zip(ways.kept, ways.hand.tolist(), strict=True):
            assert points == [score_hand(kept, starter).total for starter in starters]

    def test_a_jack_and_a_suit_in_common_help_the_crib(self) -> None:
        ways = throwing.weigh(cards("2H 3C JH JD 8S KC"), True, standing(Aim.WIN, True, 0, 0))
        crib = dict(zip(map(texts, ways.thrown), ways.crib.tolist(), strict=True))
        assert 0 < crib["2H", "JH"] - crib["2H", "JD"] < 0.1

    def test_pone_at_110_keeps_the_eleven_points_it_needs_and_not_the_most(self) -> None:
        six, at = "3C 3H 3S 5C 9D QS", {"dealer": False, "mine": 110, "theirs": 110}
        assert thrown(six, **at, aim=Aim.POINTS) == {"9D", "QS"}
        assert thrown(six, **at) == {"5C", "QS"}  # three threes and a nine are twelve, whatever is turned up

    def test_pone_who_needs_but_two_keeps_cards_to_peg_with(self) -> None:
        six, at = "AD 4S 5H 6H 7D 8D", {"dealer": False, "mine": 119, "theirs": 119}
        assert thrown(six, **at, aim=Aim.POINTS) == {"AD", "8D"}
        assert "AD" not in thrown(six, **at)

    def test_a_game_to_61_is_the_second_half_of_one_to_121(self) -> None:
        half, whole = standing(Aim.WIN, True, 20, 30, 61), standing(Aim.WIN, True, 80, 90)
        assert half.need == whole.need == 41
        assert (half.worth == whole.worth).all()

    def test_a_bot_that_plays_for_points_ignores_the_score(self) -> None:
        six = "4H 5C 6D 6S JH KD"
        at_the_end = thrown(six, dealer=True, mine=120, theirs=119, aim=Aim.POINTS)
        assert at_the_end == thrown(six, dealer=True, aim=Aim.POINTS)
        assert standing(Aim.POINTS, True, 120, 119).need == NEVER


class TestWorth:
    @pytest.mark.parametrize(("dealer", "worth"), [(True, 0.0), (False, 1.0)])
    def test_pone_wins_where_both_would_get_there(self, dealer: bool, worth: float) -> None:
        assert standing(Aim.WIN, dealer, 115, 115).worth[6, 6] == worth

    def test_the_game_is_won_at_the_target_and_not_before(self) -> None:
        at = standing(Aim.WIN, True, 115, 100).worth
        assert at[5, 0] < 1
        assert at[6, 0] == 1
        assert at[0, 21] == 0


class TestStory:
    def test_tells_apart_who_played_which_card_on_which_pile(self) -> None:
        state = played(dealt(*HANDS), "4H 5H")
        number = piles().number
        assert list(turns_so_far(view(state, PONE))) == [
            Turn(PONE, number([]), 3, 4),
            Turn(DEALER, number([3]), 4, 3),
        ]

    def test_shows_a_go_if_one_plays_on_alone(self) -> None:
        state = played(dealt("4H 6D 8C KD 2S 9H", "QH TH TC QD AC 3D", "JS"), "KD QH 4H go")
        *_, stuck = turns_so_far(view(state, PONE))
        assert stuck == Turn(DEALER, piles().number([12, 11, 3]), NO_RANK, 2)

    def test_shows_two_goes_if_a_count_is_over(self) -> None:
        state = played(dealt("9H 9D 8C KD 2S 3H", "QH TH TC QD AC 3D", "JS"), "KD QH 9H go")
        assert state.turn is DEALER
        turns = list(turns_so_far(view(state, DEALER)))
        assert {moment.seat for moment in turns if moment.rank == NO_RANK} == {PONE, DEALER}

    def test_no_player_is_stuck_at_thirty_one(self) -> None:
        state = played(dealt("AH 9D 8C KD 2S 3H", "QH TH TC QD AC 3D", "JS"), "KD QH AH TH")
        moments = turns_so_far(view(state, PONE))
        assert moments
        assert all(moment.rank != NO_RANK for moment in moments)


class TestGuess:
    def guessed(self, state: State) -> list[tuple[str, float]]:
        seen = view(state, state.turn)
        mine = (*seen.hand, *[one for seat, one in seen.played if seat is seen.seat], *seen.throw)
        guess = hands_held_by_opponent(seen, (*mine, seen.starter))
        ranks = ["".join("A23456789TJQK-"[rank] for rank in hands().slots[hand]) for hand in guess.held]
        return list(zip(ranks, guess.weight.tolist(), strict=True))

    def test_no_hand_holds_a_card_that_is_seen_elsewhere(self) -> None:
        guess = hands_kept_by_opponent(True, cards("5H 5S 5D 5C 2H 8D"))
        assert not (hands().slots[guess.kept] == 4).any()
        assert guess.weight.sum() == pytest.approx(1)

    def test_good_hands_are_kept_more_often_than_bad_ones(self) -> None:
        guess = hands_kept_by_opponent(False, cards("AH 2S 3D KC 2H 9D"))
        weight = dict(zip(guess.kept.tolist(), guess.weight, strict=True))
        slots = hands().slots[guess.kept].tolist()
        assert (
            weight[guess.kept[slots.index([4, 4, 9, 10])]]
            > 5 * weight[guess.kept[slots.index([3, 6, 8, 11])]]
        )

    def test_after_a_go_no_card_that_would_have_fitted_is_held(self) -> None:
        state = played(dealt("4H 6D 8C KD 2S 9H", "QH TH TC QD AC 3D", "JS"), "KD QH 4H go")
        lowest = [min("A23456789TJQK-".index(rank) for rank in held) for held, _ in self.guessed(state)]
        assert min(lowest) > 6

    def test_a_player_who_left_a_fifteen_hardly_holds_it(self) -> None:
        state = played(dealt("8H 6D 9C KD 2S AH", "QH TH TC JD AC 3D", "JS"), "8H QH")
        sevens = sum(weight for held, weight in self.guessed(state) if "7" in held)
        before = hands_kept_by_opponent(True, cards("8H 6D 9C KD 2S AH JS"))
        usual = before.weight[(hands().slots[before.kept] == 6).any(axis=1)].sum()
        assert sevens < usual / 2

    def test_a_sample_stands_for_all(self) -> None:
        guess = hands_kept_by_opponent(True, cards("4H 6D 8C KD 2S 9H"))
        some = guess.sample(100, 0.5)
        assert len(some.kept) <= 100
        assert some.weight.sum() == pytest.approx(1)
        fives = [(g.weight * (hands().slots[g.kept] == 4).any(axis=1)).sum() for g in (guess, some)]
        assert fives[0] == pytest.approx(fives[1], abs=0.1)


class TestPlaying:
    def test_does_not_lead_a_five(self) -> None:
        assert best(dealt("5H TC JC QD 2S 9H", "4H 7H TD QS AC 3D", "8S")) != 5

    def test_leads_low_to_be_safe_from_fifteen(self) -> None:
        assert best(dealt("4H 7C JC KD 2S 9H", "6H 7H TD QS AC 3D", "8S")) == 4

    def test_takes_a_pair_royal(self) -> None:
        state = played(dealt("7H 7C JC KD 2S 9H", "7D 6H TD QS AC 3D", "8S"), "7H 7D")
        assert best(state) == 7

    def test_the_card_that_wins_at_once_is_played(self) -> None:
        state = played(dealt("7H 8C JC KD 2S 9H", "8D 6H TD QS AC 3D", "4S", (110, 119)), "7H")
        found = plays(state)
        assert found[7] == 1
        assert best(state) == 8

    def test_a_lead_at_120_needs_one_point_and_fears_what_gives_it_away(self) -> None:
        found = plays(dealt("5H 6C 9C KD 2S 9H", "4H 7H TD QS AC 3D", "8S", (120, 119)))
        assert found[4] < max(found.values())

    def test_the_same_view_gives_the_same_card_and_six_cards_in_any_order_the_same_throw(self) -> None:
        state = dealt(*HANDS)
        seen = view(state, PONE)
        turned = seen._replace(hand=tuple(reversed(seen.hand)), playable=tuple(reversed(seen.playable)))
        assert choose("advanced", seen, (), Random(3)) == choose("advanced", turned, (), Random(3))

    def test_suits_of_the_opponents_cards_do_not_matter(self) -> None:
        one = played(dealt("4H 6D 8C KD 2S 9H", "5H 7H TC QD AC 3D", "JS"), "4H 5H")
        other = played(dealt("4H 6D 8C KD 2S 9H", "5C 7D TH QC AH 3C", "JS"), "4H 5C")
        assert plays(one) == plays(other)


def any_position(seed: int) -> State:
    chance = Random(seed)
    deck = tuple(chance.sample(range(52), 52))
    state, _ = act(start(Rules(first_dealer=DEALER)), None, Deal(1, deck))
    state = state.replace(scores=(chance.randrange(121), chance.randrange(121)))
    for seat in Seat:
        state, _ = act(state, seat, Throw(tuple(chance.sample(state.dealt[seat], 2))))
    return state


def unseen_exchanged(state: State, seat: Seat, chance: Random) -> State:
    """Return the same state for this seat, with the hidden cards dealt again."""
    hidden = [*state.hands[seat.other], *state.throws[seat.other]]
    shown = {one for _, one in state.played} | {*state.dealt[seat], state.starter}
    pool = [one for one in range(52) if one not in shown]
    swap: dict[Card, Card] = dict(zip(hidden, chance.sample(pool, len(hidden)), strict=True))

    def anew(both: Hands) -> Hands:
        a, b = (tuple(swap.get(one, one) for one in held) for held in both)
        return a, b

    return state.replace(hands=anew(state.hands), throws=anew(state.throws), dealt=anew(state.dealt))


@pytest.mark.slow
def test_any_position_at_any_score_gets_a_card_that_fits_and_never_from_what_is_hidden() -> None:
    decisions = 0
    for seed in range(25):
        state, chance = any_position(seed), Random(seed)
        while any(state.hands) and not state.is_over:
            seat = state.turn
            move = choose("advanced", view(state, seat), (), Random(seed))
            elsewhere = view(unseen_exchanged(state, seat, chance), seat)
            assert elsewhere == view(state, seat)
            assert choose("advanced", elsewhere, (), Random(seed)) == move
            decisions += 1
            state, _ = act(state, seat, move)
    assert decisions > 100
