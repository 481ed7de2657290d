"""Endgames: plays that end the game, because one side reaches its goal by counting at the latest."""

from functools import lru_cache
from itertools import count

from game.arena.chance import Chance
from game.arena.game import ArenaGame, BrainNames, start_game
from game.engine.scoring import score_hand
from game.engine.state import Phase, Rules, State

SAMPLED, DISCARDS = "intermediate-2", "advanced"
NEAR = 31  # points from the goal, from where both discard well


def play_endgame(brains: BrainNames, rules: Rules, chance: Chance) -> ArenaGame:
    """Play an endgame to its end. Both sides have seen this deal only."""
    sampled = find_endgame(rules, chance)
    table = start_game(brains, rules, chance)
    table.state, table.memory = sampled.state, sampled.memory
    while not table.state.is_over:
        table.advance()
    return table


@lru_cache(2)
def find_endgame(rules: Rules, chance: Chance) -> ArenaGame:
    """Return the table before the first card of an endgame: of the first game that comes to one."""
    games = (_endgame_of(rules, chance._replace(game=game)) for game in count(chance.game))
    return next(table for table in games if table)


def _endgame_of(rules: Rules, chance: Chance) -> ArenaGame | None:
    """Return the endgame of a game between two club players, who discard like Advanced as it comes near."""
    table = start_game((SAMPLED, SAMPLED), rules, chance)
    while not table.state.is_over:
        state = table.state
        if state.phase is Phase.DEAL:
            table.memory = ()
        if state.phase is Phase.PLAY and not state.played and is_decided(state):
            return table
        table.brains = (DISCARDS if is_near(state) else SAMPLED,) * 2
        table.advance()
    return None


def is_near(state: State) -> bool:
    """Return whether a discard comes near the end of the game."""
    return state.phase is Phase.THROW and max(state.scores) + NEAR >= state.rules.target


def is_decided(state: State) -> bool:
    """Return whether a side has its goal in its cards, if the other does not get there before."""
    dealer, starter = state.dealer, state.starter
    assert dealer is not None
    assert starter is not None
    crib = score_hand(state.crib, starter, crib=True).total
    of_pone, of_dealer = (score_hand(state.kept(seat), starter).total for seat in (dealer.other, dealer))
    totals = state.scores[dealer.other] + of_pone, state.scores[dealer] + of_dealer + crib
    return max(totals) >= state.rules.target
