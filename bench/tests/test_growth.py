"""The costs of reads are compared over sizes."""

import pytest

from bench.figure import Figure
from bench.growth import compare, measure
from bench.measurement import BenchOptions, MeasurementFailed


def figures(what: str, cost: float, statements: int = 3) -> list[Figure]:
    values = {"p50": cost, "p95": 2 * cost, "statements": statements}
    return [Figure("scale", f"{what}: {name}", value, "") for name, value in values.items()]


def test_a_read_in_proportion_to_the_rows_is_marked() -> None:
    by_size = {
        1_000: [*figures("a page", 5.0), *figures("a list of all", 5.5)],
        10_000: [*figures("a page", 5.0), *figures("a list of all", 10.0)],
        100_000: [*figures("a page", 6.0), *figures("a list of all", 55.0, statements=4)],
    }
    table = compare(by_size)
    worst, best = table.reads
    assert (worst.what, worst.cpu_ms, worst.statements) == ("a list of all", (5.5, 10.0, 55.0), (3, 3, 4))
    assert worst.growth == pytest.approx(0.74, abs=0.005)
    assert best.growth == pytest.approx(0.08, abs=0.005)
    assert not table.passes
    head, first, last = table.as_text().splitlines()
    assert head.split()[-4:] == ["1,000", "10,000", "100,000", "growth"]
    assert first.split()[-7:] == ["5.5", "3", "10.0", "3", "55.0", "4", "0.74"]
    assert first.startswith("FAIL  a list of all ")
    assert last.startswith("      a page ")


@pytest.mark.parametrize("sizes", [(1_000,), (1_000, 1_000), (10, 1_000)])
def test_sizes_that_cannot_be_compared_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(MeasurementFailed, match="two numbers or more"):
        next(measure(BenchOptions(sizes=sizes)))
