"""The paper's references, followed: the strategies fade into each other, where the paper has a cliff.

In the paper, fifteen points ahead one plays for points, and sixteen ahead for safety alone. Of Berliner's
backgammon program it says that it avoids such boundaries: what a feature counts for varies slowly and
smoothly with the position (SNAC: smoothness, non-linearity, application coefficients). So here each strategy
has a coefficient, the three together one, and a throw or a card is worth the mean of what it is worth to
each. A claim of the paper's, "ahead by more than 15", "is expected to reach 121", holds by degrees: by half
where the paper's begins to hold, and within a few points entirely or not at all. What is a fact stays one:
who counts first, and whether a skunk line is passed already.
"""

from collections.abc import Callable
from math import exp

from game.bots.brain import Cards
from game.bots.halscrib import playing, throwing
from game.bots.halscrib.mixing import FORGO_REPLY, LEAD_PAIR, Dilemma
from game.bots.halscrib.plans import Plan
from game.bots.halscrib.strategy import Standing, Strategy
from game.bots.halscrib.throwing import VALUATIONS
from game.engine.state import SKUNK_LINES

# So many points past a boundary a claim holds to 73%; the spread is about that of what a deal brings.
SLOPE = 3.0
# The degree to which a boundary is far enough away to be no matter.
FAR = 40

OPTIMAL, RISKY, SAFE = Strategy.OPTIMAL, Strategy.RISKY, Strategy.SAFE

Coefficients = dict[Strategy, float]


def degree(points: float, boundary: int) -> float:
    """How far it is true that so many points reach a boundary."""
    past = (points - boundary + 0.5) / SLOPE
    return 1 / (1 + exp(-past)) if abs(past) < FAR else float(past > 0)


def by_score(ahead: int) -> Coefficients:
    """What each strategy counts for by the difference in points."""
    risky, safe = degree(-ahead, 16), degree(ahead, 16)
    return {OPTIMAL: 1 - risky - safe, RISKY: risky, SAFE: safe}


def escape(before: int, after: float, target: int) -> float:
    """How far a skunk line that is still ahead will be passed."""
    return max((degree(after, line) for line, _ in SKUNK_LINES[target] if before < line), default=0.0)


# The paper's four special cases, in its order.
BY_DEAL: tuple[tuple[Strategy, Callable[[Standing], float]], ...] = (
    (SAFE, lambda at: degree(at.mine + at.sure, at.target)),
    (RISKY, lambda at: at.they_count_first * degree(at.theirs_expected, at.target)),
    (
        SAFE,
        lambda at: (
            (not at.they_count_first)
            * degree(at.theirs_expected, at.target)
            * escape(at.mine, at.mine + at.sure, at.target)
        ),
    ),
    (
        RISKY,
        lambda at: (
            at.they_count_first
            * degree(at.mine_expected, at.target)
            * escape(at.theirs, at.theirs_expected, at.target)
        ),
    ),
)


def by_standing(at: Standing) -> Coefficients:
    """What each strategy counts for in a throw: as far as a special case applies, those before it do not."""
    coefficients = by_score(at.ahead)
    for strategy, applies in BY_DEAL:
        share = applies(at)
        coefficients = {
            each: (1 - share) * coefficient + share * (each is strategy)
            for each, coefficient in coefficients.items()
        }
    return coefficients


def blended_throw(throws: tuple[throwing.Prospect, ...], at: Standing) -> Cards:
    """The throw of the greatest value, each strategy valuing it as far as it counts."""
    coefficients = by_standing(at)

    def value(throw: throwing.Prospect) -> float:
        return sum(share * VALUATIONS[each, at.dealer].value(throw) for each, share in coefficients.items())

    return max(throws, key=lambda throw: (value(throw), throw.best_hand)).thrown


def blended_card(cards: tuple[playing.Prospect, ...], ahead: int) -> playing.Prospect:
    """The card of the greatest value, each strategy valuing it as far as it counts."""
    coefficients = by_score(ahead)

    def value(card: playing.Prospect) -> float:
        return (
            coefficients[OPTIMAL] * card.expected
            + coefficients[RISKY] * card.greatest_net
            - coefficients[SAFE] * card.greatest_theirs
        )

    return max(cards, key=lambda card: (value(card), card.expected))


def blended_pair_rate(choice: Dilemma, memory: object) -> float:
    """How often the pair is played: the paper's shares, as far as each strategy counts."""
    if not choice.pair_is_sound:
        return 0
    coefficients = by_score(choice.ahead)
    return sum(
        share * (LEAD_PAIR[each] if choice.is_lead else 1 - FORGO_REPLY[each])
        for each, share in coefficients.items()
    )


SMOOTH = Plan(blended_throw, blended_card)
