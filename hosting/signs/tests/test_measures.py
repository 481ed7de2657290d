"""Which deviations and think times count as signs."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.signs.measures import (
    LEAST_GAMES,
    LEAST_TIMED,
    OWN_GAMES,
    Finding,
    GameAccuracy,
    Timed,
    correlation,
    deviation,
)

THINKS = st.lists(
    st.builds(Timed, st.sampled_from(["throw", "card"]), st.integers(0, 10**6), st.integers(0, 60_000)),
    max_size=200,
)


def games(cost: float, count: int, spread: float = 0.2, seed: int = 1) -> list[GameAccuracy]:
    """Return games in which a decision costs about this much."""
    chance = Random(seed)
    return [GameAccuracy(50, 50 * (cost * (1 + chance.uniform(-spread, spread))) ** 2) for _ in range(count)]


def thinks(count: int, think_ms: object, sort: str = "card") -> list[Timed]:
    return [Timed(sort, 1000 * n, think_ms(n)) for n in range(count)]  # type: ignore[operator]


class TestDeviation:
    def test_a_usual_event_deviates_little(self):
        apart = deviation(games(0.1, OWN_GAMES), games(0.1, 9, seed=2))
        assert apart is not None
        assert abs(apart) < 3

    @pytest.mark.parametrize(("cost", "is_better"), [(0.05, True), (0.2, False)])
    def test_better_play_is_positive_and_worse_negative(self, cost, is_better):
        apart = deviation(games(0.1, OWN_GAMES), games(cost, 9, seed=2))
        assert apart is not None
        assert abs(apart) > 3
        assert (apart > 0) == is_better

    @pytest.mark.parametrize(("own", "event"), [(OWN_GAMES - 1, 9), (OWN_GAMES, LEAST_GAMES - 1), (0, 0)])
    def test_too_few_games_give_no_result(self, own, event):
        assert deviation(games(0.1, own), games(0.01, event)) is None

    def test_the_deviation_is_in_standard_errors(self):
        own = [GameAccuracy(10, 10 * cost**2) for cost in [0.1, 0.3] * (OWN_GAMES // 2)]
        event = [GameAccuracy(10, 10 * 0.1**2)] * 25
        assert deviation(own, event) == pytest.approx(0.1 / (0.1005038 * (1 / 25 + 1 / 100) ** 0.5), rel=1e-6)


class TestThinkTimes:
    def test_thinking_longer_on_close_decisions_correlates_fully(self):
        assert correlation(thinks(50, lambda n: 60_000 - 1000 * n)) == (pytest.approx(1), 50)

    def test_thinking_longer_on_clear_decisions_correlates_negatively(self):
        assert correlation(thinks(50, lambda n: 1000 * n)) == (pytest.approx(-1), 50)

    def test_equal_times_give_no_result(self):
        assert correlation(thinks(50, lambda n: 2000)) == (None, 50)

    def test_few_decisions_give_no_result(self):
        assert correlation(thinks(LEAST_TIMED - 1, lambda n: -n))[0] is None

    def test_discards_are_not_compared_with_cards(self):
        """Discards take a minute and are clear, cards take a second and are close: that shows nothing."""
        chance = Random(1)
        cards = [Timed("card", chance.randrange(1000), chance.randrange(1000)) for _ in range(300)]
        throws = [
            Timed("throw", 10**6 + chance.randrange(1000), 60_000 + chance.randrange(1000))
            for _ in range(300)
        ]
        related, _ = correlation(cards + throws)
        assert related is not None
        assert abs(related) < 0.15

    @given(THINKS)
    def test_the_correlation_stays_between_minus_one_and_one(self, decisions):
        related, count = correlation(decisions)
        assert count == len(decisions)
        assert related is None or -1.000001 <= related <= 1.000001
        backwards, _ = correlation(decisions[::-1])
        assert (backwards is None) == (related is None)
        assert related is None or backwards == pytest.approx(related)


@pytest.mark.parametrize(
    ("deviates", "related", "timed", "kind"),
    [
        (3.0, 0.0, 200, "engine"),
        (-3.0, 0.0, 200, "gift"),
        (4.0, -0.3, 200, "engine"),
        (2.9, 0.0, 200, None),
        (-2.9, 0.0, 200, None),
        (5.0, 0.2, 200, None),  # people think longer on close decisions
        (5.0, 0.2, 40, "engine"),  # with so few decisions much is chance
        (5.0, None, 0, None),
    ],
)
def test_a_sign_needs_deviation_and_times(deviates, related, timed, kind):
    assert Finding(deviates, related, timed).kind == kind
