"""The commands razz and razz_equity: JSON output, and refusals of invalid input."""

import json
from io import StringIO
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command


def said(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_razz_prints_its_columns_as_json():
    told = json.loads(said("razz", "4", "a", "2", "3", "--others", "K", "9", "--dead", "4", "4", "--json"))
    assert list(told["exact"]) == list(told["sampled"]) == ["-1", *map(str, range(5, 14))]
    assert sum(told["counts"].values()) == told["run_outs"] == 45 * 44 * 43 * 42 // 24
    assert sum(told["exact"].values()) == pytest.approx(1)
    assert told["seconds_exact"] > 0
    assert said("razz", "4", "A23", "--seed", "3").splitlines()[1].startswith("  -1                0.028394")


@pytest.mark.slow
def test_razz_prints_the_generator_and_the_fit():
    told = json.loads(said("razz", "5", "A23", "--generator", "rand", "--json"))
    assert told["generator"] == "rand"
    assert told["fit"]["sampled"]["df"] == told["fit"]["plain"]["df"] == 9
    assert told["fit"]["sampled"]["p"] > 0.001
    line = next(
        line for line in said("razz", "5", "A23", "--generator", "rand").splitlines() if "chi2" in line
    )
    assert f"{told['fit']['sampled']['chi2']:.2f} on 9, p {told['fit']['sampled']['p']:.3f}" in line


@pytest.mark.slow
def test_razz_reports_a_generator_that_differs():
    assert "on 9, p < 0.001 " in said("razz", "6", "A23", "--generator", "bsd-rand")


def test_razz_prints_and_draws_errors_by_sample_size(tmp_path):
    picture = tmp_path / "errors.svg"
    asked = ("razz", "3", "A23", "--generator", "lrand48", "--svg", str(picture))
    told = json.loads(said(*asked, "--json"))
    assert [one["games"] for one in told["errors"]] == [10, 32, 100, 316, 1000]
    assert "Razz A23, drawn from lrand48" in picture.read_text()
    last = told["errors"][-1]
    assert f"1,000{100 * last['error']:>12.5f}%{100 * last['expected']:>12.5f}%" in said(*asked)


def test_razz_equity_prints_a_ranges_equity_as_json():
    told = json.loads(said("razz_equity", "(3-2-)45678", "A345678", "--ordered", "--json"))
    wanted = {"hands": 45, "wins": 24, "losses": 12, "ties": 9, "equity": "19/30", "decided": "2/3"}
    assert told.items() >= wanted.items()


@pytest.mark.slow
def test_razz_equity_maps_the_effect_of_order(tmp_path):
    picture = tmp_path / "map.svg"
    asked = ("razz_equity", "(X-Y-)45678", "A345678", "--map", "--svg", str(picture))
    told = {(cell["low"], cell["high"]): cell for cell in json.loads(said(*asked, "--json"))["map"]}
    assert len(told) == 91
    assert told["2", "3"] == {"low": "2", "high": "3", "unordered": "1/2", "ordered": "19/30"}
    assert told["A", "A"]["unordered"] is None  # no two aces in one bracket
    assert all(cell["unordered"] == cell["ordered"] for (low, high), cell in told.items() if low == high)
    lines = said(*asked).splitlines()
    assert lines[3].split() == ["3-", "+0.00", "+13.33", "+0.00"]
    assert lines[-1] == "most: 3- 2-, 19/30 in order and 1/2 without order"
    squares = ElementTree.parse(picture).findall("{http://www.w3.org/2000/svg}rect")
    assert {"3- 2- in order: 63.33%", "3- 2- without order: 50.00%"} <= {square[0].text for square in squares}
    assert len(squares) == 13 * 13 - 1


def test_long_computations_are_sampled_unless_exact_is_requested():
    drawn = json.loads(said("razz_equity", "***", "***", "--samples", "20000", "--json"))
    assert (drawn["exact"], drawn["samples"]) == (False, 20_000)
    assert abs(float(drawn["equity"]) - 0.5) < 4 * drawn["error"]
    assert "beyond counting" in refusal("razz_equity", *["***"] * 5, "--exact")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("razz", "x", "A"), "power of ten of games, 0 to 9, not 'x'"),
        (("razz", "10", "A"), "0 to 9, not '10'"),
        (("razz", "3", "A", "Z"), "'Z' is not a card"),
        (("razz", "0", "A", "--errors"), "the first number is 1 at least"),
        (("razz", "1", "A", "--svg", "/nowhere/errors.svg"), "errors.svg cannot be written: No such file"),
        (("razz_equity", "A29", "(7-7-7"), "is not closed"),
        (("razz_equity", "(3-Y-)45678", "A29", "--map"), "begins with X-Y-"),
        (("razz_equity", "(X-Y-)4567Z", "A29", "--map"), "can’t be read"),
        (("razz_equity", "(X-Y-)7", "A29", "***", "--map"), "too much for a map"),
        (("razz_equity", "A29", "789", "--samples", "0"), "--samples is a number from 1"),
        (("razz_equity", "A29", "789", "--samples", "9", "--exact"), "not both"),
    ],
)
def test_invalid_arguments_end_with_a_message(asked, says):
    assert says in refusal(*asked)


def refusal(*asked: str) -> str:
    with pytest.raises(CommandError) as refused:
        said(*asked)
    assert refused.value.returncode == 2
    return str(refused.value)
