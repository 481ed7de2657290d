"""Mail in games with a day per move: to players who want it, once per turn, from any process."""

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client
from django.utils.translation import get_language

from common import clock
from game.models import Game, MoveMail, Player
from game.runtime.presence import presence
from game.table.record.ledger import Ledger
from game.table.tables import SEATS
from people.mail import your_move
from people.mail.unsubscribe import stop_url
from people.notices.kinds import Way
from people.notices.notice_kinds import TURN
from people.notices.switches import is_on, set_switch
from tests.worlds.accounts import create_account
from tests.worlds.tables import A, B, create_game, load_dealt_table, move_at, seat_in_turn
from tests.worlds.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

A_WHILE = {"minutes": 11}


@pytest.fixture(autouse=True)
def a_new_process(settings: Any) -> Iterator[None]:
    settings.REDIS_URL = ""
    your_move._handled.clear()
    yield
    your_move._handled.clear()


@pytest.fixture
def anna() -> Player:
    anna = create_account("Anna", "anna@example.com")
    set_switch(anna, TURN, Way.MAIL, on=True)
    return anna


def begin(ledger: Ledger, anna: Player, clock_kind: str = "relaxed") -> Game:
    """Return a game of Anna's with its first cards dealt."""
    game = create_game(clock_kind, players=(anna, create_account("Bob", "bob@example.com")))
    asyncio.run(load_dealt_table(game.pk, ledger))
    return game


def send_mails() -> None:
    asyncio.run(your_move.send_due_mails())


@pytest.mark.slow
@pytest.mark.rows
def test_player_who_wants_it_is_mailed_once_per_turn(
    ledger: Ledger, anna: Player, later: Callable[..., None], mailoutbox: list[EmailMessage]
) -> None:
    game = begin(ledger, anna)
    send_mails()
    assert mailoutbox == []
    later(**A_WHILE)
    for _ in range(2):
        send_mails()
    move_at(ledger, game, B)  # both must discard: the opponent's discard does not make it another turn
    later(**A_WHILE)
    send_mails()
    (mail,) = mailoutbox
    assert mail.to == ["anna@example.com"]
    assert mail.subject == "Every Other: Your move against Bob"
    assert f"/table/{game.pk}" in mail.body
    words = re.sub(r"http\S+", "", f"{mail.subject} {mail.body}")
    assert re.findall(r"\b[A23456789TJQK][CDHS]\b", words) == []

    move_at(ledger, game, A)
    while seat_in_turn(ledger, game) != A:
        move_at(ledger, game, B)
    later(**A_WHILE)
    for _ in range(2):
        send_mails()
    assert len(mailoutbox) == 2


def test_a_mail_is_in_the_language_of_its_reader(
    ledger: Ledger, anna: Player, later: Callable[..., None], mailoutbox: list[EmailMessage]
) -> None:
    Player.objects.filter(pk=anna.pk).update(look="language=fr&theme=dark")
    begin(ledger, anna)
    later(**A_WHILE)
    send_mails()
    assert "points, votre adversaire en a" in mailoutbox[0].body
    assert get_language() == "en"


def test_player_at_the_table_is_not_mailed(
    ledger: Ledger, anna: Player, later: Callable[..., None], mailoutbox: list[EmailMessage]
) -> None:
    game = begin(ledger, anna)
    later(**A_WHILE)
    presence.arrive(SEATS, f"{game.pk}:0")
    try:
        send_mails()
    finally:
        presence.leave(SEATS, f"{game.pk}:0")
    assert mailoutbox == []
    send_mails()
    assert len(mailoutbox) == 1


@pytest.mark.rows
@pytest.mark.parametrize("why_not", ["unconfirmed", "did not ask", "quick", "banned", "not begun"])
def test_other_players_are_not_mailed(
    why_not: str, ledger: Ledger, anna: Player, later: Callable[..., None], mailoutbox: list[EmailMessage]
) -> None:
    match why_not:
        case "unconfirmed":
            EmailAddress.objects.update(verified=False)
        case "did not ask":
            set_switch(anna, TURN, Way.MAIL, on=False)
        case "banned":
            Player.objects.filter(pk=anna.pk).update(banned_until=clock.now().replace(year=9999))
    if why_not == "not begun":
        create_game("relaxed", players=(anna, create_account("Bob")), begun=False)
    else:
        begin(ledger, anna, "quick" if why_not == "quick" else "relaxed")
    later(**A_WHILE)
    send_mails()
    assert mailoutbox == []


@pytest.mark.rows
def test_only_one_of_two_processes_sends_it(ledger: Ledger, anna: Player, later: Callable[..., None]) -> None:
    begin(ledger, anna)
    later(**A_WHILE)
    (waiting,) = your_move.load_pending_moves()
    assert sorted(at_once(*[partial(your_move.claim_turn, waiting, 1)] * 2)) == [0, 1]


@pytest.mark.slow
@pytest.mark.rows
def test_failed_mail_is_retried_and_given_up(
    ledger: Ledger,
    anna: Player,
    later: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = begin(ledger, anna)
    later(**A_WHILE)
    tried = []

    def refuse(mail: EmailMessage) -> int:
        tried.append(mail.to)
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", refuse)
    with caplog.at_level(logging.ERROR):
        for _ in range(6):
            send_mails()
            later(**A_WHILE)
    assert len(tried) == your_move.MAX_TRIES
    assert [game.pk in record.getMessage() for record in caplog.records] == [True]
    assert not MoveMail.objects.get().sent


def test_the_link_in_a_mail_ends_them_and_no_other_link_does(
    ledger: Ledger, anna: Player, later: Callable[..., None], mailoutbox: list[EmailMessage]
) -> None:
    begin(ledger, anna)
    later(**A_WHILE)
    send_mails()
    link = stop_url(anna.pk)
    assert mailoutbox[0].extra_headers["List-Unsubscribe"] == f"<{link}>"
    assert mailoutbox[0].extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = "/" + link.split("/", 3)[3]
    browser = Client(enforce_csrf_checks=True)
    assert browser.get(path).status_code == 200
    assert is_on(anna, TURN, Way.MAIL)  # opening the link alone changes nothing
    assert browser.post(path[:-1] + "!").status_code == 404
    assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not is_on(anna, TURN, Way.MAIL)
