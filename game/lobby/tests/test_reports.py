"""The host's view of seeks and reports."""

import pytest
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.lobby import reports, seeks
from game.lobby.pairing import GameSettings
from game.models import Chat, Player, Report, Seek
from game.table.opening import open_game
from rng import entropy

pytestmark = pytest.mark.django_db


@pytest.fixture
def said(ann: Player, bob: Player) -> Chat:
    """Return a chat line from Ann to Bob."""
    game = open_game(entropy.game_id(), (ann, bob), GameSettings().rules())
    return Chat.objects.create(game=game, player=ann, seat=0, text="Lucky again!", at=clock.now())


@pytest.fixture
def host(client: Client) -> Client:
    client.force_login(Player.objects.create_superuser("host", password="secret"))
    return client


@pytest.mark.slow
def test_a_report_is_on_the_list_and_stays_on_record(host: Client, said: Chat, bob: Player):
    reports.file_report(player=bob, line=said, why="Rude.")
    page = host.get("/admin/game/report/").content.decode()
    for words in ("Ann", "Bob", "Lucky again!", "Rude."):
        assert words in page
    pk = Report.objects.get().pk
    assert host.get(f"/admin/game/report/{pk}/change/").status_code == 200
    assert host.get("/admin/game/report/add/").status_code == 403
    assert host.post(f"/admin/game/report/{pk}/delete/", {"post": "yes"}).status_code == 403
    assert Report.objects.exists()


@pytest.mark.slow
def test_the_link_of_a_challenge_is_not_shown_to_the_host(host: Client, ann: Player):
    seeks.challenge_by_link(player=ann, settings=GameSettings())
    seek = Seek.objects.get()
    assert seek.code is not None
    for path in ("", f"{seek.pk}/change/"):
        page = host.get(f"/admin/game/seek/{path}").content.decode()
        assert "Ann" in page
        assert seek.code not in page


def test_watchers_lines_are_public_and_players_lines_are_theirs(said: Chat, bob: Player, cat: Player):
    assert reports.load_reportable_line(said.pk, bob) == said
    with pytest.raises(Refusal):
        reports.load_reportable_line(said.pk, cat)
    beside = Chat.objects.create(game=said.game, player=bob, phrase="luck", at=clock.now())
    assert (
        reports.load_reportable_line(beside.pk, cat)
        == reports.load_reportable_line(beside.pk, None)
        == beside
    )


def test_twenty_reports_a_day_are_enough(said: Chat, bob: Player):
    def file_another() -> None:
        said.pk = None
        said.save()
        reports.file_report(player=bob, line=said, why="")

    for _ in range(reports.MAX_REPORTS_A_DAY):
        file_another()
    reports.file_report(player=bob, line=said, why="")  # a repeated request
    with pytest.raises(Refusal) as fault:
        file_another()
    assert fault.value.code == "too_many"
