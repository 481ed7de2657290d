"""The measure of predictions: predicted chances, observed frequencies, and their error."""

import json
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import call_command

from study.review.calibration.diagram import draw
from study.review.calibration.reliability import PAST, Prediction, Predictions, curves, predictions_of_game


def told(game: int, chance: float, won: bool) -> Predictions:
    return Predictions((Prediction(game, False, chance, chance, won),), ())


def test_observed_frequency_is_compared_with_the_prediction() -> None:
    games = [told(n, 0.75, n < 30) for n in range(40)] + [told(40 + n, 0.15, n < 3) for n in range(20)]
    low, high = curves(games)["bins"]["before a deal"]
    assert (high["count"], high["predicted"], high["won"]) == (40, pytest.approx(0.75), 0.75)
    assert (low["count"], low["won"]) == (20, 0.15)
    assert high["margin"] == pytest.approx(1.96 * (0.75 * 0.25 / 40) ** 0.5)


def test_repeating_a_prediction_within_a_game_adds_no_certainty() -> None:
    games = [told(n, 0.75, n < 30) for n in range(40)]
    often = [Predictions(game.deals * 10, ()) for game in games]
    [once], [tenfold] = (curves(each)["bins"]["before a deal"] for each in (games, often))
    assert tenfold["count"] == 10 * once["count"]
    assert tenfold["margin"] == pytest.approx(once["margin"])


@pytest.mark.slow
def test_a_game_is_predicted_deal_by_deal_and_late_ones_move_by_move() -> None:
    for number in range(20):
        game = predictions_of_game(3, number)
        late = [one for one in game.deals if one.is_late]
        assert bool(late) == bool(game.moves), f"both past {PAST}"
        if late:
            break
    assert late
    assert len(game.moves) > len(late)
    assert game == predictions_of_game(3, number)


@pytest.mark.slow
def test_command_is_deterministic_and_draws_a_chart(tmp_path: Path) -> None:
    said = []
    for _ in range(2):
        out = StringIO()
        call_command("reliability", games=4, seed=5, json=True, svg=tmp_path / "drawn.svg", stdout=out)
        said.append(out.getvalue())
    assert said[0] == said[1]
    bins = json.loads(said[0])["bins"]
    assert sum(one["count"] for one in bins["before a deal"]) > 20
    drawn = (tmp_path / "drawn.svg").read_text()
    assert drawn == draw(bins)
    circles = ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}circle")
    assert len(list(circles)) == sum(map(len, bins.values()))
