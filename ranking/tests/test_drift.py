"""Average changes of points, as the ladder's rules explain them."""

from pathlib import Path

from django.conf import settings
from django.test import Client

from ranking.rules import drift
from ranking.rules.drift import (
    MEASURED_WINS,
    break_even_games,
    expected_change,
    games_to_level_two,
    measured_drifts,
    resting_points,
)
from ranking.rules.levels import SECOND
from ranking.rules.points import BOTS, INITIAL_POINTS


def test_half_the_games_against_an_equal_change_nothing():
    assert expected_change(2000, "intermediate", 50) == 0
    assert resting_points("intermediate", 50) == 2000


def test_a_beginner_gains_against_a_stronger_bot():
    """41 for a third of the games, and 2 for each of the others."""
    assert round(expected_change(1500, "intermediate", 31.8), 1) == 11.7


def test_points_rise_below_where_they_rest_and_fall_above_it():
    for player in measured_drifts():
        for each in player.against:
            assert expected_change(each.rests_at - 50, each.bot, each.wins) > 0
            assert expected_change(each.rests_at + 50, each.bot, each.wins) < 0


def test_one_win_in_twenty_two_breaks_even_over_five_hundred_points():
    assert break_even_games(1500, 2000) == 22
    assert abs(expected_change(1500, "intermediate", 100 / 22)) < 0.1


def test_measured_wins_and_losses_are_symmetric():
    for one in BOTS:
        for other in BOTS:
            assert MEASURED_WINS[one][other] + MEASURED_WINS[other][one] == 100


def test_no_player_reaches_level_two_where_points_rest_at_its_beginning():
    assert games_to_level_two("novice", 69.05) is None


def test_level_two_is_reached_with_its_first_point(monkeypatch):
    monkeypatch.setattr(drift, "expected_change", lambda *_: (SECOND - INITIAL_POINTS) / 2)
    assert games_to_level_two("advanced", 50) == 2


def test_there_is_a_player_as_strong_as_each_bot():
    assert [player.name for player in measured_drifts()] == ["Novice", "Intermediate", "Advanced"]


def test_level_two_takes_many_games_and_some_never_reach_it():
    assert games_to_level_two("advanced", 31.0) == 18
    assert games_to_level_two("novice", 50) is None


def test_the_rules_page_shows_the_measured_figures():
    page = Client().get("/ladder/rules").content.decode()
    for player in measured_drifts():
        for each in player.against:
            cell = page.partition(f'data-drift="{player.strength}-{each.bot}"')[2].partition("</td>")[0]
            assert f"{each.at_start:.1f}</strong>" in cell
            assert f"stops at {each.rests_at}" in cell
    assert "one win in 22 games" in page
    assert "needs about 18 games against Advanced" in page


def test_regions_of_the_rules_have_names_of_their_own():
    """Regression: a table's region had the name of the section around it."""
    page = Client().get("/ladder/rules").content.decode()
    regions = [part.partition(">")[0] for part in page.split('role="region"')[1:]]
    assert len(regions) == 3
    assert all("aria-label=" in region for region in regions)


def test_the_docs_have_the_same_figures():
    text = Path(settings.BASE_DIR, "docs/explanation/bots.md").read_text(encoding="utf-8")
    for player in measured_drifts():
        cells = [
            f"{each.at_start:+.1f}".replace("+0.0", "0.0") + f", {each.rests_at}" for each in player.against
        ]
        assert f"| {player.name} | {' | '.join(cells)} |" in text
