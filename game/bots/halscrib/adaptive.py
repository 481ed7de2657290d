"""The paper's "further research", done: the mixing follows the cards and the opponent.

The paper's own mixture is static, from a pay-off matrix made once. Its next step was to be twofold: to "use
current probabilities in computing the value of the pay-off matrix entries", and to "monitor the
pegging-style of each opponent and adjust". So here the matrix is filled anew at each choice, each entry
with what is pegged on average:

- to lead from a pair or not; the opponent pairs a lead whenever it can, or never unless it must;
- to pair a lead or not; the opponent leads from a pair whenever it has one, or never unless it must: what
  it led then tells something of the cards it still holds.

While nothing is seen of the opponent, the equilibrium of this matrix is played. What is seen makes an
estimate of how often the opponent takes the pair, begun at its share of the equilibrium, and against that
one row is best. The more has been seen, the more often the best row is played and the less often the
equilibrium.
"""

from functools import cache

import numpy as np

from game.bots.brain import Memory
from game.bots.habits import PairFrequency
from game.bots.halscrib.matrix import Matrix, rows_against, solve
from game.bots.halscrib.mixing import Dilemma
from game.bots.halscrib.opponent_habits import count_pair_leads, count_pair_replies
from game.bots.halscrib.playing import holdings, multiplicity, play_out_cards, weighted_mean
from game.bots.lanes import SLOTS, Policy, sensible_policy
from game.bots.piles import EMPTY, RANKS, Array, piles

# So many observed choices of the opponent weigh as much as the equilibrium.
HALF_SURE = 5
# More than a card may otherwise be worth, and less than the penalty of one that does not fit.
COMPULSION = 50


def adaptive_pair_rate(choice: Dilemma, memory: Memory) -> float:
    """How often the pair is played, by the cards and by what this opponent has shown."""
    if choice.is_lead:
        return first_row_share(lead_matrix(choice), count_pair_replies(memory, choice.opponent))
    return first_row_share(reply_matrix(choice), count_pair_leads(memory, choice.opponent))


def first_row_share(matrix: Matrix, seen: PairFrequency) -> float:
    """How often to play the first row, given what was observed of the opponent."""
    row, column = solve(matrix)
    known = HALF_SURE + seen.chances
    pair, other = rows_against(matrix, (HALF_SURE * column + seen.times) / known)
    return (HALF_SURE * row + seen.chances * (pair > other)) / known


def lead_matrix(choice: Dilemma) -> Matrix:
    """Rows: lead from a pair, or not. Columns: the opponent pairs, or does not."""
    theirs, ways = holdings(choice.at)
    columns = [
        weighted_mean(
            play_out_cards(choice.at, choice.cards, theirs, reply_policy(pairs=pairs)).net, ways
        ).tolist()
        for pairs in (True, False)
    ]
    (a, c), (b, d) = columns
    return (a, b), (c, d)


def reply_matrix(choice: Dilemma) -> Matrix:
    """Rows: pair the lead, or do not. Columns: the opponent leads from its pairs, or does not."""
    theirs, ways = holdings(choice.at)
    net = play_out_cards(choice.at, choice.cards, theirs).net
    columns = [
        weighted_mean(net, ways * likely).tolist()
        for likely in lead_likelihoods(theirs, choice.at.pile[0] >> 2)
    ]
    (a, c), (b, d) = columns
    return (a, b), (c, d)


def lead_likelihoods(theirs: Array, lead: int) -> Array:
    """How likely a card of this rank was led from each hand it left behind.

    A row for an opponent who leads from a pair whenever possible, and one for an opponent who avoids it.
    """
    held = multiplicity()[theirs]
    held[:, lead] += 1
    rows = []
    for preferred in (held > 1, held == 1):
        open_to_it = np.where(preferred.any(axis=1, keepdims=True), preferred, held > 0)
        rows.append(open_to_it[:, lead] / open_to_it.sum(axis=1))
    return np.stack(rows)


@cache
def reply_policy(*, pairs: bool) -> Policy:
    """A sensible policy, except in reply to the first lead: there it pairs if it can, or only if it must."""
    policy, rank = sensible_policy(), np.arange(RANKS)
    worth = policy.worth.copy()
    # The first lead: it lies alone, and its player has three cards left.
    worth[SLOTS - 1, piles().after[EMPTY, rank], rank] += COMPULSION if pairs else -COMPULSION
    return Policy(worth, policy.habit)
