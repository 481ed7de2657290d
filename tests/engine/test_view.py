"""A seat's view does not depend on the cards it has not seen."""

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import events as happened
from game.engine.cards import Card, cards
from game.engine.events import Event
from game.engine.moves import Flag, Leave, Resign, Throw, Void
from game.engine.play import act, start
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.engine.view import view
from tests.worlds.positions import PONE, at, count, play, play_random_game, random_move, show

WATCHERS = (Seat.A, Seat.B, None)
RULES = st.builds(
    Rules,
    target=st.sampled_from([121, 61]),
    counting=st.sampled_from(Counting),
    first_dealer=st.sampled_from(WATCHERS),
)
SEEDS = st.integers(0, 2**32)


def reached(rules: Rules, seed: int, plies: int) -> State:
    """A game somewhere along the way."""
    return play_random_game(rules, seed, plies)[-1][0]


def on_the_table(state: State) -> set[Card]:
    """The cards of this deal that lie open while it is played."""
    open_cards = {one for _, one in state.played}
    if state.starter is not None:
        open_cards.add(state.starter)
    if state.laid is not None:
        open_cards |= set(state.laid.cards)
    if state.show is not None and state.show.deal == state.deal:
        open_cards |= {one for count in state.show.counts for one in count.score.cards}
    return open_cards


def seen_by(watcher: Seat | None, state: State) -> set[Card]:
    """Return the cards on the table and in the watcher's hand; once the game is over, all hands."""
    dealt_to = Seat if state.is_over else [seat for seat in Seat if seat is watcher]
    return on_the_table(state) | {one for seat in dealt_to for one in state.dealt[seat]}


def with_other_cards(state: State, watcher: Seat | None, chance: Random) -> State:
    """The same game with all cards that the watcher has not seen changed for others."""
    unseen = sorted(set(range(52)) - seen_by(watcher, state))
    mixed = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))

    def swap(hands):
        return tuple(tuple(mixed.get(one, one) for one in hand) for hand in hands)

    upcard = None if state.upcard is None else mixed.get(state.upcard, state.upcard)
    return state.replace(
        dealt=swap(state.dealt), hands=swap(state.hands), throws=swap(state.throws), upcard=upcard
    )


@given(RULES, SEEDS, st.integers(0, 350), st.sampled_from(WATCHERS), st.randoms(use_true_random=False))
def test_states_that_differ_in_unseen_cards_alone_give_equal_views(rules, seed, plies, watcher, chance):
    state = reached(rules, seed, plies)
    other = with_other_cards(state, watcher, chance)
    assert view(other, watcher) == view(state, watcher)


@pytest.mark.parametrize("watcher", WATCHERS)
@pytest.mark.parametrize("counting", Counting)
@pytest.mark.parametrize("plies", range(1, 24))
def test_the_views_are_equal_at_every_step_of_a_deal(watcher, plies, counting):
    state = reached(Rules(counting=counting), 7, plies)
    for seed in range(20):
        assert view(with_other_cards(state, watcher, Random(seed)), watcher) == view(state, watcher)


def test_the_other_cards_are_other_cards():
    """The property would hold trivially if nothing were changed."""
    state = at()
    other = with_other_cards(state, PONE, Random(1))
    assert other.hands[PONE] == state.hands[PONE]
    assert other.hands[PONE.other] != state.hands[PONE.other]
    assert other.throws[PONE.other] != state.throws[PONE.other]


def test_two_seats_see_different_hands():
    assert view(at(), Seat.A).hand != view(at(), Seat.B).hand


@given(RULES, SEEDS, st.integers(0, 250))
def test_a_watcher_sees_no_hand_and_no_discard(rules, seed, plies):
    seen = view(reached(rules, seed, plies), None)
    assert (seen.hand, seen.throw, seen.playable, seen.must_go) == ((), (), (), False)


def test_until_both_have_discarded_the_game_waits_for_the_others():
    table = at(thrown=False)
    assert view(table, None).turn == (Seat.A, Seat.B)
    for first in Seat:
        thrown, _ = act(table, first, Throw(table.dealt[first][:2]))
        assert view(thrown, None).turn == (first.other,)
        assert view(thrown, None).thrown == (first is Seat.A, first is Seat.B)
        assert view(thrown, None).held == ((4, 6) if first is Seat.A else (6, 4))


def test_only_the_seat_at_turn_sees_its_playable_cards_or_that_it_must_say_go():
    table, _ = play(at(pone="TH JH 2H AH", dealer="TC QC KC 3C"), "TH TC 2H")
    to_play, waits = view(table, PONE.other), view(table, PONE)
    assert (to_play.playable, to_play.must_go) == (cards("3C"), False)
    assert (waits.playable, waits.must_go) == ((), False)
    table, _ = play(at(pone="TH JH 2H AH", dealer="TC QC KC 3C"), "TH TC JH")
    assert (view(table, PONE.other).playable, view(table, PONE.other).must_go) == ((), True)


@pytest.mark.parametrize("watcher", WATCHERS)
def test_the_starter_is_not_seen_before_both_have_thrown(watcher):
    assert view(at(thrown=False, starter="JD"), watcher).starter is None


