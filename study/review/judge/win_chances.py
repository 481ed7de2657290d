"""The chance to win with all cards known, at any moment of a deal."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from game.bots.counting import correct_count
from game.bots.tables import tables
from game.bots.tables.multisets import DEALER, PONE
from game.bots.tables.shipped import GAME_POINTS
from game.engine.pegging import peg_points
from game.engine.play import act, playable, start
from game.engine.state import Phase, Rules, Seat, State
from study.review.judge.last_deals import NEAR, ODDS_BY_TURN, PER_TEN_THOUSAND, TEN_THOUSAND
from study.review.judge.playouts import Playouts, playouts
from study.review.judge.starters import NIBS, StarterPoints, points_by_starter

Chances = NDArray[np.float64]

NO_NIBS = np.zeros(1, dtype=np.int64)
MANY = 100  # with fewer courses, it is not worth adding up those with equal totals
MOST_IN_A_DEAL = 128  # more points than a side can score in a deal


def chance_before_deal(state: State, dealer: Seat) -> float:
    """Return the chance of seat 0 before a deal, by the scores and the dealer."""
    mine, theirs = state.scores[dealer], state.scores[dealer.other]
    return chance_of_seat_a(float(win_table(state.rules.target)[mine, theirs]), dealer)


def chance_at_start(rules: Rules) -> float:
    """Return the chance of seat 0 before the first card: the mean over both dealers if the cut decides."""
    dealers = tuple(Seat) if rules.first_dealer is None else (rules.first_dealer,)
    return sum(chance_before_deal(start(rules), dealer) for dealer in dealers) / len(dealers)


def chance_of_seat_a(chance: float, seat: Seat) -> float:
    return chance if seat is Seat.A else 1 - chance


def chance_in_deal(state: State, playouts: Playouts, cut: StarterPoints) -> float:
    """Return the chance of seat 0 with the coming pegging and counts, averaged over these cuts."""
    assert state.dealer is not None
    pone = state.dealer.other
    of_pone = pone_chances(state.scores[pone], state.scores[state.dealer], state.rules.target, playouts, cut)
    return chance_of_seat_a(float(of_pone @ cut.shares), pone)


def chance_if_played_well(state: State, chance: float, playouts: Playouts) -> float:
    """Return the chance of seat 0 under good play, given that of steady play.

    They differ in the last holes, where good players use a choice better.
    """
    assert state.dealer is not None
    needs = [state.rules.target - score for score in state.scores]
    nothing_to_choose = len(playouts.weights) == 1
    if nothing_to_choose or max(needs) > NEAR:
        return chance
    to_play = None if state.turn is None else DEALER if state.turn is state.dealer else PONE
    of_dealer = chance_of_seat_a(chance, state.dealer)
    won, lost = ODDS_BY_TURN[to_play] * of_dealer, 1 - of_dealer
    return chance_of_seat_a(won / (won + lost), state.dealer)


def pone_chances(pone: int, dealer: int, target: int, playouts: Playouts, cut: StarterPoints) -> Chances:
    """Return pone's chance with each starter: in the order of counting, the first at the target wins."""
    # Without nibs and with nibs.
    pone_needs, dealer_needs = target - pone, target - dealer - NIBS * np.arange(2)
    if playouts.most[PONE] < pone_needs and playouts.most[DEALER] < dealer_needs.min():
        won, weights = np.zeros(2), playouts.weights[None]
    else:
        won, weights = playouts.pegging_out(pone_needs, dealer_needs)
    in_any_order = cut.is_known and weights.shape[1] > MANY
    weights, totals = playouts.by_totals(weights) if in_any_order else (weights, playouts.pegged)
    # A pair of scores is one number, so that adding playouts and starters is one sum.
    table, row = chances_after_deal(target).ravel(), chances_after_deal(target).shape[1]
    pegged = (pone + totals[PONE]) * row + dealer + totals[DEALER]
    crib = cut.crib.astype(np.int64)
    scores = pegged[:, None] + (cut.pone * row + cut.nibs + cut.dealer + crib)
    chance = table.take(scores)
    part = cut.crib - crib
    if part.any():  # a fraction of a point is interpolated
        chance += part * (table.take(scores + 1) - chance)
    is_nibs = (cut.nibs > 0).astype(np.int64)
    with_starter = (weights @ chance)[is_nibs * (len(weights) - 1), np.arange(len(is_nibs))]
    of_starter: Chances = won[is_nibs] + with_starter
    return np.where(dealer + cut.nibs >= target, 0.0, of_starter)


@cache
def chances_after_deal(target: int) -> Chances:
    """Return the chance of pone, who deals next, by both scores after counting, pone first."""
    chances = np.zeros((target + MOST_IN_A_DEAL, target + MOST_IN_A_DEAL))
    chances[:target, :target] = win_table(target)[:target, :target]
    chances[target:] = 1
    return chances


@cache
def win_table(target: int) -> NDArray[np.float32]:
    """Return the chance of the next dealer by both scores. A game to 61 is the end of one to 121."""
    table = tables().win[1, GAME_POINTS - target :, GAME_POINTS - target :].copy()
    # In the last holes, players no longer maximize points, unlike those of the shipped table.
    near = slice(target - NEAR, target)
    table[near, near] = np.array(PER_TEN_THOUSAND, np.float32)[::-1, ::-1] / TEN_THOUSAND
    return table


def current_chance(state: State) -> float:
    """Return the chance of seat 0 at any moment after both discards."""
    if state.winner is not None:
        return float(state.winner is Seat.A)
    if state.phase is Phase.PLAY:
        if wins_with_a_card(state):
            return float(state.turn is Seat.A)
        ways = playouts(state)
        return chance_if_played_well(state, chance_in_play(state, ways), ways)
    state = finish_show(state)
    if state.winner is not None:
        return float(state.winner is Seat.A)
    assert state.dealer is not None
    return chance_before_deal(state, state.dealer.other)


def wins_with_a_card(state: State) -> bool:
    """Return whether the seat to play has a winning card, which no player leaves to habit."""
    assert state.turn is not None
    fitting = playable(state.hands[state.turn], state.count)
    need = state.rules.target - state.scores[state.turn]
    return any(peg_points(state.pile, card) >= need for card in fitting)


def chance_in_play(state: State, playouts: Playouts) -> float:
    """Return the chance of seat 0 after the starter is turned, for these courses of pegging."""
    assert state.dealer is not None
    assert state.upcard is not None
    kept = state.kept(state.dealer.other), state.kept(state.dealer)
    turned = points_by_starter(*kept, state.crib, (state.upcard,))
    # Nibs were pegged when it was turned.
    return chance_in_deal(state, playouts, turned._replace(nibs=NO_NIBS))


def finish_show(state: State) -> State:
    """Return the state after the show, with both players counting correctly."""
    while state.phase in (Phase.COUNT, Phase.CALL):
        assert state.turn is not None
        assert state.laid is not None
        state, _ = act(state, state.turn, correct_count(state.laid))
    return state
