"""A daily is announced, fixed, opened, closed and counted: each once, even after downtime."""

import asyncio
from datetime import timedelta

import pytest

from common import clock
from common.months import month_of
from common.refusal import Refusal
from game.accounts.guests import create_guest
from game.accounts.signup import sign_up
from game.engine.state import Seat
from game.models import Game, Scoresheet
from game.shared_decks.barrier import is_open
from game.shared_decks.models import DeckSet
from game.shared_rounds.announcing import reveal
from game.shared_rounds.record import load_record
from people.notices.kinds import Way
from people.notices.models import Notice
from people.notices.switches import set_switch
from rng import entropy, shared_decks
from study.daily import running
from study.daily.models import Daily, DailyEntry, MonthLine
from study.daily.notice_kinds import DAILY_OPEN
from study.daily.playing import find_today, play_today
from study.daily.scoring import PAR_GAMES
from study.daily.standings import load_month
from study.review.queue import run_queue
from study.review.requests import request_review
from tests.worlds.days import (
    DAY,
    begin,
    create_account,
    finish,
    midnight_of,
    moved_clock,
    open_today,
    play,
    run_jobs,
)
from tests.worlds.shared_decks import commit_secret

pytestmark = pytest.mark.django_db(transaction=True)

Stage = Daily.Stage
# The clock starts at noon, far from midnight, so that no test crosses the end of a day by accident.
NOON = (clock.now() + 3 * DAY).replace(hour=12, minute=0, second=0, microsecond=0)


