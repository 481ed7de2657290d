"""Seasons: their start, the points of a night, the standings, and the decision."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.engine.state import Seat
from game.models import Player
from people.clubs import founding
from people.clubs.models import Club
from people.notices.models import Notice
from tests.worlds.event_clubs import create_club, owner_of
from tests.worlds.stepped_evenings import announce, live, players, steps_until_nothing_is_due, win
from tournaments.events.manage import actions, entering
from tournaments.events.models import Entry, Event
from tournaments.events.record.root import open_root
from tournaments.events.show.trophies import load_trophies
from tournaments.formats.lots import lot
from tournaments.seasons import calendar
from tournaments.seasons.audit import find_season_differences
from tournaments.seasons.deciding import keep_up
from tournaments.seasons.models import Season
from tournaments.seasons.order import find_finalists, load_standings

pytestmark = pytest.mark.django_db

Later = Callable[..., None]
DAY, WEEK = timedelta(days=1), timedelta(weeks=1)


@pytest.fixture(autouse=True)
def newcomers_may_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "GAMES_BEFORE", 0)


@pytest.fixture
def club() -> Club:
    return create_club("Night Owls")


@pytest.fixture
def season(club: Club) -> Season:
    """Return a season of the club that has lasted for twelve weeks."""
    starts_at = datetime.combine(clock.now().date(), time(), UTC) - 12 * WEEK
    return Season.objects.create(club=club, number=1, starts_at=starts_at, ends_at=starts_at + 13 * WEEK)


def play_night(season: Season, week: int, points: Sequence[tuple[Player, int]], **columns: Any) -> Event:
    """Store a finished night of nine games, in which these players had so many game points."""
    night = announce()
    starts_at = season.starts_at + week * WEEK + timedelta(hours=20)
    chosen = {
        "state": "over",
        "club": season.club,
        "starts_at": starts_at,
        "games": 9,
        "due_at": None,
        "root": open_root(night).hex(),
    } | columns
    Event.objects.filter(pk=night.pk).update(**chosen)
    for place, (player, of_player) in enumerate(sorted(points, key=lambda one: -one[1]), 1):
        Entry.objects.create(
            event=night, player=player, joined_at=starts_at, place=place,
            points=of_player, wins=of_player // 3, played=9, has_changed=False,
        )  # fmt: skip
    night.refresh_from_db()
    return night


def lines(season: Season) -> list[tuple[int | None, str, int, int]]:
    return [(one.place, one.player.username, one.points, one.nights) for one in load_standings(season)]


class TestBeginning:
    def test_an_owner_begins_one_of_thirteen_weeks(self, club: Club):
        today = clock.now().date()
        begun = calendar.begin(by=owner_of(club), club=club, starts_on=today)
        assert (begun.number, begun.ends_at - begun.starts_at) == (1, 13 * WEEK)
        assert calendar.begin(by=owner_of(club), club=club, starts_on=today) == begun

    def test_one_begins_after_the_other_has_ended(self, club: Club):
        begun = calendar.begin(by=owner_of(club), club=club, starts_on=clock.now().date())
        with pytest.raises(Refusal, match="Season 1 lasts until") as fault:
            calendar.begin(by=owner_of(club), club=club, starts_on=begun.ends_at.date() - DAY)
        assert fault.value.code == "too_late"
        with pytest.raises(Refusal, match="within the next 90 days"):
            calendar.begin(by=owner_of(club), club=club, starts_on=begun.ends_at.date())

    def test_the_next_one_begins_on_its_last_day(self, season: Season):
        assert season.club is not None
        owner = owner_of(season.club)
        following = calendar.begin(by=owner, club=season.club, starts_on=season.ends_at.date())
        assert (following.number, following.starts_at) == (2, season.ends_at)

    def test_members_begin_none(self, club: Club):
        with pytest.raises(Refusal, match="owners and directors"):
            calendar.begin(by=players(1)[0], club=club, starts_on=clock.now().date())

    def test_none_begins_in_the_past(self, club: Club):
        with pytest.raises(Refusal, match="begins today"):
            calendar.begin(by=owner_of(club), club=club, starts_on=clock.now().date() - DAY)

    def test_season_that_has_not_begun_can_be_called_off(self, club: Club):
        owner = owner_of(club)
        calendar.begin(by=owner, club=club, starts_on=clock.now().date() + DAY)
        for _ in range(2):
            calendar.call_off(by=owner, club=club, number=1)
        assert not Season.objects.exists()
        calendar.begin(by=owner, club=club, starts_on=clock.now().date())
        with pytest.raises(Refusal, match="has begun"):
            calendar.call_off(by=owner, club=club, number=1)

    def test_the_site_has_them_one_after_the_other(self, settings: Any, later: Later):
        keep_up()
        assert not Season.objects.exists()
        settings.EVENT_NIGHTS = (time(20),)
        for _ in range(2):
            keep_up()
        [first] = Season.objects.all()
        assert first.starts_at.weekday() == 0
        assert first.starts_at <= clock.now() < first.ends_at
        later(days=92)
        keep_up()
        assert [one.starts_at for one in Season.objects.order_by("number")][1] == first.ends_at
        later(days=400)
        keep_up()
        assert Season.objects.order_by("number").last().starts_at > clock.now() - WEEK  # type: ignore[union-attr]


class TestTheOrder:
    def test_season_points_add_up_and_four_nights_list_a_player(self, season: Season):
        ann, bob, cat = players(3)
        for week in range(3):
            play_night(season, week, [(ann, 14), (bob, 21), (cat, 12)])
        assert {place for place, *_ in lines(season)} == {None}
        play_night(season, 3, [(ann, 20), (cat, 11)])
        assert lines(season) == [
            (1, "P0", 3 * 11 + 87, 4),
            (2, "P2", 3 * 3 + 0, 4),
            (None, "P1", 3 * 107, 3),
        ]

    def test_night_that_is_voided_no_longer_counts(self, season: Season):
        [ann] = players(1)
        nights = [play_night(season, week, [(ann, 15)]) for week in range(5)]
        assert lines(season) == [(1, "P0", 95, 5)]
        Event.objects.filter(pk=nights[0].pk).update(state="void")
        assert lines(season) == [(1, "P0", 76, 4)]

    def test_other_nights_and_other_events_do_not_count(self, season: Season):
        [ann] = players(1)
        for columns in (
            {"club": create_club("Early Birds")},
            {"club": None},
            {"kind": "hour"},
            {"state": "closed"},
            {"starts_at": season.starts_at - timedelta(seconds=1)},
            {"starts_at": season.ends_at},
        ):
            play_night(season, 0, [(ann, 21)], **columns)
        assert lines(season) == []

    def test_bots_and_disqualified_players_are_not_listed(self, season: Season):
        bot = Player.objects.create(username="Robot", brain="expert")
        [ann] = players(1)
        play_night(season, 0, [(ann, 21), (bot, 20)])
        Entry.objects.filter(player=ann).update(place=None)
        assert lines(season) == []

    def test_the_site_counts_its_standing_nights(self):
        now = clock.now()
        season = Season.objects.create(number=1, starts_at=now - WEEK, ends_at=now + WEEK)
        [ann] = players(1)
        play_night(season, 0, [(ann, 12)], slot="night 1")
        play_night(season, 0, [(ann, 12)])
        assert lines(season) == [(None, "P0", 3, 1)]

    def test_the_order_costs_the_same_however_many_nights(
        self, season: Season, django_assert_num_queries: Any
    ):
        people = players(4)
        for week in range(6):
            play_night(season, week, [(one, 12 + n) for n, one in enumerate(people)])
        with django_assert_num_queries(2):
            assert len(load_standings(season)) == 4


def play_season(season: Season, people: Sequence[Player]) -> None:
    """Play four nights in which the first player had more points than the second, and so on."""
    for week in range(4):
        play_night(season, week, [(one, 20 - n) for n, one in enumerate(people)])


class TestDeciding:
    def test_the_best_eight_play_a_bracket_of_best_of_five(self, season: Season, later: Later):
        people = players(10)
        play_season(season, people)
        keep_up()
        season.refresh_from_db()
        assert season.final is None
        later(weeks=1, hours=2)
        for _ in range(2):
            keep_up()
        season.refresh_from_db()
        final = season.final
        assert final is not None
        assert (final.kind, final.best_of, final.club) == ("bracket", 5, season.club)
        assert final.starts_at == season.ends_at + WEEK + timedelta(hours=20)
        seeds = Entry.objects.filter(event=final).order_by("seed").values_list("player__username", "seed")
        assert list(seeds) == [(f"P{n}", n + 1) for n in range(8)]
        told = Notice.objects.filter(about=f"event:{final.pk}:final")
        assert {notice.player for notice in told} == {*people[:8]}
        with pytest.raises(Refusal, match="qualified"):
            entering.join(event_id=final.pk, player=owner_of(final.club))
        assert list(find_season_differences(season)) == []

    def test_a_lot_decides_between_level_players_for_the_last_place(self, season: Season):
        people = players(9)
        points = [20, 19, 18, 17, 16, 15, 14, 13, 13]
        for week in range(4):
            night = play_night(season, week, list(zip(people, points, strict=True)))
        Entry.objects.filter(event__in=Event.objects.all(), player__in=people[7:]).update(wins=4)
        older, newer = (player.pk for player in people[7:])
        roots = (number.to_bytes(32) for number in range(99))
        root = next(each for each in roots if lot(night.pk, each, newer) < lot(night.pk, each, older))
        Event.objects.filter(pk=night.pk).update(root=root.hex())
        assert find_finalists(season)[7:] == [people[8], people[7]]

    def test_it_waits_for_a_night_that_is_still_played(self, season: Season, later: Later):
        play_season(season, players(2))
        night = play_night(season, 12, [], state="running")
        later(weeks=1, hours=2)
        keep_up()
        season.refresh_from_db()
        assert season.final is None
        Event.objects.filter(pk=night.pk).update(state="over")
        keep_up()
        season.refresh_from_db()
        assert season.final is not None

    def test_next_player_replaces_a_banned_or_deleted_finalist(self, season: Season, later: Later):
        people = players(10)
        play_season(season, people)
        Player.objects.filter(pk=people[0].pk).update(is_active=False)
        Player.objects.filter(pk=people[3].pk).update(banned_until=clock.now() + 99 * DAY)
        later(weeks=1, hours=2)
        keep_up()
        seeds = Entry.objects.filter(event__kind="bracket").order_by("seed")
        assert [one.player for one in seeds] == [people[n] for n in (1, 2, 4, 5, 6, 7, 8, 9)]

    @pytest.mark.slow
    def test_winner_of_the_final_is_champion_with_a_trophy(self, season: Season, later: Later):
        people = players(2)
        play_season(season, people)
        later(weeks=1, hours=2)
        keep_up()
        season.refresh_from_db()
        Entry.objects.filter(event=season.final, player=people[1]).update(place=1)
        Event.objects.filter(pk=season.final_id).update(state="over")
        keep_up()
        season.refresh_from_db()
        assert season.champion == people[1]
        [trophy] = load_trophies(people[1].pk)
        assert (str(trophy.name), trophy.title) == ("Champion", "Season 1 of Night Owls")
        assert (trophy.url, trophy.at) == ("/club/night-owls/season/1", season.decided_at)
        assert "Season 1 of Night Owls" in Client().get("/@P1").content.decode()
        Player.objects.filter(pk=people[1].pk).update(is_private=True)
        assert "Season 1 of Night Owls" not in Client().get("/@P1").content.decode()
        assert list(find_season_differences(season)) == []

    @pytest.mark.slow
    def test_a_final_is_played_like_any_bracket(self, season: Season, later: Later):
        people = players(2)
        play_season(season, people)
        later(weeks=1, hours=2)
        keep_up()
        final = Event.objects.get(kind="bracket")
        Event.objects.filter(pk=final.pk).update(starts_at=clock.now(), due_at=clock.now())
        for _ in range(3):
            steps_until_nothing_is_due(final)
            [pairing] = live(final)
            second = pairing.game.seat_a_id == people[1].pk
            win(pairing.game, Seat.A if second else Seat.B)
        steps_until_nothing_is_due(final)
        assert final.state == "over"
        keep_up()
        season.refresh_from_db()
        assert season.champion == people[1]
        assert list(find_season_differences(season)) == []

    @pytest.mark.parametrize(("listed", "champion"), [(1, "P0"), (0, None)])
    def test_with_fewer_than_two_there_is_no_final(
        self, listed: int, champion: str | None, season: Season, later: Later
    ):
        play_season(season, players(listed))
        later(weeks=1, hours=2)
        keep_up()
        season.refresh_from_db()
        assert (season.final, season.decided_at is not None) == (None, True)
        assert (season.champion and season.champion.username) == champion

    def test_a_final_that_is_void_leaves_no_champion(self, season: Season, later: Later):
        play_season(season, players(2))
        later(weeks=1, hours=2)
        keep_up()
        season.refresh_from_db()
        assert season.final is not None
        actions.void_event(by=owner_of(season.club), event_id=season.final.pk, reason="It rains.")  # type: ignore[arg-type]
        keep_up()
        season.refresh_from_db()
        assert (season.champion, season.decided_at is not None) == (None, True)

    def test_a_club_that_closes_ends_its_seasons(self, season: Season):
        club = season.club
        assert club is not None
        calendar.begin(by=owner_of(club), club=club, starts_on=season.ends_at.date())
        founding.close(player=owner_of(club), club=club, name="Night Owls")
        [left] = Season.objects.all()
        assert (left.number, left.decided_at is not None, left.champion) == (1, True, None)
        assert Client().get(f"/seasons/closed/{left.pk}").status_code == 200


class TestChecking:
    @pytest.mark.slow
    def test_inconsistent_season_is_reported(self, season: Season, later: Later, capsys: Any):
        people = players(3)
        play_season(season, people)
        later(weeks=1, hours=2)
        keep_up()
        assert "season 1" not in _check(capsys)
        season.refresh_from_db()
        Entry.objects.filter(event=season.final, seed=1).update(seed=9)
        Season.objects.update(champion=people[0])
        said = _check(capsys)
        assert "season 1 of Night Owls: seeds of its final" in said
        assert "season 1 of Night Owls: champion" in said


def _check(capsys: Any) -> str:
    """Return the command's output about seasons.

    The invented nights never add up, which does not matter here.
    """
    with pytest.raises(SystemExit):
        call_command("recompute_events", "--check")
    return str(capsys.readouterr().out)


class TestPages:
    def test_a_season_of_a_club(self, season: Season):
        play_season(season, players(2))
        page = Client().get("/club/night-owls/season/1").content.decode()
        for words in ("Season 1", "Night Owls", "P0", "348", "Season points", "Nights"):
            assert words in page
        assert Client().get("/club/night-owls/season/2").status_code == 404

    def test_the_sites_seasons(self):
        assert "No season has begun yet" in Client().get("/seasons").content.decode()
        now = clock.now()
        for number, ago in ((1, 20), (2, 3)):
            Season.objects.create(
                number=number, starts_at=now - ago * WEEK, ends_at=now + (13 - ago) * WEEK, decided_at=None
            )
        page = Client().get("/seasons").content.decode()
        assert "No player has come to 4 nights yet." in page
        assert 'href="/seasons/1"' in page

    def test_a_director_begins_one_by_the_clubs_page(self, club: Club):
        browser = Client()
        browser.force_login(owner_of(club))
        day = clock.now().date()
        answer = browser.post(
            "/club/night-owls", {"do": "begin_season", "starts_on": day.isoformat()}, follow=True
        )
        assert "Season 1 begins on" in answer.content.decode()
        answer = browser.post("/club/night-owls", {"do": "begin_season", "starts_on": "soon"})
        assert answer.status_code == 400
        assert "Choose the first day" in answer.content.decode()
