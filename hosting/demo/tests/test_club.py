"""The club of a demo: evenings by the rules of all events, a finished season, and complete removal."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import transaction
from django.test import Client
from msgspec import to_builtins

from common import clock
from common.refusal import Refusal
from game.models import Game, Player
from hosting.demo.tests.test_demo import demo, replayed
from hosting.evenings import club as sample_club
from hosting.evenings.club import NIGHT_UNDER_WAY_GAMES
from people.clubs.models import Club, ClubReport, ClubRuling, JoinRequest, Membership
from ranking.models import Change
from rng.commitment import parse_record, verify
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.manage import entering
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.run.audit import find_differences
from tournaments.events.show.snapshot import load_standings
from tournaments.seasons.audit import find_season_differences
from tournaments.seasons.models import Season

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
State = Event.State


@pytest.fixture(scope="class")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    """Make a club of a few players, with shorter evenings than on a real site."""
    with django_db_blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sample_club, "NIGHT_GAMES", 5)
            patch.setattr(sample_club, "MEMBERS", 5)
            made = demo(players=8, games=8, evenings=6, seed=2)
        yield made
        transaction.set_rollback(True)


class TestAClub:
    def test_the_report_matches_the_rows(self, made: dict[str, Any]):
        assert (made["clubs"], made["club_members"], made["seasons_decided"]) == (1, 5, 1)
        assert made["evenings_over"] == Event.objects.filter(state=State.OVER, kind="night").count() == 6
        assert made["evenings_running"] == Event.objects.filter(state=State.RUNNING).count() == 1
        assert made["evening_games"] == Pairing.objects.count()
        assert Game.objects.count() == made["evening_games"] + 8
        assert not Game.objects.unfinished().exists()

    def test_standings_follow_from_the_records(self, made: dict[str, Any]):
        events, seasons = Event.objects.all(), Season.objects.all()
        assert events
        assert seasons
        assert [found for event in events for found in find_differences(event)] == []
        assert [found for season in seasons for found in find_season_differences(season)] == []

    def test_its_games_verify(self, made: dict[str, Any]):
        for game, taken, fairness in replayed():
            end = taken[-1].state
            decks = {number: fairness.deck(number) for number in range(end.deal + 1)}
            assert verify(parse_record(to_builtins(fairness.to_json(None, end)), decks)) is None
            assert end.scores == (game.score_a, game.score_b)

    def test_the_club_has_roles_and_requests(self, made: dict[str, Any]):
        club = Club.objects.get()
        assert "sample" in club.about
        assert "Sample" in club.name
        roles = sorted(Membership.objects.filter(club=club).values_list("role", flat=True))
        assert roles == ["director", "director", "member", "member", "owner"]
        assert JoinRequest.objects.filter(club=club, declined_at=None).count() == 2
        assert all(member.since >= club.created_at for member in club.members.all())
        assert not Player.objects.filter(memberships__isnull=False, date_joined__gt=club.created_at).exists()

    def test_the_best_of_the_nights_play_the_final(self, made: dict[str, Any]):
        decided, lasting = Season.objects.order_by("number")
        assert decided.final is not None
        assert decided.champion == decided.final.entries.get(place=1).player
        assert decided.ends_at < decided.final.starts_at < decided.decided_at < clock.now()
        first, second = load_standings(decided.final.pk)[:2]
        assert (first["name"], first["place"], second["place"]) == (decided.champion.username, 1, 2)
        assert (lasting.starts_at, lasting.decided_at) == (decided.ends_at, None)

    def test_the_running_evening_continues_and_no_other_player_joins_it(
        self, made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ):
        event = Event.objects.get(state=State.RUNNING)
        assert event.club is None
        assert kind_of(event).joins_until(event) < clock.now() < event.closes_at
        assert event.due_at is not None
        played = Entry.objects.filter(event=event).values_list("played", flat=True)
        assert all(0 < games < NIGHT_UNDER_WAY_GAMES for games in played)
        monkeypatch.setattr(entering, "GAMES_BEFORE", 0)
        with pytest.raises(Refusal, match="half time"):
            entering.join(event_id=event.pk, player=Player.objects.create(username="Bob"))
        Player.objects.get(username="Bob").delete()

    def test_ladder_points_do_not_change(self, made: dict[str, Any]):
        games = Pairing.objects.values("game")
        assert not Game.objects.filter(pk__in=games, rated=True).exists()
        assert not Change.objects.filter(game__in=games).exists()

    def test_every_page_of_the_club_opens(self, made: dict[str, Any], client: Client):
        pages = ["/events", "/clubs", "/club/sample-peggers", "/club/sample-peggers/season/1"]
        pages += [f"/events/{event.pk}" for event in Event.objects.all()]
        for page in pages:
            answer = client.get(page)
            assert (page, answer.status_code) == (page, 200)
            assert "ample" in answer.content.decode()

    def test_its_events_can_be_viewed_and_not_joined(self, made: dict[str, Any], client: Client):
        shown = client.get("/events").content.decode()
        assert re.search(r">\s*Open\s*<", shown)
        assert not re.search(r">\s*Join\s*<", shown)

    def test_a_second_run_adds_nothing(self, made: dict[str, Any]):
        with pytest.raises(CommandError, match="has sample players already"):
            demo(players=8, games=8)
        assert (Club.objects.count(), Event.objects.count()) == (1, 8)

    def test_everything_can_be_removed(self, made: dict[str, Any]):
        """Removal also works after a host's ruling on the club and with an open request to join it."""
        ann, club = Player.objects.create(username="Ann"), Club.objects.get()
        ruling = ClubRuling.objects.create(
            kind="answer", by=ann, club=club, reason="Fine.", at=clock.now(), name_before=club.name
        )
        ClubReport.objects.create(club=club, by=ann, at=clock.now(), ruling=ruling)
        JoinRequest.objects.create(club=club, player=ann, at=clock.now())
        demo(remove=True)
        assert list(Player.objects.filter(brain="")) == [ann]
        for kind in (Club, Membership, JoinRequest, Event, Entry, Pairing, Season, Game, Change):
            assert not kind.objects.exists()