@pytest.fixture(autouse=True)
def few_par_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play two par games instead of sixty-four, which would take ten seconds."""
    monkeypatch.setattr(running, "PAR_GAMES", 2)


@pytest.mark.slow
def test_a_new_site_opens_todays_at_once_and_announces_tomorrows():
    with moved_clock(NOON):
        daily = open_today()
        assert daily.stage == Stage.OPEN
        assert len(daily.par_margins) == 2
        assert daily.par == pytest.approx(sum(daily.par_margins) / 2)
        assert len(daily.par_leads or ()) > 5
        tomorrow = Daily.objects.get(day=daily.day + DAY)
        assert (tomorrow.stage, tomorrow.deck_set.stage) == (Stage.ANNOUNCED, DeckSet.Stage.ANNOUNCED)
        assert tomorrow.deck_set.root == ""
    assert PAR_GAMES == 64


@pytest.mark.slow
def test_the_secrets_of_todays_entrants_are_in_tomorrows_decks():
    with moved_clock(NOON) as move:
        daily = open_today()
        tomorrow = Daily.objects.get(day=daily.day + DAY)
        player, late = create_guest(), create_guest()
        secret = entropy.secret()
        commit_secret(tomorrow.deck_set, player, secret)
        reveal(tomorrow.deck_set_id, player, secret.hex())
        commit_secret(tomorrow.deck_set, late, entropy.secret())
        move(midnight_of(tomorrow.day) + timedelta(seconds=1))
        run_jobs()
        tomorrow.refresh_from_db()
        assert tomorrow.stage == Stage.ANNOUNCED  # players who have committed have a minute to reveal
        move(midnight_of(tomorrow.day) + timedelta(seconds=62))
        run_jobs()
        tomorrow.refresh_from_db()
        assert tomorrow.stage == Stage.OPEN
        record = load_record(DeckSet.objects.get(daily=tomorrow))
        assert shared_decks.verify(record) is None
        assert len(shared_decks.absent(record.entrants)) == 1
        assert len(record.entrants) == 2


@pytest.mark.slow
def test_with_a_delay_the_decks_are_known_before_midnight_and_the_game_opens_at_it(settings):
    settings.DELAY_STEPS = 1
    with moved_clock(NOON) as move:
        daily = open_today()
        assert daily.deck_set.root == daily.deck_set.delay_values[-1]
        tomorrow = Daily.objects.get(day=daily.day + DAY)
        commit_secret(tomorrow.deck_set, create_guest(), entropy.secret(), with_secret=True)
        move(midnight_of(tomorrow.day) - timedelta(seconds=100))
        run_jobs()
        tomorrow.refresh_from_db()
        assert (tomorrow.stage, tomorrow.deck_set.stage) == (Stage.FIXED, DeckSet.Stage.STARTED)
        with pytest.raises(Refusal, match="too late"):
            commit_secret(tomorrow.deck_set, create_guest(), entropy.secret(), with_secret=True)
        assert find_today() == daily
        move(midnight_of(tomorrow.day) + timedelta(seconds=1))
        run_jobs()
        tomorrow.refresh_from_db()
        assert tomorrow.stage == Stage.OPEN


@pytest.mark.slow
def test_a_player_has_one_try():
    with moved_clock(NOON):
        open_today()
        player = create_guest()
        assert play_today(player).pk == play_today(player).pk
        assert DailyEntry.objects.count() == Game.objects.count() == 1


def test_playing_before_it_opens_is_refused():
    with pytest.raises(Refusal, match="isn’t open yet"):
        play_today(create_guest())


@pytest.mark.slow
def test_same_decisions_give_the_same_game():
    with moved_clock(NOON):
        open_today()
        games = [begin() for _ in range(2)]
        for game in games:
            play(game, seed=1)
        one, other = Game.objects.values_list("transcript", flat=True)
        assert one == other


@pytest.mark.slow
def test_at_midnight_it_closes_is_ranked_and_counted():
    with moved_clock(NOON) as move:
        daily = open_today()
        ann, bob, cat, guest = *map(create_account, ("Ann", "Bob", "Cat")), create_guest()
        tries = {player: begin(player) for player in (ann, bob, cat, guest)}
        for player, seed in ((ann, 1), (bob, 2), (guest, 3)):
            play(tries[player], seed)
        move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
        run_jobs()
        daily.refresh_from_db()
        assert daily.stage == Stage.COUNTED
        entries = {entry.player: entry for entry in DailyEntry.objects.select_related("player")}
        for player in (ann, bob, guest):
            game = Game.objects.get(pk=tries[player].pk)
            assert entries[player].margin == game.score_a - game.score_b
        # Unfinished games have no result, and guests no place.
        assert entries[cat].margin is None
        assert Game.objects.get(pk=tries[cat].pk).finished_at is not None
        assert (entries[cat].place, entries[guest].place) == (None, None)
        by_margin = sorted((entries[ann].margin, entries[bob].margin), reverse=True)
        assert entries[ann].place == by_margin.index(entries[ann].margin) + 1
        assert not is_open(tries[ann].pk)
        assert daily.field is not None
        assert daily.field["players"] == 3
        first = daily.field["deals"][0]
        assert sum(split["players"] for split in first["splits"]) + first["others"] == first["players"] == 3
        assert first["best"] in [split["thrown"] for split in first["splits"]]
        lines = {line.player_id: line for line in MonthLine.objects.filter(month=month_of(daily.day))}
        # Cat's game is void, because she had not discarded.
        assert lines.keys() == {ann.pk, bob.pk}
        better, worse = (100, 0) if by_margin[0] > by_margin[1] else (50, 50)
        assert lines[ann.pk].total == (better if entries[ann].margin == by_margin[0] else worse)


@pytest.mark.slow
def test_a_game_that_is_given_up_has_no_result_and_is_last_in_the_month():
    with moved_clock(NOON) as move:
        daily = open_today()
        ann, bob, cat, dan, eve = map(create_account, ("Ann", "Bob", "Cat", "Dan", "Eve"))
        finish(begin(ann), (20, 30), ended="resigned")
        finish(begin(bob), (121, 30), ended="left")
        finish(begin(cat), (5, 121))
        finish(begin(dan), (0, 0), ended="void")
        finish(begin(eve), (0, 0), ended="played")
        Game.objects.filter(seat_a=eve).update(voided_at=clock.now())
        finish(begin(create_guest()), (121, 0))
        move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
        run_jobs()
        of_day = {entry.player: entry for entry in DailyEntry.objects.select_related("player")}
        assert {of_day[player].margin for player in (ann, bob, dan, eve)} == {None}
        assert [(of_day[one].place, of_day[one].percent) for one in (cat, ann, bob, dan, eve)] == [
            (1, 100), (None, 0), (None, 0), (None, None), (None, None)
        ]  # fmt: skip
        assert set(MonthLine.objects.values_list("player", "days", "total")) == {
            (ann.pk, 1, 0), (bob.pk, 1, 0), (cat.pk, 1, 100)
        }  # fmt: skip


@pytest.mark.slow
def test_playing_another_day_never_costs_anything():
    """All are below par every day, and Bob stays away on the second."""
    with moved_clock(NOON.replace(day=3)) as move:
        ann, bob, cat = map(create_account, ("Ann", "Bob", "Cat"))
        for players in ((ann, bob, cat), (ann, cat)):
            daily = open_today()
            for player, score in zip(players, (90, 80, 60), strict=False):
                finish(begin(player), (score, 121))
            move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
            run_jobs()
            Daily.objects.filter(day=daily.day).update(par=5.0)
        totals = dict(MonthLine.objects.values_list("player__username", "total"))
        assert totals == {"Ann": 200, "Bob": 50, "Cat": 0}


@pytest.mark.slow
def test_the_only_player_of_a_day_gets_half_the_points():
    with moved_clock(NOON) as move:
        daily = open_today()
        finish(begin(create_account("Ann")), (3, 121))
        move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
        run_jobs()
        assert MonthLine.objects.get().total == 50


@pytest.mark.slow
def test_month_stored_by_an_older_release_is_recomputed():
    """That release did not know percentages, and stored sums of margins minus par."""
    with moved_clock(NOON.replace(day=3)) as move:
        ann, bob, cat = map(create_account, ("Ann", "Bob", "Cat"))
        daily = open_today()
        for player, scores, ended in ((ann, (90, 121), "played"), (bob, (121, 30), "played")):
            finish(begin(player), scores, ended)
        finish(begin(cat), (60, 100), "resigned")
        move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
        run_jobs()
        month = month_of(daily.day)
        worked_out = sorted(MonthLine.objects.values_list("player", "days", "total", "rule"))
        DailyEntry.objects.update(percent=None)
        before = sorted(DailyEntry.objects.values_list("player", "margin", "place"))
        MonthLine.objects.all().delete()
        for player, total in ((ann, -31.0), (bob, 91.0)):
            MonthLine.objects.create(month=month, player=player, days=1, total=total)
        assert load_month(month, ann) == ([], None)
        run_jobs()
        assert sorted(MonthLine.objects.values_list("player", "days", "total", "rule")) == worked_out
        assert sorted(DailyEntry.objects.values_list("player", "margin", "place")) == before
        assert [(line.place, line.player, line.total) for line in load_month(month, cat)[0]] == [
            (1, bob, 100), (2, ann, 50), (3, cat, 0)
        ]  # fmt: skip


@pytest.mark.slow
def test_place_of_an_unranked_try_from_an_older_release_is_removed():
    with moved_clock(NOON) as move:
        daily = open_today()
        guest = create_guest()
        finish(begin(guest), (121, 0))
        finish(begin(create_account("Ann")))
        move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
        run_jobs()
        DailyEntry.objects.filter(player=guest).update(place=1)
        sign_up(name="Liar", password="every other hand", guest=guest)
        move(clock.now() + timedelta(minutes=6))
        Daily.objects.filter(day=daily.day).update(next_at=clock.now())
        run_jobs()
        places = dict(DailyEntry.objects.values_list("player__username", "place"))
        assert places == {"Liar": None, "Ann": 1}


@pytest.mark.slow
def test_day_without_players_is_counted_too():
    with moved_clock(NOON) as move:
        daily = open_today()
        move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
        run_jobs()
        daily.refresh_from_db()
        assert daily.stage == Stage.COUNTED
        assert daily.field == {"players": 0, "margins": {}, "deals": []}


@pytest.mark.slow
def test_site_that_was_down_for_days_resumes_today():
    with moved_clock(NOON) as move:
        daily = open_today()
        finish(begin(create_account("Ann")))
        move(NOON + 5 * DAY)
        run_jobs()
        stages = dict(Daily.objects.values_list("day", "stage"))
        assert stages == {
            daily.day: Stage.COUNTED,
            daily.day + DAY: Stage.MISSED,
            daily.day + 5 * DAY: Stage.OPEN,
            daily.day + 6 * DAY: Stage.ANNOUNCED,
        }
        missed = Daily.objects.get(day=daily.day + DAY)
        assert missed.deck_set.stage == DeckSet.Stage.VOID


@pytest.mark.slow
def test_ties_are_broken_as_reviews_are_done():
    with moved_clock(NOON) as move:
        daily = open_today()
        ann, bob = create_account("Ann"), create_account("Bob")
        tries = {player: begin(player) for player in (ann, bob)}
        for game in tries.values():
            play(game, seed=1)
        move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
        run_jobs()
        assert set(DailyEntry.objects.values_list("place", flat=True)) == {1}
        for player, lost in ((ann, 0.31), (bob, 0.3)):
            keep_sheet(tries[player], lost)
        move(clock.now() + timedelta(minutes=6))
        run_jobs()
        assert dict(DailyEntry.objects.values_list("player", "place")) == {bob.pk: 1, ann.pk: 2}


@pytest.mark.slow
def test_two_identical_games_share_their_place_when_both_are_reviewed():
    with moved_clock(NOON) as move:
        daily = open_today()
        tries = [begin(create_account(name)) for name in ("Ann", "Bob")]
        for game in tries:
            play(game, seed=1)
            keep_sheet(game, None)
        move(midnight_of(daily.day + DAY) + timedelta(seconds=1))
        run_jobs()
        for game in tries:
            request_review(Game.objects.get(pk=game.pk))
        asyncio.run(run_queue())
        move(clock.now() + timedelta(minutes=6))
        run_jobs()
        one, other = DailyEntry.objects.order_by("pk")
        assert one.lost is not None
        assert one.lost == other.lost > 0
        assert (one.place, other.place) == (1, 1)


def keep_sheet(game: Game, lost: float | None) -> None:
    """Store a review's result for the player. None stands for a game without a review."""
    game.refresh_from_db()
    Scoresheet.objects.update_or_create(
        game=game,
        seat=Seat.A,
        defaults={
            "player": game.seat_a,
            "opponent": game.seat_b,
            "at": game.finished_at,
            "rated": False,
            "won": game.winner == 0,
            "value": 1,
            "ended": "played",
            "dealt_first": True,
            "points": game.score_a,
            "points_against": game.score_b,
            "lost_by_play": lost,
        },
    )


