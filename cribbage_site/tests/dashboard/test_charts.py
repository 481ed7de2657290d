import pytest

from cribbage_site.dashboard.charts import build_bars, build_whisker, wilson_share


def test_the_highest_bar_fills_the_drawing():
    chart = build_bars("Games", [("a", 0), ("b", 5), ("c", 10)])
    assert [(bar.y, bar.height) for bar in chart.bars] == [(200, 0), (100, 100), (0, 200)]
    assert (chart.total, chart.most) == (15, 10)


def test_a_day_without_games_draws_nothing():
    assert [bar.height for bar in build_bars("Games", [("a", 0), ("b", 0)]).bars] == [0, 0]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(555, 1000, 0.524, 0.586), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (0, 0, 0.0, 1.0)],
)
def test_a_share_has_its_wilson_band(count: int, of: int, low: float, high: float):
    band = wilson_share(count, of)
    assert (round(band.low, 3), round(band.high, 3)) == (low, high)


def test_a_whisker_is_clipped_to_its_scale():
    drawn = build_whisker(0.4, 0.55, 0.9, 0.5, (0.45, 0.65))
    assert (drawn.low, drawn.middle, drawn.high, drawn.mark) == (0, 500, 1000, 250)
