"""Trials: a bot and the house bot play the same cards in the same seat, and neither sees the other's game."""

from math import sqrt
from statistics import fmean, stdev

import pytest
from django.test import Client

from common import clock
from common.refusal import Refusal
from common.student_t import student
from game.bot_accounts.models import Trial, TrialGame
from game.engine.state import Seat
from game.lobby.api_bots import MAX_GAMES
from game.models import Game, Player
from game.shared_decks.barrier import is_open
from game.shared_decks.models import SharedGame
from game.shared_rounds.par import play_for_par
from game.shared_rounds.rounds import close_round, void_restored_sets
from game.table.record.ledger import load_row
from game.tokens.scopes import Scope
from programs.bots import trials
from programs.bots.figures import Pair, outcome_of
from ranking.models import Change
from rng import entropy
from rng.commitment import seat_commitment
from tests.worlds.api import bearer, bot_of, lines_of, make_text
from tests.worlds.days import finish, play
from tests.worlds.people import player
from tests.worlds.tables import create_game, update_row

pytestmark = [pytest.mark.rows, pytest.mark.django_db]


@pytest.fixture
def deep(db: None) -> Player:
    return bot_of(player("Ann"), "Deep")


def live_games(trial: Trial) -> list[Game]:
    return [one.game for one in trial.games.filter(game__finished_at=None).order_by("number")]


def begin_game(game: Game) -> None:
    """Let both seats show their secrets, so that cards can be dealt."""
    secrets = (entropy.secret(), load_row(game.pk).server_secrets.bot_seat)
    fields = {}
    for seat, letter, secret in zip(Seat, "ab", secrets, strict=True):
        fields[f"secret_{letter}"] = secret.hex()
        fields[f"commitment_{letter}"] = seat_commitment(game.pk, seat, secret).hex()
    update_row(game.pk, **fields)


def advance(trial: Trial) -> None:
    """Do what the job does, without its worker."""
    for number, decks, against in trials.advance(trial.pk):
        margins = [sum(leads) for leads in play_for_par(decks, range(trials.HOUSE_GAMES), against)]
        trials.keep_house_margin(trial.pk, number, fmean(margins))
    trials.end_if_over(trial.pk)
    trial.refresh_from_db()


@pytest.mark.slow
def test_it_is_played_to_its_end_four_games_at_once(deep: Player) -> None:
    trial = trials.begin(bot=deep, against="novice", pairs=10)
    most = 0
    while trial.ended_at is None:
        most = max(most, len(live_games(trial)))
        for game in live_games(trial):
            begin_game(game)
            play(game)
        advance(trial)
    assert (most, trial.games.count()) == (trials.GAMES_AT_ONCE, 10)
    outcome = outcome_of(trials.pairs_of(trial))
    assert outcome is not None
    assert outcome.low < outcome.difference < outcome.high
    assert outcome.difference == pytest.approx(outcome.margin - outcome.house_margin)
    assert not Change.objects.exists()


class TestTheCards:
    """Neither game may reveal anything about the other."""

    @pytest.mark.slow
    def test_bot_plays_each_deck_once_and_the_house_bot_has_no_game(self, deep: Player) -> None:
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        advance(trial)
        tables = SharedGame.objects.filter(round__deck_set=trial.deck_set)
        assert sorted(tables.values_list("round__number", flat=True)) == [1, 2, 3, 4]
        assert {game.seat_a for game in live_games(trial)} == {deep}

    @pytest.mark.slow
    def test_game_stays_hidden_until_its_deck_is_played(self, deep: Player) -> None:
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        first, second, *_ = live_games(trial)
        assert is_open(first.pk)
        begin_game(second)
        play(second)
        assert not close_round(SharedGame.objects.get(game=second).round_id)  # the first game is still live
        assert is_open(second.pk)
        begin_game(first)
        play(first)
        for game in (first, second):
            assert close_round(SharedGame.objects.get(game=game).round_id)
        assert not is_open(second.pk)

    @pytest.mark.slow
    def test_house_bot_plays_the_same_game_as_a_bot_that_decides_alike(self, deep: Player) -> None:
        """A bot that decides like the house bot plays exactly the house bot's game, from cards to margin."""
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        first = live_games(trial)[0]
        begin_game(first)
        row = load_row(first.pk)
        decks = row.shared
        assert decks is not None
        assert row.server_secrets.bot_stream == decks.bot_stream
        assert row.stream_name == decks.stream_name

    @pytest.mark.slow
    def test_house_bot_margin_is_deterministic(self, deep: Player) -> None:
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        begin_game(first := live_games(trial)[0])
        play(first)
        ((_, decks, against),) = trials.advance(trial.pk)
        assert play_for_par(decks, range(4), against) == play_for_par(decks, range(4), against)