def told_today() -> list[str]:
    told = Notice.objects.filter(kind="daily_open").order_by("player__username")
    return [f"{name} of {about}" for name, about in told.values_list("player__username", "about")]


@pytest.mark.slow
def test_recent_players_and_those_who_asked_are_notified():
    ann, bob, cat = create_account("Ann"), create_account("Bob"), create_account("Cat")
    create_account("Dan")
    set_switch(bob, DAILY_OPEN, Way.BELL, on=False)
    set_switch(cat, DAILY_OPEN, Way.PUSH, on=True)
    with moved_clock(NOON) as move:
        first = open_today().day
        assert told_today() == [f"Cat of daily:{first}"]
        begin(ann)
        begin(bob)
        for days in (1, 7, 8):
            move(midnight_of(first + days * DAY))
            day = open_today().day
            told = ["Ann", "Cat"] if days <= 7 else ["Cat"]
            assert told_today() == [f"{name} of daily:{day}" for name in told]


@pytest.mark.slow
def test_beginning_the_game_settles_its_notification():
    ann, bob = create_account("Ann"), create_account("Bob")
    for player in (ann, bob):
        set_switch(player, DAILY_OPEN, Way.PUSH, on=True)
    with moved_clock(NOON):
        open_today()
        begin(ann)
        assert Notice.objects.count() == 2
        assert Notice.objects.get(read_at=None).player == bob


def test_where_there_is_no_daily_none_is_made(settings):
    settings.DAILY = False
    run_jobs()
    assert not Daily.objects.exists()