def test_without_evenings_there_is_no_club():
    assert demo(players=4, games=4, evenings=0)["clubs"] == 0
    assert not Club.objects.exists()
    assert not Event.objects.exists()


def test_a_single_evening_belongs_to_the_site_and_the_season_has_no_winner(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sample_club, "NIGHT_GAMES", 5)
    demo(players=4, games=4, evenings=1)
    assert Event.objects.get(state=State.OVER).club is None
    assert Season.objects.get(number=1).champion is None


@pytest.mark.parametrize("evenings", [-1, 16])
def test_too_many_evenings_are_refused(evenings: int):
    with pytest.raises(CommandError, match="Choose up to 15"):
        demo(evenings=evenings)


@pytest.fixture(scope="class")
def two_clubs(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    """Make two clubs of a few players, whose duel is shorter than on a real site."""
    with django_db_blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sample_club, "NIGHT_GAMES", 5)
            patch.setattr(sample_club, "MEMBERS", 5)
            patch.setattr(sample_club, "AT_AN_EVENING", (4,))
            patch.setattr(sample_club, "DUEL_GAMES", 5)
            patch.setattr(sample_club, "DUEL_UNDER_WAY_FOR", timedelta(minutes=32))
            made = demo(players=18, games=18, evenings=1, seed=3)
        yield made
        transaction.set_rollback(True)


class TestADuel:
    def test_the_report_matches_the_rows(self, two_clubs: dict[str, Any]):
        assert (two_clubs["clubs"], two_clubs["club_members"]) == (Club.objects.count(), 10) == (2, 10)
        running = Event.objects.filter(state=State.RUNNING)
        assert two_clubs["duels_running"] == running.filter(kind="duel").count() == 1
        assert two_clubs["evenings_running"] == running.filter(kind="night").count() == 1
        assert two_clubs["evening_games"] == Pairing.objects.count()

    def test_members_have_met_only_the_other_club(self, two_clubs: dict[str, Any]):
        duel = Event.objects.get(kind="duel")
        entries = Entry.objects.filter(event=duel)
        assert set(entries.values_list("player", "club")) == set(
            Membership.objects.values_list("player", "club")
        )
        pairings = Pairing.objects.filter(event=duel).select_related("first", "second")
        assert len(pairings) >= 5
        assert all(pairing.first.club_id != pairing.second.club_id for pairing in pairings)
        assert list(find_differences(duel)) == []
        assert not Game.objects.filter(pairing__event=duel, rated=True).exists()

    def test_it_goes_on_and_no_other_player_joins_it(self, two_clubs: dict[str, Any]):
        duel = Event.objects.get(kind="duel")
        assert kind_of(duel).joins_until(duel) < clock.now() < duel.closes_at
        assert duel.due_at is not None
        assert entered_now("duel").isdisjoint(entered_now("night"))

    def test_all_visitors_see_it(self, two_clubs: dict[str, Any], client: Client):
        duel = Event.objects.get(kind="duel")
        for page in ("/events", *(f"/club/{club.slug}" for club in Club.objects.all())):
            assert f"/events/{duel.pk}" in client.get(page).content.decode()
        assert not re.search(r">\s*Join\s*<", client.get("/events").content.decode())
        shown = client.get(f"/events/{duel.pk}").content.decode()
        assert all(club.name in shown for club in Club.objects.all())

    def test_it_can_be_removed(self, two_clubs: dict[str, Any]):
        demo(remove=True)
        for kind in (Club, Membership, Event, Entry, Pairing, Game):
            assert not kind.objects.exists()


def entered_now(kind: str) -> set[int]:
    """Return the players in the running event of this kind."""
    running = Event.objects.get(state=State.RUNNING, kind=kind)
    return set(running.entries.values_list("player", flat=True))
