"""People with known habits are simulated, and measured with their intervals."""

import pytest

from game.arena.chance import Chance
from game.engine.cards import PIPS
from game.engine.moves import Go, Play, Throw
from game.engine.state import Phase
from game.engine.view import View
from study.habits.fitting import Interval
from study.habits.measure import Made, Profile, Shown, summarize
from study.habits.report import MIN_PLAYERS, Column, find_fit, find_lack, fitted_name, report_lines
from study.habits.simulating import brain_named, erring_player, play, simulate

GROUPS = 20
GAMES = 6  # a group's, of two seats


def holds(interval: Interval | None, truth: float) -> bool:
    assert interval is not None
    return interval.low <= truth <= interval.high


@pytest.mark.slow
@pytest.mark.parametrize(("miscount", "notices"), [(7.0, 0.35), (4.0, 0.7)])
def test_the_interval_holds_the_parameters_of_simulated_people(miscount: float, notices: float):
    shown = simulate(erring_player(miscount, notices), GROUPS * GAMES, seed=11)
    groups = [summarize(shown[at : at + 2 * GAMES]) for at in range(0, len(shown), 2 * GAMES)]
    # Of 20 intervals that hold the truth 95 times in 100, fewer than 16 do so three times in a thousand.
    assert sum(holds(group.fitted["MISCOUNT"], miscount) for group in groups) >= 16
    assert sum(holds(group.fitted["NOTICES"], notices) for group in groups) >= 16
    fit = find_fit(summarize(shown))
    assert fit is not None
    assert fit == (pytest.approx(miscount, abs=0.5), pytest.approx(notices, abs=0.07))


@pytest.mark.slow
def test_bots_are_recognized_by_their_fit():
    fitted = {name: summarize(simulate(brain_named(name), 60, seed=3)).fitted for name in ("novice", "club")}
    assert holds(fitted["novice"]["MISCOUNT"], 7)
    assert holds(fitted["novice"]["NOTICES"], 0.35)
    assert holds(fitted["club"]["MISCOUNT"], 4)
    assert holds(fitted["club"]["NOTICES"], 0.7)
    assert not holds(fitted["club"]["MISCOUNT"], 7)
    assert not holds(fitted["club"]["NOTICES"], 0.35)


def people_who_lead_fives(view: View, memory: object, stream: object) -> Throw | Play | Go:
    """Novice, but a five in the hand is always led."""
    move = erring_player(7.0, 0.35)(view, (), stream)  # type: ignore[arg-type]
    fives = [card for card in view.playable if PIPS[card] == 5]
    leads = view.phase is Phase.PLAY and not view.pile and len(view.hand) == 4
    assert isinstance(move, Throw | Play | Go)
    return Play(fives[0]) if leads and fives else move


@pytest.mark.slow
def test_a_habit_that_the_model_lacks_is_named():
    group = summarize(simulate(people_who_lead_fives, 40, seed=5))
    share = group.shares["led_5"]
    assert share is not None
    assert share.value == 1
    model = summarize(simulate(erring_player(7.0, 0.35), 40, seed=6))
    lines = [*report_lines([Column("people", group, is_group=True), Column(fitted_name("people"), model)])]
    lacking = [line for line in lines if "the fitted model" in line]
    assert any(line.startswith("people: leads a five 100%") for line in lacking)
    assert not any("pairs the lead" in line for line in lacking)


@pytest.mark.slow
def test_too_few_games_are_said_with_the_number_needed():
    shown = simulate(erring_player(7.0, 0.35), MIN_PLAYERS // 2, seed=9)
    few = summarize(shown)
    assert find_fit(few) is None
    needed = find_lack(few, "MISCOUNT")
    assert needed is not None
    text = "\n".join(report_lines([Column("people", few, is_group=True)]))
    assert f"people: too few games to fit MISCOUNT, 20 of about {needed:,} needed" in text
    assert "errs as Novice with" not in text
    # With that many and some more, it fits.
    many = summarize(simulate(erring_player(7.0, 0.35), needed, seed=10))
    assert find_lack(many, "MISCOUNT") is None


def test_too_few_players_show_nothing_of_themselves():
    shown = simulate(erring_player(7.0, 0.35), (MIN_PLAYERS - 2) // 2, seed=9)
    lines = [*report_lines([Column("people", summarize(shown), is_group=True)])]
    assert f"people: too few players, {MIN_PLAYERS - 2} of the {MIN_PLAYERS} needed." in "\n".join(lines)
    assert not any("±" in line and line[0] != "P" for line in lines)


def test_a_game_is_measured_in_one_pass_as_it_was_played():
    brain = erring_player(4.0, 0.7)
    moves = [*play((brain, brain), Chance(1, 2))]
    assert moves == [*play((brain, brain), Chance(1, 2))]
    one, other = (total(moves, seat) for seat in (0, 1))
    throws = sum(isinstance(made.move, Throw) for made in moves)
    assert one.discards + other.discards == throws
    assert sum((one.taken + other.taken).values()) < sum((one.chances + other.chances).values())


def total(moves: list[Made], seat: int) -> Shown:
    shown = Shown()
    for made in moves:
        if made.seat == seat:
            shown.add(made)
    return shown


def test_a_group_without_games_is_empty():
    empty: Profile = summarize([])
    assert (empty.players, empty.games, empty.cost) == (0, 0, None)
    assert not any(empty.shares.values())


def test_the_simulated_player_is_novice():
    memory_free = [*play((brain_named("novice"),) * 2, Chance(4, 1))]
    assert memory_free == [*play((erring_player(7.0, 0.35),) * 2, Chance(4, 1))]
