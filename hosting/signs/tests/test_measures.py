"""What stands out, and what does not."""

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
    """Games in which a decision costs about so much."""
    chance = Random(seed)
    return [GameAccuracy(50, 50 * (cost * (1 + chance.uniform(-spread, spread))) ** 2) for _ in range(count)]


def thinks(count: int, think_ms: object, sort: str = "card") -> list[Timed]:
    return [Timed(sort, 1000 * n, think_ms(n)) for n in range(count)]  # type: ignore[operator]


class TestDeviation:
    def test_an_event_as_usual_stands_out_little(self):
        apart = deviation(games(0.1, OWN_GAMES), games(0.1, 9, seed=2))
        assert apart is not None
        assert abs(apart) < 3

    @pytest.mark.parametrize(("cost", "is_better"), [(0.05, True), (0.2, False)])
    def test_better_is_above_nothing_and_worse_below(self, cost, is_better):
        apart = deviation(games(0.1, OWN_GAMES), games(cost, 9, seed=2))
        assert apart is not None
        assert abs(apart) > 3
        assert (apart > 0) == is_better

    @pytest.mark.parametrize(("own", "event"), [(OWN_GAMES - 1, 9), (OWN_GAMES, LEAST_GAMES - 1), (0, 0)])
    def test_too_few_games_tell_nothing(self, own, event):
        assert deviation(games(0.1, own), games(0.01, event)) is None

    def test_it_is_in_standard_errors(self):
        own = [GameAccuracy(10, 10 * cost**2) for cost in [0.1, 0.3] * (OWN_GAMES // 2)]
        event = [GameAccuracy(10, 10 * 0.1**2)] * 25
        assert deviation(own, event) == pytest.approx(0.1 / (0.1005038 * (1 / 25 + 1 / 100) ** 0.5), rel=1e-6)


class TestThinkTimes:
    def test_who_thinks_longer_where_it_is_close_does_so_wholly(self):
        assert correlation(thinks(50, lambda n: 60_000 - 1000 * n)) == (pytest.approx(1), 50)

    def test_who_thinks_longer_where_it_is_plain_does_the_reverse(self):
        assert correlation(thinks(50, lambda n: 1000 * n)) == (pytest.approx(-1), 50)

    def test_equal_times_tell_nothing(self):
        assert correlation(thinks(50, lambda n: 2000)) == (None, 50)

    def test_few_decisions_tell_nothing(self):
        assert correlation(thinks(LEAST_TIMED - 1, lambda n: -n))[0] is None

    def test_throws_are_not_held_against_cards(self):
        """Throws take a minute and are plain, cards a second and are close: that tells nothing."""
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
    def test_it_lies_between_one_and_minus_one_whatever_the_order(self, decisions):
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
        (5.0, 0.2, 200, None),  # people think longer where it is close
        (5.0, 0.2, 40, "engine"),  # of so few decisions that much is chance
        (5.0, None, 0, None),
    ],
)
def test_a_sign_takes_both(deviates, related, timed, kind):
    assert Finding(deviates, related, timed).kind == kind
