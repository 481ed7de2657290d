"""Push: to players who are away, once, from any process, and only notifications that they want."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from common import clock
from common.formats.base64url import from_base64url
from game.accounts.blocks import block
from game.lobby import seeks
from game.lobby.pairing import GameSettings
from game.models import Game, Player
from game.runtime.presence import SITE, presence
from game.table.record.ledger import Ledger
from game.table.tables import SEATS
from people.following.notice_kinds import FOLLOWED_HERE
from people.notices.absent import note_challenges, note_turns
from people.notices.kinds import Way, load_kinds
from people.notices.models import Notice, PushSubscription
from people.notices.notice_kinds import CHALLENGE, INVITATION
from people.notices.push import outbox
from people.notices.record import mark_read, notify
from people.notices.switches import set_switch
from people.notices.tests.conftest import turn_on
from tests.worlds.accounts import create_account
from tests.worlds.push_server import PushedMessage, PushService
from tests.worlds.tables import A, B, create_game, load_dealt_table, move_at, seat_in_turn
from tests.worlds.threads import at_once
from tournaments.events.notice_kinds import EVENT_SOON, PAIRED

pytestmark = pytest.mark.django_db(transaction=True)

A_WHILE = {"minutes": 2}


@pytest.fixture
def anna() -> Player:
    return create_account("Anna")


@pytest.fixture
def berta() -> Player:
    return create_account("Berta")


def send() -> None:
    """Run the jobs of a process once."""

    async def run() -> None:
        await note_turns()
        await note_challenges()
        await outbox.send_due_pushes()

    asyncio.run(run())


@contextmanager
def present(place: str, name: str) -> Iterator[None]:
    presence.arrive(place, name)
    yield
    presence.leave(place, name)


def told(messages: list[PushedMessage]) -> list[str]:
    return [message.told["body"] for message in messages]


def begin(ledger: Ledger, *players: Player, clock_kind: str = "relaxed") -> Game:
    game = create_game(clock_kind, players=players)  # type: ignore[arg-type]
    asyncio.run(load_dealt_table(game.pk, ledger))
    return game


class TestMessages:
    def test_message_has_a_sentence_and_a_link(self, service: PushService, anna: Player, berta: Player):
        phone = turn_on(service, anna)
        notify(PAIRED, [anna.pk, berta.pk], "event:7:3", by=berta, event="Tuesday night", game="abc")
        send()
        (message,) = phone.messages
        assert message.told["body"] == "Tuesday night: you play Berta now."
        assert (message.told["title"], message.told["path"]) == ("Every Other", "/table/abc")
        assert message.headers["Content-Encoding"] == "aes128gcm"
        assert 0 < int(message.headers["TTL"]) <= PAIRED.lasts.total_seconds()
        assert message.headers["Urgency"] == "high"
        assert re.fullmatch(r"[\w-]{32}", message.headers["Topic"])
        claims = json.loads(from_base64url(message.headers["Authorization"].split(".")[1]))
        assert claims["aud"] == service.url
        send()
        assert len(phone.messages) == 1

    def test_it_is_in_the_language_of_its_reader(self, service: PushService, anna: Player, berta: Player):
        french = turn_on(service, berta, accept_language="fr")
        german = turn_on(service, anna)
        Player.objects.filter(pk=anna.pk).update(look="language=fr")
        notify(PAIRED, [anna.pk, berta.pk], "event:7:3", opponent="Cat", event="Soir", game="abc")
        send()
        assert told(french.messages) == told(german.messages)
        assert "you play" not in told(french.messages)[0]

    def test_notification_without_a_sentence_does_not_block_others(
        self, service: PushService, anna: Player, caplog: pytest.LogCaptureFixture
    ):
        phone = turn_on(service, anna)
        notify(PAIRED, [anna.pk], "game:x", game="x")
        notify(PAIRED, [anna.pk], "game:y", opponent="Cat", event="Night", game="y")
        with caplog.at_level(logging.ERROR):
            send()
        assert told(phone.messages) == ["Night: you play Cat now."]
        assert len(caplog.records) == 1
        assert set(Notice.objects.values_list("push_due_at", flat=True)) == {None}

    def test_all_devices_of_a_player_receive_it(self, service: PushService, anna: Player):
        browsers = [turn_on(service, anna, name) for name in ("phone", "desk")]
        notify(EVENT_SOON, [anna.pk], "event:7", event="Tuesday night", starts=clock.milliseconds())
        send()
        assert [told(each.messages) for each in browsers] == [["Tuesday night begins in ten minutes."]] * 2

    def test_every_kind_has_a_sentence_and_a_page(self, anna: Player, berta: Player):
        parts = {
            "event": "Tuesday night", "title": "the club", "ruling": "void", "reason": "A mistake.",
            "game": "abc", "starts": 1, "what": "called_off",
        }  # fmt: skip
        for kind in load_kinds().values():
            notify(kind, [anna.pk], "x:1", by=berta, **parts)  # type: ignore[arg-type]
        assert Notice.objects.count() == len(load_kinds())
        for notice in Notice.objects.all():
            assert outbox.describe(notice)
            assert "%(" not in outbox.describe(notice)
            assert outbox.path_of(notice).startswith("/")


class TestWhoIsTold:
    def test_player_who_turned_it_off_or_never_on_is_not_pushed(
        self, service: PushService, anna: Player, berta: Player
    ):
        phone = turn_on(service, anna)
        set_switch(anna, PAIRED, Way.PUSH, on=False)
        notify(PAIRED, [anna.pk, berta.pk], "event:7:3", opponent="Cat", event="Night", game="abc")
        notify(FOLLOWED_HERE, [anna.pk], "player:7", by=berta)  # off by default
        send()
        assert phone.messages == []
        set_switch(anna, FOLLOWED_HERE, Way.PUSH, on=True)
        notify(FOLLOWED_HERE, [anna.pk], "player:8", by=berta)
        send()
        assert told(phone.messages) == ["Berta is here."]

    def test_player_who_turned_it_off_meanwhile_is_not_pushed(self, service: PushService, anna: Player):
        phone = turn_on(service, anna)
        notify(PAIRED, [anna.pk], "event:7:3", opponent="Cat", event="Night", game="abc")
        set_switch(anna, PAIRED, Way.PUSH, on=False)
        send()
        assert phone.messages == []
        assert Notice.objects.get().push_due_at is None

    @pytest.mark.slow
    @pytest.mark.rows
    def test_player_with_an_open_page_is_pushed_after_closing_it(
        self, service: PushService, anna: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        notify(EVENT_SOON, [anna.pk], "event:7", event="Night", starts=1)
        with present(SITE, str(anna.pk)):
            send()
        assert phone.messages == []
        later(seconds=31)
        send()
        assert len(phone.messages) == 1

    def test_read_notification_is_not_pushed(
        self, service: PushService, anna: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        notify(EVENT_SOON, [anna.pk], "event:7", event="Night", starts=1)
        mark_read(anna.pk)
        send()
        assert phone.messages == []

    def test_outdated_notification_is_not_pushed(
        self, service: PushService, anna: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        notify(EVENT_SOON, [anna.pk], "event:7", event="Night", starts=1)
        later(minutes=11)
        send()
        assert phone.messages == []
        assert Notice.objects.get().push_due_at is None

    def test_banned_player_is_not_pushed(self, service: PushService, anna: Player):
        phone = turn_on(service, anna)
        notify(PAIRED, [anna.pk], "event:7:3", opponent="Cat", event="Night", game="abc")
        Player.objects.filter(pk=anna.pk).update(banned_until=clock.now() + timedelta(days=1))
        send()
        assert phone.messages == []

    def test_without_a_key_of_the_site_there_is_no_push(
        self, service: PushService, anna: Player, settings: Any
    ):
        phone = turn_on(service, anna)
        notify(PAIRED, [anna.pk], "event:7:3", opponent="Cat", event="Night", game="abc")
        settings.VAPID_PRIVATE_KEY = ""
        send()
        assert phone.messages == []


class TestTurns:
    @pytest.mark.slow
    @pytest.mark.rows
    def test_turn_is_pushed_once(
        self, service: PushService, ledger: Ledger, anna: Player, berta: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        game = begin(ledger, anna, berta)
        send()
        assert phone.messages == []  # not at once: a player at the table answers sooner
        later(**A_WHILE)
        for _ in range(2):
            send()
        move_at(ledger, game, B)  # both must discard: the opponent's discard does not make it another turn
        later(**A_WHILE)
        send()
        (message,) = phone.messages
        assert (message.told["body"], message.told["path"]) == (
            "Your move against Berta",
            f"/table/{game.pk}",
        )
        assert 23 * 3600 < int(message.headers["TTL"]) < 24 * 3600
        assert message.headers["Urgency"] == "normal"
        assert game.pk not in message.headers["Topic"]
        assert not re.search(rb"\b[A2-9TJQK][CDHS]\b|\d{2,3} ?:|points", message.raw.split(b"/table/")[0])

        move_at(ledger, game, A)
        while seat_in_turn(ledger, game) != A:
            move_at(ledger, game, B)
        later(**A_WHILE)
        for _ in range(2):
            send()
        assert len(phone.messages) == 2
        assert phone.messages[0].headers["Topic"] == phone.messages[1].headers["Topic"]

    def test_not_while_the_player_is_at_the_table_but_on_another_page(
        self, service: PushService, ledger: Ledger, anna: Player, berta: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        game = begin(ledger, anna, berta)
        later(**A_WHILE)
        with present(SEATS, f"{game.pk}:0"):
            send()
        assert phone.messages == []
        later(seconds=31)
        with present(SITE, str(anna.pk)):
            send()
        assert len(phone.messages) == 1

    def test_not_once_the_move_is_made(
        self, service: PushService, ledger: Ledger, anna: Player, berta: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        game = begin(ledger, anna, berta)
        later(**A_WHILE)
        with present(SEATS, f"{game.pk}:0"):
            send()
        move_at(ledger, game, A)
        later(seconds=31)
        send()
        assert phone.messages == []
        assert set(Notice.objects.values_list("push_due_at", flat=True)) == {None}

    @pytest.mark.parametrize("clock_kind", ["quick", "standard", "none"])
    def test_never_of_a_live_game(
        self, clock_kind: str, service: PushService, ledger: Ledger, anna: Player, berta: Player,
        later: Callable[..., None],
    ):  # fmt: skip
        phone = turn_on(service, anna)
        begin(ledger, anna, berta, clock_kind=clock_kind)
        later(**A_WHILE)
        send()
        assert phone.messages == []

    @pytest.mark.slow
    @pytest.mark.rows
    def test_reminder_comes_six_hours_before_the_deadline(
        self, service: PushService, ledger: Ledger, anna: Player, berta: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        begin(ledger, anna, berta)
        later(hours=17, minutes=55)
        send()
        later(minutes=10)
        for _ in range(2):
            send()
        assert told(phone.messages) == [
            "Your move against Berta",
            "Six hours left for your move against Berta",
        ]
        assert int(phone.messages[1].headers["TTL"]) <= 6 * 3600


class TestChallenges:
    @pytest.mark.slow
    @pytest.mark.rows
    def test_a_challenge_reaches_a_player_who_has_no_page_open(
        self, service: PushService, anna: Player, berta: Player
    ):
        phone = turn_on(service, anna)
        seeks.challenge(player=berta, to=anna, settings=GameSettings())
        for _ in range(2):
            send()
        assert told(phone.messages) == ["Berta challenges you"]
        assert 0 < int(phone.messages[0].headers["TTL"]) <= 3600

    @pytest.mark.slow
    def test_not_if_it_was_withdrawn_answered_or_is_by_a_blocked_player(
        self, service: PushService, anna: Player, berta: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        place = seeks.challenge(player=berta, to=anna, settings=GameSettings())
        with present(SITE, str(anna.pk)):
            send()
        seeks.decline(seek_id=place.game, player=anna, reason="later")
        later(seconds=31)
        send()
        seeks.challenge(player=berta, to=anna, settings=GameSettings(61))
        block(player=anna, other=berta)
        send()
        assert phone.messages == []

    @pytest.mark.slow
    @pytest.mark.rows
    def test_a_flood_from_one_player_is_one_push_an_hour(
        self, service: PushService, anna: Player, berta: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        cat = create_account("Cat")
        for clock_kind in ("quick", "standard", "relaxed"):
            seeks.challenge(player=berta, to=anna, settings=GameSettings(121, "auto", clock_kind))
        send()
        assert Notice.objects.count() == 3
        seeks.challenge(player=cat, to=anna, settings=GameSettings())
        send()
        assert told(phone.messages) == ["Berta challenges you", "Cat challenges you"]
        later(minutes=61)
        seeks.challenge(player=berta, to=anna, settings=GameSettings())
        send()
        assert len(phone.messages) == 3

    @pytest.mark.slow
    @pytest.mark.rows
    def test_pushes_per_hour_are_limited(self, service: PushService, anna: Player):
        phone = turn_on(service, anna)
        for number in range(outbox.MAX_PER_HOUR + 5):
            notify(PAIRED, [anna.pk], f"event:7:{number}", opponent="Cat", event="Night", game=str(number))
        send()
        assert len(phone.messages) == outbox.MAX_PER_HOUR


class TestDelivery:
    @pytest.mark.rows
    def test_only_one_of_two_processes_sends_it(self, service: PushService, anna: Player):
        turn_on(service, anna)
        notify(PAIRED, [anna.pk], "event:7:3", opponent="Cat", event="Night", game="abc")
        due = [outbox.load_due() for _ in range(2)]
        assert sorted(at_once(*[partial(outbox.claim, notice) for (notice,) in due])) == [False, True]

    @pytest.mark.parametrize("status", [404, 410])
    def test_a_device_that_is_gone_is_forgotten(self, status: int, service: PushService, anna: Player):
        turn_on(service, anna)
        service.status = status
        notify(PAIRED, [anna.pk], "event:7:3", opponent="Cat", event="Night", game="abc")
        send()
        assert not PushSubscription.objects.exists()
        assert Notice.objects.get().push_due_at is None

    @pytest.mark.slow
    @pytest.mark.rows
    @pytest.mark.parametrize("status", [429, 500, 503])
    def test_failed_push_is_retried_and_given_up(
        self, status: int, service: PushService, anna: Player, later: Callable[..., None]
    ):
        turn_on(service, anna)
        service.status = status
        notify(INVITATION, [anna.pk], "club:1", opponent="Cat", title="the club")
        for _ in range(6):
            send()
            later(minutes=3)
        assert len(service.asked) == outbox.MAX_TRIES
        assert PushSubscription.objects.exists()
        assert Notice.objects.get().push_due_at is None

    @pytest.mark.slow
    def test_a_second_attempt_that_works_is_the_last(
        self, service: PushService, anna: Player, later: Callable[..., None]
    ):
        phone = turn_on(service, anna)
        service.status = 503
        notify(INVITATION, [anna.pk], "club:1", opponent="Cat", title="the club")
        send()
        service.status = 201
        for _ in range(3):
            later(minutes=3)
            send()
        assert len(phone.messages) == 1

    @pytest.mark.parametrize("status", [302, 400, 403, 413])
    def test_refused_push_is_logged_and_not_retried(
        self, status: int, service: PushService, anna: Player, later: Callable[..., None],
        caplog: pytest.LogCaptureFixture,
    ):  # fmt: skip
        turn_on(service, anna)
        service.status = status
        notify(INVITATION, [anna.pk], "club:1", opponent="Cat", title="the club")
        with caplog.at_level(logging.ERROR):
            for _ in range(3):
                send()
                later(minutes=3)
        assert len(service.asked) == 1
        assert [str(status) in record.getMessage() for record in caplog.records] == [True]
        assert PushSubscription.objects.exists()

    @pytest.mark.slow
    @pytest.mark.rows
    def test_unknown_presence_delays_pushes(
        self, service: PushService, anna: Player, monkeypatch: pytest.MonkeyPatch
    ):
        phone = turn_on(service, anna)

        async def unknown(*_: Any) -> None:
            return None

        notify(PAIRED, [anna.pk], "event:7:3", opponent="Cat", event="Night", game="abc")
        with monkeypatch.context() as patch:
            patch.setattr(presence, "find_among", unknown)
            send()
        assert phone.messages == []
        send()
        assert len(phone.messages) == 1


@pytest.mark.rows
def test_challenge_is_stored_only_for_players_with_a_device(anna: Player, berta: Player):
    seeks.challenge(player=berta, to=anna, settings=GameSettings())
    asyncio.run(note_challenges())
    assert not Notice.objects.filter(kind=CHALLENGE.name).exists()
