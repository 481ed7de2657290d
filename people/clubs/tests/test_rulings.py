"""Hosts' rulings on clubs: with a reason, recorded, and with a notification of the owners."""

from functools import partial
from typing import Any

import pytest
from django.test import Client

from game.models import Player
from people.clubs.models import Club, ClubReport, ClubRuling
from people.clubs.reports import MAX_REPORTS_A_DAY, report
from people.clubs.rulings import answer, close, rename
from people.clubs.tests.people import code_of, create_club, roles_in, told
from tests.worlds import people
from tests.worlds.accounts import create_account, page_text

pytestmark = pytest.mark.django_db

REASON = "Not a name for a club."


@pytest.fixture
def host(db: None) -> Player:
    return people.host()


def test_a_host_renames_a_club_and_its_owners_learn_why(club: Club, host: Player, olga: Player, dirk: Player):
    rename(by=host, club=club, name="Early Birds", clear=True, reason=REASON)
    club.refresh_from_db()
    assert (club.name, club.slug, club.about) == ("Early Birds", "early-birds", "")
    [notice] = told(olga, "ruling")
    expected = {"ruling": "club_rename", "title": "Night Owls", "reason": REASON, "url": "/club/early-birds"}
    assert notice.items() >= expected.items()
    assert told(dirk, "ruling") == []
    ruling = ClubRuling.objects.get()
    assert (ruling.kind, ruling.by, ruling.reason) == ("rename", host, REASON)
    assert (ruling.name_before, ruling.about_before) == ("Night Owls", "We play on Tuesdays.")


def test_a_description_goes_without_the_name(club: Club, host: Player):
    rename(by=host, club=club, name=club.name, clear=True, reason=REASON)
    club.refresh_from_db()
    assert (club.name, club.about) == ("Night Owls", "")
    assert code_of(partial(rename, by=host, club=club, name=club.name, clear=False, reason=REASON)) == "name"


@pytest.mark.parametrize("name", ["", "Host", "early birds"])
def test_invalid_name_changes_nothing(club: Club, host: Player, olga: Player, name: str):
    create_club("Early Birds", olga)
    assert code_of(partial(rename, by=host, club=club, name=name, clear=True, reason=REASON)) == "bad_request"
    club.refresh_from_db()
    assert (club.name, club.about) == ("Night Owls", "We play on Tuesdays.")
    assert not ClubRuling.objects.exists()


def test_a_host_closes_a_club(club: Club, host: Player, olga: Player):
    close(by=host, club=club, reason=REASON)
    club.refresh_from_db()
    assert club.closed_at is not None
    assert roles_in(club) == {}
    [notice] = told(olga, "ruling")
    assert notice.items() >= {"ruling": "club_close", "title": "Night Owls", "reason": REASON}.items()
    assert code_of(partial(close, by=host, club=club, reason=REASON)) == "no_club"


def test_ruling_needs_a_reason_and_the_right(club: Club, host: Player, olga: Player):
    for by, reason, code in (
        (host, " ", "reason"),
        (host, "x" * 501, "reason"),
        (olga, REASON, "not_yours"),
        (people.moderator(), REASON, "not_yours"),
    ):
        assert code_of(partial(close, by=by, club=club, reason=reason)) == code
    assert not ClubRuling.objects.exists()


class TestReports:
    def test_a_club_is_reported_once_each_and_answered_for_all(
        self, club: Club, host: Player, mona: Player, nora: Player
    ):
        for player in (mona, nora, nora):
            report(player=player, club=club, why=" It’s\nrude. ")
        assert list(ClubReport.objects.values_list("why", flat=True)) == ["It’s rude."] * 2
        answer(by=host, report=ClubReport.objects.all()[0], reason="It stays.")
        for player in (mona, nora):
            assert len(told(player, "report_answered")) == 1
        late = partial(answer, by=host, report=ClubReport.objects.all()[0], reason="It stays.")
        assert code_of(late) == "too_late"
        report(player=nora, club=club, why="It still is.")
        assert ClubReport.objects.filter(ruling=None).count() == 1

    def test_too_many_reports_a_day_are_refused(self, olga: Player, nora: Player):
        for number in range(MAX_REPORTS_A_DAY):
            owner = people.player(f"Owner-{number}")
            club = Club.objects.create(
                name=f"Club {number}", slug=f"c-{number}", created_at=owner.date_joined
            )
            report(player=nora, club=club, why="")
        another = create_club("Another", olga)
        assert code_of(partial(report, player=nora, club=another, why="")) == "too_many"


class TestInTheAdmin:
    def send(self, host: Player, path: str, **form: Any) -> str:
        client = Client()
        client.force_login(host)
        return page_text(client.post(f"/admin/clubs/{path}/", form, follow=True))

    @pytest.mark.slow
    def test_a_host_decides_from_the_page_of_a_club(self, club: Club, host: Player):
        client = Client()
        client.force_login(host)
        shown = page_text(client.get(f"/admin/clubs/club/{club.pk}/change/"))
        assert all(name in shown for name in ("Night Owls", "Olga", "Dirk", "Mona"))
        path = f"club/{club.pk}/rename-club"
        assert "That name is reserved" in self.send(host, path, name="Admins", reason=REASON)
        assert "Please give a reason" in self.send(host, path, name="Early Birds")
        assert "Recorded: renamed" in self.send(host, path, name="Early Birds", reason=REASON)
        assert "Recorded: closed" in self.send(host, f"club/{club.pk}/close-club", reason=REASON)
        assert list(ClubRuling.objects.values_list("kind", flat=True)) == ["rename", "close"]
        assert "Early Birds" in page_text(client.get("/admin/clubs/clubruling/"))

    def test_a_report_is_answered_there(self, club: Club, host: Player, nora: Player):
        report(player=nora, club=club, why="It’s rude.")
        path = f"clubreport/{ClubReport.objects.get().pk}/answer-report"
        assert "Recorded: report answered" in self.send(host, path, reason="It stays.")

    @pytest.mark.slow
    def test_moderator_may_view_club_reports_but_not_act(self, club: Club):
        client = Client()
        client.force_login(people.moderator())
        assert client.get(f"/admin/clubs/club/{club.pk}/change/").status_code == 200
        assert client.get("/admin/clubs/clubreport/").status_code == 200
        for path in ("rename-club", "close-club"):
            assert client.get(f"/admin/clubs/club/{club.pk}/{path}/").status_code == 403
        client.force_login(create_account("Anybody"))
        assert client.get("/admin/clubs/club/").status_code == 302