@pytest.mark.parametrize("watcher", WATCHERS)
@pytest.mark.parametrize("first", Seat)
def test_the_starter_is_not_seen_while_one_seat_has_still_to_throw(watcher, first):
    table = at(thrown=False, starter="JD")
    table, _ = act(table, first, Throw(table.dealt[first][:2]))
    assert view(table, watcher).starter is None


@pytest.mark.parametrize("watcher", WATCHERS)
def test_the_crib_is_not_seen_before_it_is_laid(watcher):
    table, _ = show(at("pone 1, dealer 1", counting=Counting.MUGGINS))
    for words in ("0", "0 pass", "0 pass 0"):
        before, _ = count(table, words)
        thrown = {one for two in before.throws for one in two}
        others = with_other_cards(before, watcher, Random(3))
        assert before.laid.what == "hand"
        assert not thrown & {*before.laid.cards, *(one for _, one in view(before, watcher).played)}
        assert view(others, watcher) == view(before, watcher)
    laid, _ = count(table, "0 pass 0 pass")
    assert set(view(laid, watcher).laid.cards) == thrown


@pytest.mark.parametrize("watcher", WATCHERS)
@pytest.mark.parametrize("counting", [Counting.MANUAL, Counting.MUGGINS])
def test_the_points_of_a_laid_hand_are_shown_only_after_its_count(watcher, counting):
    table, events = show(at("pone 1, dealer 1", counting=counting, pone="5H 5C TD 9S", starter="KD"))
    while table.phase is not Phase.DEAL:
        counted = [event for event in events if isinstance(event, happened.Counted)]
        seen = view(table, watcher)
        assert not [event for event in counted if event.score.cards == (*seen.laid.cards, seen.laid.starter)]
        assert seen.laid.cards not in [count.score.cards[:4] for count in seen.show.counts]
        table, events = count(table, "0" if table.phase is Phase.COUNT else "pass")


@pytest.mark.parametrize("claimed", ["0", "9", "10"])
def test_the_call_is_open_whether_or_not_something_was_overlooked(claimed):
    table, _ = show(at("pone 1, dealer 1", counting=Counting.MUGGINS, pone="5H 5C TD 9S", starter="KD"))
    table, events = count(table, claimed)
    assert table.phase is Phase.CALL
    assert events == (happened.Claimed(PONE, "hand", int(claimed)),)


@pytest.mark.parametrize("watcher", WATCHERS)
def test_once_the_game_is_over_all_cards_of_the_last_deal_are_open(watcher):
    playing = at("pone 115, dealer 119", pone="4H 5H 6H 6S", dealer="5S 5C 5D JH", starter="KD")
    assert view(playing, watcher).open is None
    over, _ = show(playing)
    assert view(over, watcher).open == (over.dealt, over.throws)
    assert [count.what for count in view(over, watcher).show.counts] == ["hand"]


@pytest.mark.parametrize(
    ("seat", "move"), [(PONE, Resign()), (PONE, Flag()), (PONE, Leave()), (None, Void())]
)
def test_the_cards_lie_open_however_the_game_ended(seat, move):
    over, _ = act(at(thrown=False), seat, move)
    assert view(over, None).open == (over.dealt, ((), ()))


def test_a_game_over_before_the_first_deal_has_no_cards_to_open():
    assert view(act(start(), PONE, Resign())[0], PONE).open is None


def cards_named(event: Event) -> set[Card]:
    """Every card in an event; the kinds without a card are checked to have no field for one."""
    match event:
        case happened.CutForDeal(turned, _):
            return set(turned)
        case happened.StarterTurned(one) | happened.Played(_, one, _):
            return {one}
        case happened.Pegged(parts=parts):
            return {card for part in parts for card in part.cards}
        case happened.Counted(_, _, score):
            return set(score.cards)
        case happened.LaidOpen(_, _, held, starter):
            return {*held, starter}
    assert {field.name for field in fields(event)} <= {
        *("number", "dealer", "seat", "what", "points", "score", "kind", "says", "winner", "value", "how")
    }
    return set()


@given(RULES, SEEDS)
def test_events_name_no_card_that_is_not_open_by_then(rules, seed):
    chance, state = Random(seed), start(rules)
    while not state.is_over:
        seat, move = random_move(state, chance)
        state, events = act(state, seat, move)
        opened = on_the_table(state) | {one for pair in state.cut for one in pair if state.deal == 0}
        for event in events:
            assert cards_named(event) <= opened


@given(RULES, SEEDS, st.sampled_from(Seat), st.randoms(use_true_random=False))
def test_the_event_of_the_first_discard_does_not_depend_on_the_cards(rules, seed, seat, chance):
    state = next(one for one, *_ in play_random_game(rules, seed) if one.phase is Phase.THROW)
    places = chance.sample(range(6), 2)
    seen_events = [
        act(one, seat, Throw(tuple(one.dealt[seat][place] for place in places)))[1]
        for one in (state, with_other_cards(state, None, chance))
    ]
    assert seen_events[0] == seen_events[1]
