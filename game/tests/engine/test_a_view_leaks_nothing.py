"""What a seat may see is the same whatever the cards are that it has not seen."""

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import events as happened
from game.engine.cards import Card
from game.engine.events import Event
from game.engine.moves import Resign, Throw
from game.engine.play import act, start
from game.engine.state import Phase, Rules, Seat, State
from game.engine.view import view
from game.tests.engine.tables import PONE, at, show, some_move, whole_game

WATCHERS = (Seat.A, Seat.B, None)
RULES = st.builds(Rules, target=st.sampled_from([121, 61]), first_dealer=st.sampled_from(WATCHERS))
SEEDS = st.integers(0, 2**32)


def reached(rules: Rules, seed: int, plies: int) -> State:
    """A game somewhere on its way."""
    return whole_game(rules, seed, plies)[-1][0]


def seen_by(watcher: Seat | None, state: State) -> set[Card]:
    """The cards of this deal that lie open, or that the watcher was dealt."""
    seen = {one for _, one in state.played}
    if state.starter is not None:
        seen.add(state.starter)
    if watcher is not None:
        seen |= set(state.dealt[watcher])
    if state.show is not None and state.show.deal == state.deal:
        seen |= {one for count in state.show.counts for one in count.score.cards}
    return seen


def with_other_cards(state: State, watcher: Seat | None, chance: Random) -> State:
    """The same game with all cards that the watcher has not seen changed for others."""
    unseen = sorted(set(range(52)) - seen_by(watcher, state))
    mixed = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))

    def swap(hands):
        return tuple(tuple(mixed.get(one, one) for one in hand) for hand in hands)

    upcard = None if state.upcard is None else mixed.get(state.upcard, state.upcard)
    return state.after(
        dealt=swap(state.dealt), hands=swap(state.hands), throws=swap(state.throws), upcard=upcard
    )


@given(RULES, SEEDS, st.integers(0, 250), st.sampled_from(WATCHERS), st.randoms(use_true_random=False))
def test_states_that_differ_in_unseen_cards_alone_give_equal_views(rules, seed, plies, watcher, chance):
    state = reached(rules, seed, plies)
    other = with_other_cards(state, watcher, chance)
    assert view(other, watcher) == view(state, watcher)


@pytest.mark.parametrize("watcher", WATCHERS)
@pytest.mark.parametrize("plies", range(1, 16))
def test_the_views_are_equal_at_every_step_of_a_deal(watcher, plies):
    state = reached(Rules(), 7, plies)
    for seed in range(20):
        assert view(with_other_cards(state, watcher, Random(seed)), watcher) == view(state, watcher)


def test_the_other_cards_are_other_cards():
    """The property would hold of itself if nothing were changed."""
    state = at()
    other = with_other_cards(state, PONE, Random(1))
    assert other.hands[PONE] == state.hands[PONE]
    assert other.hands[PONE.other] != state.hands[PONE.other]
    assert other.throws[PONE.other] != state.throws[PONE.other]


def test_two_seats_see_different_hands():
    assert view(at(), Seat.A).hand != view(at(), Seat.B).hand


@given(RULES, SEEDS, st.integers(0, 250))
def test_who_only_watches_sees_no_hand_and_no_throw(rules, seed, plies):
    seen = view(reached(rules, seed, plies), None)
    assert (seen.hand, seen.throw, seen.playable, seen.must_go) == ((), (), (), False)


@pytest.mark.parametrize("watcher", WATCHERS)
def test_the_starter_is_not_seen_before_both_have_thrown(watcher):
    assert view(at(thrown=False, starter="JD"), watcher).starter is None


def test_the_hand_and_crib_that_a_lost_game_left_uncounted_stay_hidden():
    over, _ = show(at("pone 115, dealer 119", pone="4H 5H 6H 6S", dealer="5S 5C 5D JH", starter="KD"))
    seen = view(over, PONE)
    assert [count.what for count in seen.show.counts] == ["hand"]
    assert seen == view(with_other_cards(over, PONE, Random(3)), PONE)


def test_cards_still_held_when_a_game_is_given_up_stay_hidden():
    over, _ = act(at(), PONE, Resign())
    assert over.phase is Phase.OVER
    assert view(over, PONE) == view(with_other_cards(over, PONE, Random(4)), PONE)


def cards_named(event: Event) -> set[Card]:
    """Every card an event tells of; the kinds without a card are checked to have no room for one."""
    match event:
        case happened.CutForDeal(turned, _):
            return set(turned)
        case happened.StarterTurned(one) | happened.Played(_, one, _):
            return {one}
        case happened.Counted(_, _, score):
            return set(score.cards)
    assert {field.name for field in fields(event)} <= {
        *("number", "dealer", "seat", "points", "score", "kind", "says", "winner", "value", "how")
    }
    return set()


@given(RULES, SEEDS)
def test_events_name_no_card_that_is_not_open_by_then(rules, seed):
    chance, state = Random(seed), start(rules)
    while not state.is_over:
        seat, move = some_move(state, chance)
        state, events = act(state, seat, move)
        opened = seen_by(None, state) | {one for pair in state.cut for one in pair if state.deal == 0}
        for event in events:
            assert cards_named(event) <= opened


@given(RULES, SEEDS, st.sampled_from(Seat), st.randoms(use_true_random=False))
def test_what_is_heard_of_the_first_throw_does_not_depend_on_the_cards(rules, seed, seat, chance):
    state = next(one for one, *_ in whole_game(rules, seed) if one.phase is Phase.THROW)
    places = chance.sample(range(6), 2)
    heard = [
        act(one, seat, Throw(tuple(one.dealt[seat][place] for place in places)))[1]
        for one in (state, with_other_cards(state, None, chance))
    ]
    assert heard[0] == heard[1]
