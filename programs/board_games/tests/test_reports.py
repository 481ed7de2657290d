"""Readers report shared games; hosts and moderators answer, take down and restore them. And attacks."""

from datetime import timedelta

import pytest
from django.test import Client

from common import clock
from common.personal_data import erase_all, sections
from common.refusal import Refusal
from game.models import Player, Ruling
from people.moderation.rulings import ban
from people.notices.models import Notice
from programs.board_games import games, reports
from programs.board_games.models import BoardGame, BoardReport
from programs.board_games.tests.test_board_games import TEXT, client_of
from tests.worlds.people import REASON, host, moderator, player, reload

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Player:
    return player("Ann")


@pytest.fixture
def shared(ann: Player) -> BoardGame:
    row = games.save(ann, TEXT)
    games.set_shared(row, True)
    row.refresh_from_db()
    return row


def report(client: Client, row: BoardGame, why: str = "Rude."):
    return client.post(f"/board-games/{row.pk}", {"do": "report", "why": why})


def send(by: Player, path: str, reason: str = REASON):
    return client_of(by).post(f"/admin/board_games/{path}/", {"reason": reason})


def told(whom: Player, kind: str) -> int:
    return Notice.objects.filter(player=whom, kind=kind).count()


def test_a_reader_reports_a_shared_game_once_and_learns_that_it_was_answered(ann: Player, shared: BoardGame):
    bob, cat = player("Bob"), player("Cat")
    page = client_of(bob).get(f"/board-games/{shared.pk}").content.decode()
    assert 'value="report"' in page
    for reader in (bob, bob, cat):
        assert report(client_of(reader), shared, " It’s\n rude. ").status_code == 302
    found = BoardReport.objects.order_by("pk")
    assert [(one.by, one.why, one.text) for one in found] == [
        (bob, "It’s rude.", shared.text),
        (cat, "It’s rude.", shared.text),
    ]
    assert send(moderator(), f"boardreport/{found[0].pk}/answer-board-report").status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.player, ruling.reason) == ("answer", ann, REASON)
    assert {one.ruling for one in BoardReport.objects.all()} == {ruling}
    assert [told(one, "report_answered") for one in (ann, bob, cat)] == [0, 1, 1]
    late = send(moderator("Ward"), f"boardreport/{found[0].pk}/answer-board-report")
    assert (late.status_code, Ruling.objects.count()) == (400, 1)


def test_a_game_that_was_taken_down_is_gone_for_all_but_its_owner(ann: Player, shared: BoardGame):
    bob, mine = player("Bob"), client_of(ann)
    report(client_of(bob), shared)
    assert send(moderator(), f"boardgame/{shared.pk}/remove-shared-game").status_code == 302
    assert Ruling.objects.get().kind == "remove"
    assert BoardReport.objects.get().ruling == Ruling.objects.get()
    assert (told(ann, "ruling"), told(bob, "report_answered")) == (1, 1)
    for client in (Client(), client_of(bob), client_of(host())):
        for path in (
            "board-games/{}",
            "board-games/{}/crib",
            "api/board-games/{}/review",
            "embed/board-game/{}",
        ):
            assert client.get("/" + path.format(shared.pk)).status_code == 404, path
    assert "took this game down" in mine.get(f"/board-games/{shared.pk}").content.decode()
    for _ in range(2):  # not by sharing it, nor by correcting it first
        assert mine.post(f"/board-games/{shared.pk}", {"do": "share"}).status_code == 403
        assert Client().get(f"/board-games/{shared.pk}").status_code == 404
        mine.post(f"/board-games/{shared.pk}/edit", {"crib": f"{TEXT} {{polite}}"})
        mine.post(f"/board-games/{shared.pk}", {"do": "unshare"})


def test_a_host_restores_a_game_and_its_owner_shares_it_again(ann: Player, shared: BoardGame):
    judge = host()
    for action in ("remove-shared-game", "restore-shared-game"):
        assert send(judge, f"boardgame/{shared.pk}/{action}").status_code == 302
        assert Client().get(f"/board-games/{shared.pk}").status_code == 404
        assert send(judge, f"boardgame/{shared.pk}/{action}").status_code in (400, 302, 404)
    assert [*Ruling.objects.order_by("pk").values_list("kind", flat=True)] == ["remove", "restore"]
    client_of(ann).post(f"/board-games/{shared.pk}", {"do": "share"})
    assert Client().get(f"/board-games/{shared.pk}").status_code == 200


