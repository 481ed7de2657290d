"""Mail of unread notifications: once a day, all in one, to players who want it, from any process."""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client
from django.utils.translation import get_language

from common import clock
from game.models import Game, Player
from people.following.notice_kinds import FOLLOWED_HERE
from people.mail import digest
from people.mail.unsubscribe import Mails, stop_url
from people.moderation.notice_kinds import REPORT_ANSWERED, RULING
from people.notices.absent import _noted, note_turns_now
from people.notices.kinds import Way
from people.notices.models import Digest, Notice
from people.notices.notice_kinds import TURN, TURN_ENDING
from people.notices.record import mark_read, notify
from people.notices.switches import is_on, set_switch
from tests.worlds.accounts import create_account
from tests.worlds.tables import create_game
from tests.worlds.threads import at_once
from tournaments.events.notice_kinds import PAIRED

pytestmark = pytest.mark.django_db(transaction=True)

A_WHILE = {"minutes": 61}
Later = Callable[..., None]


@pytest.fixture
def anna() -> Player:
    return create_account("Anna", "anna@example.com")


def tell(player: Player, about: str = "1", reason: str = "A mistake.") -> None:
    notify(RULING, [player.pk], f"ruling:{about}", ruling="unmute", reason=reason)


def send_mails() -> None:
    asyncio.run(digest.send_due_digests())


@pytest.mark.rows
def test_notifications_unread_for_an_hour_come_in_one_mail(
    anna: Player, later: Later, mailoutbox: list[EmailMessage]
):
    tell(anna)
    send_mails()
    assert mailoutbox == []
    later(minutes=50)
    notify(REPORT_ANSWERED, [anna.pk], "ruling:2")
    later(minutes=11)
    for _ in range(2):
        send_mails()
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == (["anna@example.com"], "Every Other: 2 notifications for you")
    assert "You can chat again: A mistake." in mail.body
    assert "Your report was answered." in mail.body
    assert "/settings/notices" in mail.body
    assert not Notice.objects.filter(waits_for_mail=True).exists()


def test_one_alone_is_the_subject(anna: Player, later: Later, mailoutbox: list[EmailMessage]):
    tell(anna)
    later(**A_WHILE)
    send_mails()
    assert mailoutbox[0].subject == "Every Other: You can chat again: A mistake."


@pytest.mark.slow
@pytest.mark.rows
def test_there_is_one_mail_a_day(anna: Player, later: Later, mailoutbox: list[EmailMessage]):
    tell(anna, "1")
    later(**A_WHILE)
    send_mails()
    tell(anna, "2", "Second.")
    later(hours=2)
    send_mails()
    assert len(mailoutbox) == 1
    later(hours=22)
    send_mails()
    assert [("Second." in mail.body, "A mistake." in mail.body) for mail in mailoutbox] == [
        (False, True),
        (True, False),
    ]


def test_a_mail_is_in_the_language_of_its_reader(anna: Player, later: Later, mailoutbox: list[EmailMessage]):
    Player.objects.filter(pk=anna.pk).update(look="language=fr")
    tell(anna)
    later(**A_WHILE)
    send_mails()
    assert "You can chat" not in mailoutbox[0].body
    assert "A mistake." in mailoutbox[0].body
    assert get_language() == "en"


@pytest.mark.parametrize("why_not", ["read", "unconfirmed", "off", "no kind of mail", "gone"])
def test_other_players_are_not_mailed(
    why_not: str, anna: Player, later: Later, mailoutbox: list[EmailMessage]
):
    if why_not == "off":
        set_switch(anna, RULING, Way.MAIL, on=False)
    if why_not == "no kind of mail":
        notify(PAIRED, [anna.pk], "event:7", opponent="Cat", event="Night", game="abc")
        notify(FOLLOWED_HERE, [anna.pk], "player:7", by=anna)
    else:
        tell(anna)
    later(**A_WHILE)
    match why_not:
        case "read":
            mark_read(anna.pk)
        case "unconfirmed":
            EmailAddress.objects.update(verified=False)
        case "gone":
            Player.objects.update(is_active=False)
    send_mails()
    assert mailoutbox == []


