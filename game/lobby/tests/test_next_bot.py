"""The bot that "Play now" offers, by the results of the last games."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.lobby.next_bot import MOST_GAMES, SCALE, BotResult, NextBot, Reason, choose_next_bot, find_step
from game.table.bot_accounts import HOUSE_BOTS

LETTERS = {"B": "beginner", "N": "novice", "C": "club", "I": "intermediate", "A": "advanced"}
# Each bot's place on a scale of skill, from the shares of games that they win from each other
# (docs/explanation/bots.md). A player wins with the normal probability of the difference.
PLACES = dict(zip(SCALE, (-0.524, 0.0, 0.217, 0.44, 0.95), strict=True))


def results(text: str) -> list[BotResult]:
    """Read results, oldest first: `N+ N- C+` is a win and a loss against Novice, then a win against Club."""
    return [BotResult(LETTERS[one[0]], one[1] == "+") for one in reversed(text.split())]


def chosen(text: str, running: str | None = None) -> tuple[str, Reason] | None:
    choice = choose_next_bot(results(text), running)
    return choice and (choice.key, choice.reason)


def test_the_scale_is_of_house_bots():
    assert {*SCALE} < HOUSE_BOTS.keys()
    assert "master" not in SCALE


@pytest.mark.parametrize(
    ("games", "key", "reason"),
    [
        ("N+", "novice", Reason.LAST),
        ("N+ N+", "novice", Reason.SAME),
        ("N+ N+ N+", "club", Reason.UP),
        ("N- N-", "novice", Reason.SAME),
        ("N- N- N-", "beginner", Reason.DOWN),
        ("N+ N+ N- N+", "novice", Reason.SAME),
        ("N+ N+ N- N+ N+", "club", Reason.UP),
        # Four or five of ten: that is how it should be.
        ("C+ C- C+ C- C+ C- C+ C- C- C-", "club", Reason.SAME),
        ("C+ C- C+ C- C+ C- C+ C- C+ C-", "club", Reason.SAME),
        ("C+ C- C+ C- C+ C- C+ C- C+ C+", "intermediate", Reason.UP),
        ("C+ C- C+ C- C+ C- C- C- C- C-", "novice", Reason.DOWN),
        # Only the last ten games count.
        ("C+ C+ C- C- C+ C- C+ C- C+ C- C+ C- C+ C-", "club", Reason.SAME),
        # After a step the results begin again.
        ("N+ N+ N+ C+", "club", Reason.LAST),
        ("N+ N+ N+ C- C-", "club", Reason.SAME),
        ("N+ N+ N+ C- C- C-", "novice", Reason.DOWN),
        ("N+ N+ N+ C- C- C- N-", "novice", Reason.LAST),
        # The scale has two ends.
        ("A+ A+ A+ A+", "advanced", Reason.SAME),
        ("B- B- B- B-", "beginner", Reason.SAME),
        ("I+ I+ I+", "advanced", Reason.UP),
        ("A- A- A-", "intermediate", Reason.DOWN),
    ],
)
def test_results_move_one_step_up_or_down(games: str, key: str, reason: Reason):
    assert chosen(games) == (key, reason)


def test_the_choice_names_the_results_behind_it():
    assert choose_next_bot(results("N+ N- N+ N+ N+ N+")) == NextBot("club", Reason.UP, "novice", 5, 6)


def test_a_newcomer_has_no_choice_yet():
    assert choose_next_bot([]) is None


def test_a_game_that_has_begun_since_names_the_present_bot():
    assert chosen("", "beginner") == ("beginner", Reason.LAST)
    assert chosen("N+ N+ N+", "club") == ("club", Reason.LAST)
    assert chosen("N+ N+", "novice") == ("novice", Reason.SAME)
    assert chosen("N+ N+ N+", "novice") == ("club", Reason.UP)


@given(won=st.integers(0, MOST_GAMES), lost=st.integers(0, MOST_GAMES))
def test_a_further_win_never_moves_down_nor_a_further_loss_up(won: int, lost: int):
    step = find_step(won, won + lost)
    assert find_step(won + 1, won + lost + 1) >= step >= find_step(won, won + lost + 1)


@given(
    st.lists(st.builds(BotResult, st.sampled_from(SCALE), st.booleans()), max_size=20),
    st.none() | st.sampled_from(SCALE),
)
def test_the_choice_is_at_most_one_step_from_the_present_bot(games: list[BotResult], running: str | None):
    choice = choose_next_bot(games, running)
    if choice is None:
        assert (games, running) == ([], None)
        return
    assert choice.before == (running or games[0].bot)
    assert abs(SCALE.index(choice.key) - SCALE.index(choice.before)) <= 1
    assert 0 <= choice.won <= choice.games <= MOST_GAMES


def played_games(skill: float, first: str, chance: Random) -> Iterator[BotResult]:
    """Yield the results of a simulated player who always plays the bot that is offered."""
    newest_first = [BotResult(first, chance.random() < win_chance(skill, first))]
    while True:
        yield newest_first[0]
        choice = choose_next_bot(newest_first)
        assert choice is not None
        won = chance.random() < win_chance(skill, choice.key)
        newest_first = [BotResult(choice.key, won), *newest_first][:MOST_GAMES]


def win_chance(skill: float, bot: str) -> float:
    return NormalDist().cdf(skill - PLACES[bot])


@pytest.mark.parametrize("first", ["beginner", "novice", "intermediate"])
@pytest.mark.parametrize("skill", [tenths / 10 for tenths in range(-15, 20)])
def test_players_of_any_strength_settle_at_four_or_five_of_ten_or_at_an_end(skill: float, first: str):
    games = list(islice(played_games(skill, first, Random(7)), 30, 4000))
    share = sum(one.won for one in games) / len(games)
    at = {bot: sum(one.bot == bot for one in games) / len(games) for bot in SCALE}
    if share < 0.4:
        assert at["beginner"] > 0.6
    elif share > 0.5:
        assert at["advanced"] > 0.6
