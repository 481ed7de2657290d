"""The error of a sample, measured and drawn, and whether the published choice of a generator matters."""

import subprocess
from math import sqrt
from pathlib import Path
from shutil import which
from xml.etree import ElementTree

import pytest

from rng.razz.hands.law import count_rows, parse_start, shares
from rng.razz.hands.published import chi_square_fit
from rng.razz.sampling.arrays import sample_rows
from rng.razz.sampling.generators import GENERATORS
from rng.razz.sampling.precision import expected_error, measure_precision, root_mean_square, sample_sizes
from rng.razz.sampling.precision_picture import draw_precision

A23 = parse_start("A 2 3")
LAW = shares(count_rows(A23))
SVG = "{http://www.w3.org/2000/svg}"
GAMES = 400_000

RAND_AND_RANDOM = """
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    unsigned alike = 0;
    int drawn[1000];
    srand(5);
    for (int at = 0; at < 1000; at++) drawn[at] = rand();
    srandom(5);
    for (int at = 0; at < 1000; at++) alike += drawn[at] == random();
#ifdef __GLIBC__
    printf("%u", alike);
#else
    printf("another library");
#endif
    return 0;
}
"""


@pytest.mark.parametrize("generator", sorted(GENERATORS.keys() - {"bsd-rand"}))
def test_sound_generators_and_scaled_rand_fit_the_distribution(generator: str) -> None:
    assert chi_square_fit(sample_rows(A23, GAMES, 5, generator=generator), LAW).p > 0.001


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rand_differs_where_it_shows_its_lowest_bits_and_is_taken_by_a_remainder(seed: int) -> None:
    assert chi_square_fit(sample_rows(A23, GAMES, seed, generator="bsd-rand"), LAW).p < 1e-9


def test_every_generator_and_seed_draws_games_of_its_own() -> None:
    drawn = [
        tuple(sample_rows(A23, 20_000, seed, generator=name).values())
        for name in GENERATORS
        for seed in (1, 2)
    ]
    assert len(set(drawn)) == len(drawn)


def test_rand_does_not_differ_from_random_where_both_are_glibcs(tmp_path: Path) -> None:
    """The published notes say that rand differs. In glibc, it gives exactly the same numbers."""
    compiler = which("cc") or which("gcc")
    if compiler is None:
        pytest.skip("no compiler of C is installed: rand and random were not compared")
    source, program = tmp_path / "rand.c", tmp_path / "rand"
    source.write_text(RAND_AND_RANDOM)
    subprocess.run([compiler, "-o", program, source], check=True, capture_output=True)
    told = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    if told == "another library":
        pytest.skip("this C library is not glibc")
    assert told == "1000"


def test_a_hundred_times_the_games_reduce_the_error_tenfold() -> None:
    assert expected_error(LAW, 100) == pytest.approx(10 * expected_error(LAW, 10_000))
    assert expected_error({1: 0.5, 2: 0.5}, 100) == pytest.approx(0.05)


@pytest.mark.slow
def test_the_average_error_of_samples_is_the_expected_error() -> None:
    errors = [root_mean_square(shares(sample_rows(A23, 1_000, seed)), LAW) for seed in range(200)]
    squares = sqrt(sum(error**2 for error in errors) / len(errors))
    assert squares == pytest.approx(expected_error(LAW, 1_000), rel=0.1)


def test_errors_are_measured_from_ten_games_on() -> None:
    steps: list[int] = []
    measured = list(measure_precision(A23, 5, 1, "rand", lambda pieces: lambda: steps.append(pieces)))
    assert (
        [one.games for one in measured]
        == sample_sizes(5)
        == [10, 32, 100, 316, 1000, 3162, 10**4, 31623, 10**5]
    )
    assert steps == [len(steps)] * len(steps)
    assert all(one.error < 4 * one.expected for one in measured)
    assert measured[-1].error == root_mean_square(shares(sample_rows(A23, 10**5, 1, generator="rand")), LAW)


def test_the_picture_shows_every_sample_where_its_figures_belong() -> None:
    measured = list(measure_precision(A23, 4, 1, "mt", lambda pieces: lambda: None))
    picture = ElementTree.fromstring(draw_precision(measured, "Razz"))
    dots = picture.findall(f"{SVG}circle")
    assert [dot[0].text for dot in dots] == [
        f"{one.games:,} games: {100 * one.error:.2g}%" for one in measured
    ]
    across = [float(dot.attrib["cx"]) for dot in dots]
    assert across[2] - across[0] == pytest.approx(across[4] - across[2], abs=0.2)  # from 10 to 100 to 1,000
    nearest_law_first = sorted(range(len(dots)), key=lambda at: -float(dots[at].attrib["cy"]))
    assert nearest_law_first == sorted(range(len(dots)), key=lambda at: measured[at].error)
    texts = {text.text for text in picture.findall(f"{SVG}text")}
    assert {"10", "100", "1,000", "10,000", "1%", "10%", "games", "error of shares"} <= texts