def test_notification_turned_off_meanwhile_is_not_mailed(
    anna: Player, later: Later, mailoutbox: list[EmailMessage]
):
    tell(anna)
    set_switch(anna, RULING, Way.MAIL, on=False)
    later(**A_WHILE)
    send_mails()
    assert mailoutbox == []
    assert not Notice.objects.filter(waits_for_mail=True).exists()


class TestSixHoursLeft:
    @pytest.fixture(autouse=True)
    def game(self, anna: Player, later: Later) -> Game:
        _noted.clear()
        game = create_game("relaxed", players=(anna, create_account("Berta")))
        soon = clock.milliseconds() + 5 * 3600 * 1000
        Game.objects.filter(pk=game.pk).update(ply=1, turn="a", deadline=soon, transcript="121 auto #1")
        return game

    def seen(self, anna: Player, ago: timedelta) -> None:
        Player.objects.filter(pk=anna.pk).update(seen_at=clock.now() - ago)

    @pytest.mark.rows
    def test_player_away_for_a_day_is_mailed(
        self, anna: Player, later: Later, mailoutbox: list[EmailMessage]
    ):
        self.seen(anna, timedelta(days=2))
        note_turns_now()
        later(**A_WHILE)
        send_mails()
        assert [mail.subject for mail in mailoutbox] == [
            "Every Other: Six hours left for your move against Berta"
        ]

    def test_player_online_within_a_day_is_not_mailed(
        self, anna: Player, later: Later, mailoutbox: list[EmailMessage]
    ):
        self.seen(anna, timedelta(hours=3))
        note_turns_now()
        later(**A_WHILE)
        send_mails()
        assert mailoutbox == []

    def test_player_who_has_moved_is_not_mailed(
        self, anna: Player, game: Game, later: Later, mailoutbox: list[EmailMessage]
    ):
        self.seen(anna, timedelta(days=2))
        note_turns_now()
        Game.objects.filter(pk=game.pk).update(ply=2, turn="b", transcript="121 auto #1 a14")
        later(**A_WHILE)
        send_mails()
        assert mailoutbox == []

    def test_a_move_itself_is_in_no_such_mail(
        self, anna: Player, later: Later, mailoutbox: list[EmailMessage]
    ):
        set_switch(anna, TURN, Way.MAIL, on=True)
        notify(TURN, [anna.pk], "game:x:1", opponent="Berta", game="x", seat=0)
        later(**A_WHILE)
        send_mails()
        assert mailoutbox == []


def test_only_one_of_two_processes_sends_it(anna: Player, later: Later):
    tell(anna)
    later(**A_WHILE)
    assert sorted(at_once(*[partial(digest.claim, anna)] * 2)) == [0, 1]


def test_failed_mail_is_retried_and_given_up(
    anna: Player, later: Later, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    tell(anna)
    later(**A_WHILE)
    tried = []

    def refuse(mail: EmailMessage) -> int:
        tried.append(mail.to)
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", refuse)
    with caplog.at_level(logging.ERROR):
        for _ in range(6):
            send_mails()
            later(minutes=11)
    assert len(tried) == digest.MAX_TRIES
    assert len(caplog.records) == 1
    assert not Digest.objects.get().sent


def test_the_link_in_a_mail_ends_them_and_leaves_mail_about_moves(
    anna: Player, later: Later, mailoutbox: list[EmailMessage]
):
    set_switch(anna, TURN, Way.MAIL, on=True)
    tell(anna)
    later(**A_WHILE)
    send_mails()
    link = stop_url(anna.pk, Mails.DIGEST)
    assert link in mailoutbox[0].body
    assert mailoutbox[0].extra_headers["List-Unsubscribe"] == f"<{link}>"
    path = "/" + link.split("/", 3)[3]
    browser = Client(enforce_csrf_checks=True)
    assert browser.get(path).status_code == 200
    assert is_on(anna, RULING, Way.MAIL)  # opening the link alone changes nothing
    assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    mailed = [is_on(anna, kind, Way.MAIL) for kind in (RULING, REPORT_ANSWERED, TURN_ENDING, TURN)]
    assert mailed == [False, False, False, True]