def test_a_private_game_is_unseen_by_hosts_too(ann: Player):
    row = games.save(ann, f"{TEXT} {{a secret}}")
    boss = client_of(host())
    assert row.pk not in boss.get("/admin/board_games/boardgame/").content.decode()
    for page in ("change", "remove-shared-game"):
        answer = boss.get(f"/admin/board_games/boardgame/{row.pk}/{page}/")
        assert "a secret" not in answer.content.decode()
        assert answer.status_code in (302, 404)
    assert send(host("Other"), f"boardgame/{row.pk}/remove-shared-game").status_code == 404
    assert report(client_of(player("Bob")), row).status_code == 404
    assert not BoardReport.objects.exists()


def test_a_host_sees_what_the_reporter_read_and_nothing_written_after_it_was_private(
    ann: Player, shared: BoardGame
):
    report(client_of(player("Bob")), shared)
    games.set_shared(shared, False)
    games.correct(shared, f"{TEXT} {{a secret}}")
    boss, at = client_of(host()), f"/admin/board_games/boardreport/{BoardReport.objects.get().pk}/change/"
    shown = boss.get(at).content.decode()
    assert "a8C bQH" in shown
    assert "a secret" not in shown


def test_strangers_and_staff_without_the_right_decide_nothing(ann: Player, shared: BoardGame):
    report(client_of(player("Bob")), shared)
    paths = (
        f"boardgame/{shared.pk}/remove-shared-game",
        f"boardreport/{BoardReport.objects.get().pk}/answer-board-report",
    )
    staff = player("Clerk", is_staff=True)
    for by in (player("Cat"), staff, ann):
        for path in paths:
            assert send(by, path).status_code in (302, 403)
    warden = moderator()
    for path in paths:
        assert send(warden, path, reason=" ").status_code == 400
    assert not Ruling.objects.exists()
    assert BoardGame.objects.get().removed_at is None


def test_moderators_cannot_rule_on_their_own_game():
    warden = moderator()
    row = games.save(warden, TEXT)
    games.set_shared(row, True)
    with pytest.raises(Refusal, match="rule on yourself"):
        reports.remove_shared_game(by=warden, game=row, reason=REASON)


def test_owners_guests_bots_and_banned_accounts_report_nothing(ann: Player, shared: BoardGame):
    guest, bot, banned = Client(), player("Bot", is_api_bot=True), player("Dora")
    guest.post("/play", {"against": "novice"})
    ban(by=host(), player=banned, reason=REASON)
    for client in (guest, Client()):
        assert report(client, shared).url.startswith("/accounts/login/")
    assert report(client_of(ann), shared).status_code == 400
    assert report(client_of(bot), shared).status_code in (302, 403)
    assert report(client_of(reload(banned)), shared).status_code == 403
    assert not BoardReport.objects.exists()


def test_too_many_reports_a_day_and_unreadable_ones_are_refused(ann: Player, later):
    bob = client_of(player("Bob"))
    rows = [games.save(ann, f"{TEXT} {{{n}}}") for n in range(reports.MAX_REPORTS_A_DAY + 1)]
    BoardGame.objects.update(is_shared=True)
    assert report(bob, rows[0], "a\0b").status_code == 400
    answers = [report(bob, row, "x" * 5000).status_code for row in rows]
    assert answers == [302] * reports.MAX_REPORTS_A_DAY + [429]
    assert {len(one.why) for one in BoardReport.objects.all()} == {reports.MAX_WHY}
    later(hours=25)
    assert report(bob, rows[-1]).status_code == 302


def test_reports_are_exported_and_deleted_with_the_account_and_with_the_game(ann: Player, shared: BoardGame):
    bob = player("Bob")
    report(client_of(bob), shared)
    (exported,) = sections["reported_board_games"].rows(bob)
    assert (exported["why"], exported["game"]) == ("Rude.", shared.pk)
    erase_all(bob)
    assert BoardReport.objects.get().why == ""
    reports.remove_shared_game(by=host(), game=shared, reason=REASON)
    (exported,) = sections["board_games"].rows(ann)
    assert clock.now() - exported["removed_at"] < timedelta(minutes=1)
    erase_all(ann)
    assert not BoardGame.objects.exists()
    assert not BoardReport.objects.exists()
    assert Ruling.objects.get().reason == REASON  # the record of what the host did