class TestGamesThatAreNotPlayedOut:
    @pytest.mark.slow
    def test_one_that_is_given_up_counts_as_if_the_opponent_had_got_home(self, deep: Player) -> None:
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        finish(live_games(trial)[0], (30, 40), ended="resigned")
        advance(trial)
        assert trial.games.get(number=1).margin == 30 - 121

    @pytest.mark.slow
    def test_one_that_is_lost_by_time_does_too(self, deep: Player) -> None:
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        finish(live_games(trial)[0], (90, 100), ended="flag")
        advance(trial)
        assert trial.games.get(number=1).margin == 90 - 121

    @pytest.mark.slow
    def test_one_that_never_began_is_left_out_and_after_four_it_ends(self, deep: Player) -> None:
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        for game in live_games(trial):
            update_row(game.pk, finished_at=clock.now(), ended="void", winner=None)
        advance(trial)
        assert trial.ended_at is not None
        assert TrialGame.objects.filter(is_void=True).count() == trials.MOST_VOID
        assert outcome_of(trials.pairs_of(trial)) is None

    @pytest.mark.slow
    def test_trial_begins_no_games_after_a_restored_backup(self, deep: Player) -> None:
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        void_restored_sets()
        for game in live_games(trial)[:3]:
            begin_game(game)
            play(game)
        update_row(live_games(trial)[0].pk, finished_at=clock.now(), ended="void", winner=None)
        advance(trial)
        assert trial.ended_at is not None
        assert (trial.games.count(), len(trials.pairs_of(trial))) == (4, 3)


class TestLimits:
    @pytest.mark.slow
    def test_one_trial_at_once(self, deep: Player) -> None:
        trials.begin(bot=deep, against="novice", pairs=10)
        with pytest.raises(Refusal) as refused:
            trials.begin(bot=deep, against="advanced", pairs=10)
        assert refused.value.code == "trial_runs"

    @pytest.mark.slow
    def test_another_after_it(self, deep: Player) -> None:
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        Trial.objects.filter(pk=trial.pk).update(ended_at=clock.now())
        trials.begin(bot=deep, against="novice", pairs=10)

    @pytest.mark.slow
    def test_its_games_are_among_the_eight(self, deep: Player) -> None:
        for _ in range(MAX_GAMES - 1):
            create_game(players=(deep, player(f"Bob-{entropy.name_suffix()}")))
        trial = trials.begin(bot=deep, against="novice", pairs=10)
        assert len(live_games(trial)) == 1

    def test_no_person_has_one(self) -> None:
        with pytest.raises(Refusal) as refused:
            trials.begin(bot=player("Bob"), against="novice", pairs=10)
        assert refused.value.code == "not_a_bot"


class TestTheInterval:
    PAIRS = tuple(Pair(margin, 2.0) for margin in (12, -30, 4, 8, -5, 17, 22, -11, 3, 0))

    def test_it_is_that_of_the_paired_differences(self) -> None:
        outcome = outcome_of(self.PAIRS)
        assert outcome is not None
        differences = [pair.difference for pair in self.PAIRS]
        assert outcome.difference == pytest.approx(fmean(differences))
        assert outcome.high - outcome.difference == pytest.approx(
            2.2622 * stdev(differences) / sqrt(10), rel=1e-3
        )

    @pytest.mark.parametrize(("freedom", "t"), [(9, 2.2622), (19, 2.0930), (49, 2.0096), (99, 1.9842)])
    def test_it_is_as_wide_as_the_tables_say(self, freedom: int, t: float) -> None:
        assert student(freedom) == pytest.approx(t, abs=5e-4)

    def test_of_fewer_than_ten_pairs_nothing_is_said(self) -> None:
        assert outcome_of(self.PAIRS[:9]) is None


@pytest.mark.slow
def test_a_bot_lists_its_own_trials_the_newest_first(deep: Player) -> None:
    blue = bot_of(player("Bob"), "Blue")
    first = trials.begin(bot=deep, against="novice", pairs=10)
    Trial.objects.filter(pk=first.pk).update(ended_at=clock.now())
    second = trials.begin(bot=deep, against="advanced", pairs=20)
    trials.begin(bot=blue, against="novice", pairs=10)
    answer = Client().get("/api/v1/bots/me/trials", **bearer(make_text(deep, Scope.BOT)))
    assert [(one["id"], one["against"], one["ended"] is None) for one in lines_of(answer)] == [
        (second.pk, "advanced", True),
        (first.pk, "novice", False),
    ]
