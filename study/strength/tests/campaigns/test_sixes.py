"""The mean over all hands of six cards is exact."""

from study.strength.luck.points import (
    SUM_OVER_ALL_SIXES,
    sum_over_all_sixes,
)


def test_the_mean_over_all_sixes_is_exact():
    assert sum_over_all_sixes() == SUM_OVER_ALL_SIXES
